"""The facts that every game shares: segments, hidden things, openings, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from engine.core.board import Board
from engine.core.outcome import Outcome
from engine.core.procedure import Fact
from engine.core.tokens import Token, fresh, knows, masked


class Began(Fact, frozen=True):
    """A segment began; resuming goes back no further than the last of these."""

    segment: str
    heading: tuple[str, ...] = ()  # turn, operation …, the branches of the replay's tree


class Mixed(Fact, frozen=True):
    """Old tokens went, fresh ones came in an order that only the knowing know."""

    gone: tuple[str, ...]
    tokens: tuple[Token, ...]

    def apply(self, board: Board) -> None:
        for token_id in self.gone:
            del board.tokens[token_id]
        board.tokens.update((token.id, token) for token in self.tokens)
        board.issued += len(self.tokens)

    def masked(self, side: str | None) -> Mixed:
        return replace(self, tokens=tuple(masked(t, side) for t in self.tokens))


class Handed(Fact, frozen=True):
    """A token changed hands; nobody learnt anything by it."""

    token: str
    holder: str

    def apply(self, board: Board) -> None:
        board.tokens[self.token] = replace(board.tokens[self.token], holder=self.holder)


class Shown(Fact, frozen=True):
    """A value became known to more eyes; the only fact that widens knowledge."""

    barrier: ClassVar[bool] = True
    token: str
    value: str | None
    to: tuple[str, ...]
    salt: str = ""  # filled when the event is sealed, so that anyone shown can check

    def apply(self, board: Board) -> None:
        was = board.tokens[self.token]
        value = was.value if self.value is None else self.value
        board.tokens[self.token] = replace(was, value=value, known_to=widened(was, self.to))

    def masked(self, side: str | None) -> Shown:
        return self if knows(self.to, side) else replace(self, value=None, salt="")


class Opened(Fact, frozen=True):
    """A sealed answer was opened."""

    barrier: ClassVar[bool] = True
    side: str
    question: str
    choice: Any
    salt: str = ""


class Unsealed(Fact, frozen=True):
    """At the end: what a side's commitments held from `first` on; None where already open."""

    side: str
    first: int
    values: tuple[Any, ...]


class Ended(Fact, frozen=True):
    outcome: Outcome

    def apply(self, board: Board) -> None:
        board.outcome = self.outcome


def show(board: Board, token: str, *to: str) -> Shown:
    """The reveal of a token's value to some, or to ALL."""
    return Shown(token, board.tokens[token].value, to)


def mix(
    board: Board, gone: Sequence[Token], order: Sequence[int], holder: str, *known_to: str
) -> Mixed:
    """The given tokens under fresh ids, in an order that came of a shuffle."""
    back = gone[0].back
    values = [gone[n].value for n in order]
    return Mixed(tuple(t.id for t in gone), fresh(board, back, holder, values, known_to))


def widened(token: Token, to: tuple[str, ...]) -> tuple[str, ...]:
    return token.known_to + tuple(side for side in to if side not in token.known_to)


SHARED: tuple[type[Fact], ...] = (Began, Mixed, Handed, Shown, Opened, Unsealed, Ended)
