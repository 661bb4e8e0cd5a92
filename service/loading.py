"""Bring a stored game back to the table: fold what is past, re-run the open segment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct

from engine.core.driver import Corrected, Driver, Entry, Given, Rolled, replayed
from engine.core.facts import Began, Mixed
from engine.core.game import Game
from engine.core.procedure import Fact
from service.bodies import Answer, ChanceBody, Join, Standing, Start
from service.events import Head, Next, canon
from service.private import ReadPrivate, decode_private
from service.seals import TABLE, Sealer, Tally
from service.snapshots import Snapshot
from service.store import Row
from service.table import BEGAN, Sealing, Table


class Logged(Struct, frozen=True):
    """An event as loading needs it: the parts that depend on its kind stay encoded."""

    kind: str
    body: Raw
    facts: Raw
    next: Next | None


class Kept(Struct):
    """A snapshot: the board at the start of the segment that was open after an event."""

    board: Raw
    sealing: Sealing
    tally: Tally
    counted: int  # the last event that sealing and tally know of; it may lie behind the board's


_event = msgspec.json.Decoder(Logged).decode
_answer = msgspec.json.Decoder(Answer).decode
_chance = msgspec.json.Decoder(ChanceBody).decode
_kept = msgspec.json.Decoder(Kept).decode
MIXED = b'"type":"Mixed"'


class Past(Struct):
    """One stored event, read."""

    seq: int
    kind: str
    body: bytes
    facts: bytes
    private: ReadPrivate
    next: Next | None


def read_start(row: Row) -> Start:
    return msgspec.json.decode(bytes(_event(row.canon).body), type=Start)


def load(
    game: Game,
    start: Row,
    rows: Sequence[Row],
    seeds: dict[str, bytes],
    snapshot: Snapshot | None = None,
) -> Table:
    """`rows`: all events, or those from the snapshot's own event on."""
    return Loading(game, start, seeds, snapshot).table(rows)


class Loading:
    def __init__(
        self, game: Game, start: Row, seeds: dict[str, bytes], snapshot: Snapshot | None
    ) -> None:
        self.game, self.id = game, start.game
        self.start = read_start(start)
        self.started = canon(self.start)
        self.seeds, self.snapshot = seeds, snapshot
        kept = _kept(snapshot.board) if snapshot else None
        self.board: Any = game.decode_board(bytes(kept.board)) if kept else game.empty_board()
        self.sealing = kept.sealing if kept else Sealing(None)
        self.tally = kept.tally if kept else Tally()
        self.counted = kept.counted if kept else -1

    def table(self, rows: Sequence[Row]) -> Table:
        past = [read(row) for row in rows]
        begun = max((n for n, p in enumerate(past) if has_began(p)), default=None)
        folded = past if begun is None else past[: begun + 1]
        self.fold(folded, begun)
        driver = Driver(self.game, self.board)
        sealer = Sealer(self.seeds, self.id, self.tally)
        head = Head(rows[-1].seq, rows[-1].leaf)
        table = Table(self.id, self.game, self.start, driver, sealer, head)
        table.sealing = self.sealing
        table.saved_at = self.snapshot.seq if self.snapshot else -1
        if begun is not None:
            table.began_at = past[begun].seq
            driver.open()
            self.replay(table, past[begun + 1 :])
        return table

    def fold(self, past: Sequence[Past], begun: int | None) -> None:
        """Bring the board to the start of the open segment, and count what the events committed."""
        for n, event in enumerate(past):
            facts = self.facts(event)
            if n == 0 and self.snapshot is not None:
                facts = after_began(facts)
            self.count(event)
            for fact in before_began(facts) if n == begun else facts:
                fact.apply(self.board)

    def replay(self, table: Table, past: Iterable[Past]) -> None:
        """Re-run the open segment along its record."""
        for event in past:
            entry = self.entry(event)
            if entry is not None:
                replayed(table.driver, entry, legal=False)
            self.count(event)

    def facts(self, event: Past) -> list[Fact]:
        full = event.private.facts
        return self.game.decode_facts(event.facts if full is UNSET else bytes(full))

    def entry(self, event: Past) -> Entry | None:
        if event.kind == "answer":
            body = _answer(event.body)
            choice = event.private.choice if body.is_sealed else body.choice
            decoded = self.game.decode_choice(body.question, choice)
            return Given(body.side, body.question, body.case, decoded)
        if event.kind == "chance":
            chance = _chance(event.body)
            known = event.private.outcome if chance.outcome is None else chance.outcome
            assert known is not UNSET
            return Rolled(chance.spec, chance.case, known)
        facts = before_began(self.facts(event)) if event.kind != "more" else []
        return Corrected(tuple(facts)) if facts else None

    def count(self, event: Past) -> None:
        """What an event adds to the commitments, the dice's context and the number of rolls."""
        if event.seq <= self.counted:
            return
        if event.kind == "answer":
            self.count_answer(_answer(event.body))
        elif event.kind == "standing":
            self.tally.take(msgspec.json.decode(event.body, type=Standing))
        elif event.kind == "join":
            join = msgspec.json.decode(event.body, type=Join)
            self.sealing.phrases[join.side] = join.phrase
        elif has_began(event) and event.kind != "chance":  # a correction closed the questions
            self.sealing.answers = {}
        self.sealing.follow(event.next, self.started)

    def count_answer(self, body: Answer) -> None:
        self.tally.take(body)
        self.sealing.take(body)


def read(row: Row) -> Past:
    event = _event(row.canon)
    private = decode_private(row.private)
    return Past(row.seq, event.kind, bytes(event.body), bytes(event.facts), private, event.next)


def has_began(event: Past) -> bool:
    return BEGAN in event.facts


def before_began(facts: list[Fact]) -> list[Fact]:
    """The facts in front of the last segment's beginning."""
    return facts[: last_began(facts)]


def after_began(facts: list[Fact]) -> list[Fact]:
    return facts[last_began(facts) :]


def last_began(facts: list[Fact]) -> int:
    return max((n for n, fact in enumerate(facts) if isinstance(fact, Began)), default=len(facts))


def plaintexts(game: Game, rows: Iterable[Row]) -> dict[str, list[Any]]:
    """What every commitment of a game held, by seed and index."""
    plain: dict[str, list[Any]] = {TABLE: []}
    for event in map(read, rows):
        if event.kind == "answer":
            body = _answer(event.body)
            held = [event.private.choice] if body.is_sealed else []
            plain.setdefault(body.side, []).extend([*held, event.private.how])
        elif event.kind == "standing":
            side = msgspec.json.decode(event.body, type=Standing).side
            plain.setdefault(side, []).append(event.private.choice)
        full = event.facts if event.private.facts is UNSET else bytes(event.private.facts)
        if MIXED in full:
            plain[TABLE] += token_values(game.decode_facts(full))
    return plain


def full_facts(game: Game, rows: Iterable[Row]) -> list[Fact]:
    """The facts of these events with every value that the service knows."""
    found: list[Fact] = []
    for event in map(read, rows):
        full = event.private.facts
        found += game.decode_facts(event.facts if full is UNSET else bytes(full))
    return found


def token_values(facts: Iterable[Fact]) -> list[str | None]:
    return [token.value for fact in facts if isinstance(fact, Mixed) for token in fact.tokens]


def kept(table: Table) -> bytes:
    """A snapshot of the table at the start of its open segment."""
    board = Raw(msgspec.json.encode(table.driver.start))
    known = Kept(board, table.sealing, table.sealer.tally, table.head.seq)
    return msgspec.json.encode(known)
