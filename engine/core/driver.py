"""Run a game's procedures: first along the record, then on fresh answers and dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.board import Board, copied
from engine.core.facts import Began, Opened
from engine.core.game import Game
from engine.core.procedure import Ask, AskAll, Chance, Fact, Procedure, is_outcome

Waiting = Ask | AskAll | Chance | None
ENDLESS = 20_000  # facts without a question: no game does that, a faulty rule does


class Diverged(Exception):
    """The rules no longer say what the record says."""


class Illegal(Exception):
    """An answer that the open question does not admit."""


class Given(Struct, frozen=True):
    """A recorded answer."""

    side: str
    question: str
    case: str
    choice: Any


class Rolled(Struct, frozen=True):
    """A recorded chance."""

    spec: str
    case: str
    outcome: tuple[int, ...]


class Corrected(Struct, frozen=True):
    """Facts from outside the rules: an adjudication, a resignation, a time-out."""

    facts: tuple[Fact, ...]


Entry = Given | Rolled | Corrected


class Driver:
    """A game in memory: its board, the open segment, and what play waits for."""

    def __init__(self, game: Game, board: Any) -> None:
        self.game = game
        self.board = board
        self.waiting: Waiting = None
        self.sealed: dict[str, Any] = {}  # answers to an open AskAll
        self.start: Board = board  # as it was when the open segment began: what a snapshot keeps
        self._replies: list[Any] = []
        self._live: Procedure[None] | None = None

    def open(self) -> list[Fact]:
        """Begin the segment of the position and play to the first question."""
        facts: list[Fact] = []
        if self._enter(facts):
            self._run(None, facts)
        return facts

    def answer(self, side: str, choice: Any, *, trusted: bool = False) -> list[Fact]:
        """Give a side's answer; the facts that followed, none while other sides are still asked."""
        asked = open_ask(self.waiting, side)
        if not trusted and choice not in asked.options:
            raise Illegal(f"{asked.question} ({asked.case}) does not admit {choice!r}")
        if isinstance(self.waiting, Ask):
            return self._reply(choice)
        self.sealed[side] = choice
        return self._complete()

    def roll(self, outcome: tuple[int, ...], *, trusted: bool = False) -> list[Fact]:
        if not isinstance(self.waiting, Chance):
            raise Illegal("no chance is open")
        if not trusted and not is_outcome(self.waiting.spec, outcome):
            raise Illegal(f"{outcome} cannot come of {named(self.waiting)}")
        return self._reply(outcome)

    def correct(self, facts: Iterable[Fact]) -> list[Fact]:
        """Apply facts from outside and close the open segment."""
        stated = list(facts)
        for fact in stated:
            fact.apply(self.board)
        if self._enter(stated):
            self._run(None, stated)
        return stated

    def fork(self) -> Driver:
        """A driver of its own at the same place."""
        twin = Driver(self.game, copied(self.start))
        twin.open()
        for reply in self._replies:
            twin._reply(reply)
        twin.sealed = dict(self.sealed)
        return twin

    def _complete(self) -> list[Fact]:
        assert isinstance(self.waiting, AskAll)
        asks = self.waiting.asks
        if any(side not in self.sealed for side in asks):
            return []
        answers = {side: self.sealed[side] for side in asks}
        facts: list[Fact] = [
            Opened(side, asked.question, as_read(answers[side]))
            for side, asked in asks.items()
            if not asked.sealed
        ]
        return self._reply(answers, facts)

    def _reply(self, reply: Any, facts: list[Fact] | None = None) -> list[Fact]:
        self._replies.append(reply)
        self.sealed = {}
        stated = [] if facts is None else facts
        self._run(reply, stated)
        return stated

    def _enter(self, facts: list[Fact]) -> bool:
        """Open the segment of the position; False when the game is over."""
        self.waiting, self.sealed, self._replies = None, {}, []
        if self.board.outcome is not None:
            self._live = None
            return False
        self.start = copied(self.board)
        segment = self.game.segment(self.board)
        self._live = segment.procedure
        facts.append(Began(segment.name, segment.heading))
        return True

    def _run(self, reply: Any, facts: list[Fact]) -> None:
        assert self._live is not None
        board, said = self.board, None
        while len(facts) < ENDLESS:
            try:
                said = self._live.send(reply)
            except StopIteration:
                if not self._enter(facts):
                    return
                reply = None
                continue
            if isinstance(said, Fact):
                said.apply(board)
                facts.append(said)
                reply = None
            else:
                self.waiting = said
                return
        raise Diverged(f"no question in {ENDLESS} facts, last {facts[-1]}")


def open_asks(waiting: Waiting, answered: Sequence[str] | dict[str, Any] = ()) -> tuple[Ask, ...]:
    """The questions that still want an answer."""
    if isinstance(waiting, Ask):
        return (waiting,)
    if isinstance(waiting, AskAll):
        return tuple(a for side, a in waiting.asks.items() if side not in answered)
    return ()


def open_ask(waiting: Waiting, side: str) -> Ask:
    """The question open for a side; in an AskAll an answered one may be answered anew."""
    for asked in open_asks(waiting):
        if asked.side == side:
            return asked
    raise Illegal(f"{side} is not asked anything now")


def rerun(driver: Driver, record: Iterable[Entry], *, legal: bool = False) -> list[list[Fact]]:
    """Play along a record, `legal`: every choice must have been on offer. The facts by entry."""
    return [replayed(driver, entry, legal) for entry in record]


def replayed(driver: Driver, entry: Entry, legal: bool) -> list[Fact]:
    if isinstance(entry, Given):
        same_question(driver, entry, legal)
        return driver.answer(entry.side, entry.choice, trusted=True)
    if isinstance(entry, Corrected):
        return driver.correct(entry.facts)
    waiting = driver.waiting
    if not isinstance(waiting, Chance) or (waiting.spec, waiting.case) != (entry.spec, entry.case):
        raise Diverged(f"recorded {entry}, the rules now say {named(waiting)}")
    if legal and not is_outcome(entry.spec, entry.outcome):
        raise Diverged(f"recorded {entry}, which cannot come of {entry.spec}")
    return driver.roll(entry.outcome, trusted=True)


def same_question(driver: Driver, entry: Given, legal: bool) -> None:
    for asked in open_asks(driver.waiting):
        if asked.side == entry.side and asked.question == entry.question:
            if asked.case == entry.case and not (legal and entry.choice not in asked.options):
                return
            break
    raise Diverged(f"recorded {entry}, the rules now say {named(driver.waiting)}")


def as_read(choice: Any) -> Any:
    """A choice in the shape in which it comes back from the log."""
    return msgspec.json.decode(msgspec.json.encode(choice))


def named(waiting: Waiting) -> str:
    """What play waits for, in a word for messages."""
    if waiting is None:
        return "the game is over"
    if isinstance(waiting, Chance):
        return f"chance {waiting.spec} ({waiting.case})"
    return ", ".join(f"{a.side}: {a.question} ({a.case})" for a in open_asks(waiting))
