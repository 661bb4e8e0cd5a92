"""Re-run a game's rules along its record, and name the first event that they would not have made.

Every choice must have been on offer. What the rules state is sealed anew with the game's seeds and
held against the log, so that hidden values count as well as open ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.core.driver import Corrected, Diverged, Driver, Entry, Given, Rolled, named, open_asks
from engine.core.driver import replayed as follow
from engine.core.facts import Began, Mixed, Shown
from engine.core.game import Game
from engine.core.procedure import Fact
from service import difference
from service.bodies import Answer, ChanceBody, End, Standing, Start, body_of
from service.events import Event, Head, parse
from service.games import BOT, BadChoice, chosen_options
from service.record import Wrong
from service.retold import Told, merged, reveal, uncover
from service.seals import Sealer, Tally
from service.store import Row
from service.table import Table
from service.verify import Revealed, Rules

RULING = "adjudicate"


def rules(game: Game) -> Rules:
    """What `verify` calls once the seeds are revealed."""

    def check(events: list[Event], revealed: Revealed) -> None:
        end = next(body_of(event) for event in events if event.kind == "end")
        told = merged(events)
        reveal(told, revealed)
        Rerun(game, events[0].game, told, seeds_of(end), revealed.tokens).run()

    return check


def audit_rows(game: Game, rows: Sequence[Row], seeds: dict[str, bytes]) -> str | None:
    """The same from stored rows, also while the game is in play; None if all is as it should be."""
    events = [parse(row.canon) for row in rows]
    told = merged(events)
    try:
        tokens = uncover(told, rows)
        Rerun(game, events[0].game, told, seeds, tokens).run(forgiving=True)
    except Wrong as wrong:
        return f"event {wrong.seq}: {wrong}"
    return None


def can_audit(rows: Sequence[Row], seeds: dict[str, bytes]) -> bool:
    """A game that was imported has neither seeds nor private parts here."""
    return bool(rows and seeds)


def seeds_of(end: End) -> dict[str, bytes]:
    return {name: bytes.fromhex(seed) for name, seed in end.seeds.items()}


class Rerun:
    def __init__(
        self,
        game: Game,
        id: str,
        told: list[Told],
        seeds: dict[str, bytes],
        tokens: dict[str, Any],
    ) -> None:
        self.game, self.told, self.tokens = game, told, tokens
        self.start: Start = told[0].body
        self.driver = Driver(game, game.empty_board())
        self.sealer = Sealer(seeds, id)
        self.table = Table(id, game, self.start, self.driver, self.sealer, Head())
        self.people = [s for s, name in self.start.seats.items() if not name.startswith(BOT)]

    def run(self, *, forgiving: bool = False) -> None:
        """`forgiving`: a ruling that corrected the position mends whatever was wrong before it."""
        at = 0
        while at < len(self.told):
            try:
                self.checked(self.told[at])
            except Wrong:
                ruling = self.ruling_after(at) if forgiving else None
                if ruling is None:
                    raise
                self.resume(ruling)
                at = ruling
            else:
                at += 1

    def checked(self, event: Told) -> None:
        try:
            self.take(event)
        except (Wrong, Diverged) as wrong:
            raise Wrong(str(wrong), event.seq) from None
        except Exception as problem:  # a bent record may lead rules anywhere
            text = f"{type(problem).__name__}: {problem}"
            raise Wrong(f"the rules cannot follow the record ({text})", event.seq) from None

    def ruling_after(self, at: int) -> int | None:
        later = range(at + 1, len(self.told))
        return next((n for n in later if self.told[n].kind == RULING and self.told[n].facts), None)

    def resume(self, at: int) -> None:
        """Stand where the facts alone lead, without having followed the rules there."""
        self.driver.board = self.game.empty_board()
        self.sealer.tally, self.people = Tally(), []
        for event in self.told[:at]:
            for fact in self.game.decode_facts(msgspec.json.encode(event.full)):
                fact.apply(self.driver.board)
            if isinstance(event.body, Answer | Standing):
                self.sealer.tally.take(event.body)
            self.table.sealing.follow(event.next, self.table.started)

    def take(self, event: Told) -> None:
        facts = self.stated(event)
        if isinstance(event.body, Answer | Standing):
            self.sealer.tally.take(event.body)
        if facts is not None:
            self.compare(event, facts)
        self.table.sealing.follow(event.next, self.table.started)

    def stated(self, event: Told) -> list[Fact] | None:
        """The facts that the rules state at this event; None where they have no say."""
        if event.kind == "start":
            return self.opening()
        if event.kind == "join":
            self.people.remove(event.body.side)
            return self.driver.open() if not self.people else []
        entry = self.entry(event)
        return None if entry is None else follow(self.driver, entry, legal=False)

    def opening(self) -> list[Fact]:
        start = self.start
        if start.edition not in self.game.editions:
            raise Wrong(f"{self.game.title} has no edition {start.edition!r} here")
        try:
            if chosen_options(self.game, start.scenario, start.options) != start.options:
                raise Wrong("the start does not name every option")
        except BadChoice as problem:
            raise Wrong(str(problem)) from None
        facts = list(self.game.opening(start.scenario, dict(start.options), start.edition))
        for fact in facts:
            fact.apply(self.driver.board)
        if self.driver.board.switches != start.switches:
            raise Wrong(f"edition {start.edition} has other switches than the start names")
        return facts if self.people else facts + self.driver.open()

    def entry(self, event: Told) -> Entry | None:
        body = event.body
        if isinstance(body, Answer):
            return self.answer(event, body)
        if isinstance(body, ChanceBody):
            if event.outcome is None:
                raise Wrong(f"the order of roll {body.roll} is not known")
            return Rolled(body.spec, body.case, event.outcome)
        if not event.facts or event.kind == "end":
            return None
        return Corrected(tuple(self.given(event)))

    def answer(self, event: Told, body: Answer) -> Given:
        """A recorded answer that the rules asked for, and offered."""
        given = f"{body.side}'s answer to {body.question} ({body.case})"
        for asked in open_asks(self.driver.waiting):
            if (asked.side, asked.question, asked.case) == (body.side, body.question, body.case):
                break
        else:
            raise Wrong(f"{given} is recorded where the rules wait for {self.waiting()}")
        try:
            choice = self.game.decode_choice(body.question, event.choice)
        except msgspec.ValidationError:
            raise Wrong(f"{given} is no such answer: {shown(event.choice)}") from None
        if choice not in asked.options:
            raise Wrong(f"{given} was not on offer: {shown(event.choice)}")
        return Given(body.side, body.question, body.case, choice)

    def waiting(self) -> str:
        return named(self.driver.waiting)

    def given(self, event: Told) -> list[Fact]:
        """What came from outside the rules: the facts in front of the segment that it opened."""
        facts = self.game.decode_facts(msgspec.json.encode(event.facts))
        began = (n for n, fact in enumerate(facts) if isinstance(fact, Began))
        return [self.unmasked(fact) for fact in facts[: next(began, len(facts))]]

    def unmasked(self, fact: Fact) -> Fact:
        if isinstance(fact, Mixed):
            values = [replace(t, value=self.tokens.get(t.id, t.value)) for t in fact.tokens]
            return replace(fact, tokens=tuple(values))
        if isinstance(fact, Shown) and fact.value is None:
            return replace(fact, value=self.tokens.get(fact.token))
        return fact

    def compare(self, event: Told, facts: list[Fact]) -> None:
        public, full = self.sealer.facts(facts)
        difference.check(event.facts, public)
        if event.full is not None:
            difference.check(event.full, full)
        if not self.people:
            self.compare_next(event)

    def compare_next(self, event: Told) -> None:
        then = self.table.next(self.driver.waiting, tuple(self.driver.sealed))
        if then != event.next:
            raise Wrong(f"play should wait for {self.waiting()}")


def shown(choice: Any) -> str:
    text = msgspec.json.encode(choice).decode()
    return text if len(text) <= 200 else f"{text[:200]}…"
