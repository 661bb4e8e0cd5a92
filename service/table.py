"""A game at the table: the driver, the end of its chain, and what sealing and dice need."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from engine.core.driver import Driver, Waiting, open_asks
from engine.core.facts import Unsealed
from engine.core.game import Game
from engine.core.play import Step
from engine.core.procedure import Chance, Fact
from service.bodies import Answer, ChanceBody, End, Start
from service.dice import Context, is_secret, message, outcome
from service.events import Asked, Draft, Head, Next, Request, canon, chain
from service.private import NOTHING, Private, encode_private
from service.seals import TABLE, Sealer
from service.signing import EventKey
from service.store import Row

BEGAN = b'"type":"Began"'
UNSEALED_AT_ONCE = 400  # values in one fact, so that a long game's openings spill over events


class Sealing(Struct):
    """What the next event needs of all the events before it."""

    context: Context | None  # None until everybody has joined
    rolls: int = 0
    group: tuple[str, ...] = ()  # the sides that the open question was put to
    answers: dict[str, Answer] = {}  # of these sides, while others are awaited
    phrases: dict[str, str] = {}

    def take(self, body: Answer) -> None:
        """Let an answer into the dice's context; several sides' answers once all are in."""
        assert self.context is not None
        self.answers[body.side] = body
        if all(side in self.answers for side in self.group):
            self.context = self.context.answered(self.answers.values())
            self.answers = {}

    def follow(self, then: Next | None, started: bytes) -> None:
        """Take up what play waits for now."""
        if then is None:
            return
        if self.context is None and then.outcome is UNSET:
            self.context = Context.begin(started, self.phrases)
        if then.chance is not UNSET:
            self.rolls = then.chance.roll
        if then.ask is not UNSET and not self.answers:
            self.group = tuple(asked.side for asked in then.ask)


class Table:
    def __init__(
        self, id: str, game: Game, start: Start, driver: Driver, sealer: Sealer, head: Head
    ) -> None:
        self.id, self.game, self.start = id, game, start
        self.driver, self.sealer, self.head = driver, sealer, head
        self.sealing = Sealing(None)
        self.saved_at = -1  # the event of the last snapshot
        self.began_at = -1  # the event during which the open segment began
        self.started = canon(start)
        self._drafts: list[tuple[Draft, Private, int | None]] = []

    @property
    def waiting(self) -> Waiting:
        return self.driver.waiting

    @property
    def is_over(self) -> bool:
        return self.driver.board.outcome is not None

    def answered(self, steps: Iterable[Step]) -> None:
        """Note answers and what followed them."""
        for step in steps:
            body = self.sealer.answer(
                step.side, step.question, step.case, step.choice, step.how, sealed=step.sealed
            )
            self.sealing.take(body)
            choice = step.choice if step.sealed else UNSET
            then = self.next(step.next, step.answered)
            self.note("answer", body, step.facts, then, Private(step.how, choice))

    def rolled(self, signatures: Sequence[bytes], texts: tuple[str, ...]) -> list[Fact]:
        """Take the houses' answers to the open request."""
        chance = self.driver.waiting
        assert isinstance(chance, Chance)
        result = outcome(chance.spec, self.message(), signatures, self.sealer.seeds[TABLE])
        roll = self.sealing.rolls
        facts = self.driver.roll(result)
        secret = is_secret(chance.spec)
        body = ChanceBody(roll, chance.spec, chance.case, texts, None if secret else result)
        hidden = Private(outcome=result) if secret else Private()
        self.note("chance", body, facts, self.next(self.driver.waiting), hidden, roll)
        return facts

    def corrected(self, kind: str, body: Any, facts: Iterable[Fact]) -> None:
        """An event from outside the rules; with facts it closes the open segment."""
        given = list(facts)
        stated = self.driver.correct(given) if given else []
        self.sealing.answers = {} if given else self.sealing.answers
        then = self.next(self.driver.waiting, tuple(self.driver.sealed), again=not given)
        self.note(kind, body, stated, then)

    def ended(self, plain: Mapping[str, Sequence[Any]]) -> None:
        """The closing event: the result, the seeds, and what every commitment held."""
        result = msgspec.to_builtins(self.driver.board.outcome)
        seeds = {name: seed.hex() for name, seed in self.sealer.seeds.items()}
        self.note("end", End(result, seeds), openings(plain), Next(outcome=result))

    def lot(self, side: str) -> bytes:
        """A bot's private source of chance: nobody else knows the side's seed."""
        place = f"bot:{self.id}:{self.head.seq}:{len(self._drafts)}".encode()
        return hmac.digest(self.sealer.seeds[side], place, "sha256")

    def message(self) -> bytes:
        """What the houses sign for the open request."""
        chance = self.driver.waiting
        assert isinstance(chance, Chance) and self.sealing.context is not None
        context = self.sealing.context.value
        return message(self.start.origin, self.id, self.sealing.rolls, chance.spec, context)

    def next(self, waiting: Waiting, answered: Sequence[str] = (), *, again: bool = False) -> Next:
        """What play waits for, as the log says it; `again` repeats a request already made."""
        if waiting is None:
            return Next(outcome=msgspec.to_builtins(self.driver.board.outcome))
        if isinstance(waiting, Chance):
            roll = self.sealing.rolls + (not again)
            return Next(chance=Request(roll, waiting.spec, waiting.case))
        asks = open_asks(waiting, answered)
        return Next(ask=tuple(Asked(a.side, a.question, a.case) for a in asks))

    def note(
        self,
        kind: str,
        body: Any,
        facts: Iterable[Fact],
        then: Next | None,
        private: Private = NOTHING,
        roll: int | None = None,
    ) -> None:
        public, full = self.sealer.facts(facts)
        if public != full:
            private = replace(private, facts=tuple(full))
        self.sealing.follow(then, self.started)
        self._drafts.append((Draft(kind, body, public, then, now()), private, roll))

    def sign(self, key: EventKey) -> list[Row]:
        """The noted events as rows behind the head, which moves on."""
        rows: list[Row] = []
        for draft, private, roll in self._drafts:
            for link in chain(self.id, self.head, [draft]):
                kept = encode_private(private, first=link.kind == draft.kind)
                number = roll if link.kind == draft.kind else None
                signed = key.sign(link.canon)
                rows.append(Row(self.id, link.seq, link.canon, signed, link.leaf, kept, number))
                self.head = Head(link.seq, link.leaf)
                if BEGAN in link.canon:
                    self.began_at = link.seq
        self._drafts = []
        return rows


def openings(plain: Mapping[str, Sequence[Any]]) -> list[Fact]:
    return [
        Unsealed(name, first, tuple(values[first : first + UNSEALED_AT_ONCE]))
        for name, values in sorted(plain.items())
        for first in range(0, len(values), UNSEALED_AT_ONCE)
    ]


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
