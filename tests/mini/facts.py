"""What can happen on this board, beside what happens in every game."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from engine.core.procedure import Fact
from tests.mini.board import Assault, Mini


class Started(Fact, frozen=True):
    last_turn: int
    scouts: bool
    switches: tuple[str, ...]

    def apply(self, board: Mini) -> None:
        board.last_turn, board.scouts, board.switches = self.last_turn, self.scouts, self.switches


class Phase(Fact, frozen=True):
    phase: str

    def apply(self, board: Mini) -> None:
        board.phase = self.phase


class TurnBegan(Fact, frozen=True):
    turn: int

    def apply(self, board: Mini) -> None:
        board.turn, board.activations = self.turn, {}


class Stood(Fact, frozen=True):
    side: str
    stance: str

    def apply(self, board: Mini) -> None:
        board.stances[self.side] = self.stance


class Activated(Fact, frozen=True):
    side: str
    time: int
    allowed: int

    def apply(self, board: Mini) -> None:
        board.active, board.allowed, board.steps = self.side, self.allowed, {}
        board.activations[self.side] = self.time


class Allowed(Fact, frozen=True):
    """A march was ordered."""

    steps: int

    def apply(self, board: Mini) -> None:
        board.allowed = self.steps


class Looked(Fact, frozen=True):
    """Somebody enters a place and looks for the scout: what comes of it is not foreseeable."""

    barrier: ClassVar[bool] = True
    place: str


class RanInto(Fact, frozen=True):
    block: str
    place: str


class Stepped(Fact, frozen=True):
    block: str
    steps: int  # taken so far

    def apply(self, board: Mini) -> None:
        board.steps[self.block] = self.steps


class Controlled(Fact, frozen=True):
    place: str
    side: str

    def apply(self, board: Mini) -> None:
        board.control[self.place] = self.side


class Joined(Fact, frozen=True):
    places: tuple[str, ...]  # all that are to be mixed now

    def apply(self, board: Mini) -> None:
        board.joined = self.places


class Declared(Fact, frozen=True):
    assaults: tuple[Assault, ...]

    def apply(self, board: Mini) -> None:
        board.assaults = self.assaults


class Fought(Fact, frozen=True):
    """Everything that the odds box shows."""

    target: str
    sources: tuple[str, ...]
    dice: tuple[int, int]
    shifts: tuple[tuple[str, int], ...]  # case, towards the attacker
    lead: int
    result: str


class Removed(Fact, frozen=True):
    token: str

    def apply(self, board: Mini) -> None:
        board.tokens.pop(self.token)
        board.steps.pop(self.token, None)


class Returned(Fact, frozen=True):
    """An organiser's correction: a block stands elsewhere."""

    token: str
    place: str

    def apply(self, board: Mini) -> None:
        board.tokens[self.token] = replace(board.tokens[self.token], holder=self.place)


FACTS = (
    Started, Phase, TurnBegan, Stood, Activated, Allowed, Looked, RanInto, Stepped, Controlled,
    Joined, Declared, Fought, Removed, Returned,
)  # fmt: skip
