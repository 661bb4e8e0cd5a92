"""What can happen: strength, officers, marches and fights. Facts only assign."""

from __future__ import annotations

from msgspec import Struct

from engine.core.procedure import Fact
from engine.great_game.board import Column, GreatGame
from engine.great_game.counters import Force


class Stand(Struct, frozen=True, array_like=True):
    """The SP of a space after a fact."""

    place: str
    force: Force


Stands = tuple[Stand, ...]


def stand(board: GreatGame, after: Stands) -> None:
    for one in after:
        if one.force:
            board.sp[one.place] = one.force
        else:
            board.sp.pop(one.place, None)


class Arrived(Fact, frozen=True):
    """SP came to the map: set-up, reinforcement, deployment, rebels."""

    place: str
    sp: Force
    after: Stands
    case: str

    def apply(self, board: GreatGame) -> None:
        stand(board, self.after)


class Lost(Fact, frozen=True):
    """SP left the map."""

    place: str
    sp: Force
    after: Stands
    case: str

    def apply(self, board: GreatGame) -> None:
        stand(board, self.after)


class Fortified(Fact, frozen=True):
    """A fortress at set-up."""

    place: str
    sp: int

    def apply(self, board: GreatGame) -> None:
        board.fortress[self.place] = self.sp


class Damaged(Fact, frozen=True):
    place: str
    lost: int
    left: int

    def apply(self, board: GreatGame) -> None:
        board.fortress[self.place] = self.left


class Destroyed(Fact, frozen=True):
    place: str
    case: str

    def apply(self, board: GreatGame) -> None:
        board.fortress.pop(self.place, None)


class OfficerPlaced(Fact, frozen=True):
    officer: str
    place: str
    case: str

    def apply(self, board: GreatGame) -> None:
        board.officers[self.officer] = self.place


class OfficerLost(Fact, frozen=True):
    """Gone for good."""

    officer: str
    fallen: tuple[str, ...]
    case: str

    def apply(self, board: GreatGame) -> None:
        board.officers.pop(self.officer, None)
        board.fallen = self.fallen


class OfficerRemoved(Fact, frozen=True):
    """Off the map; he may come again."""

    officer: str
    case: str

    def apply(self, board: GreatGame) -> None:
        board.officers.pop(self.officer, None)


class Marched(Fact, frozen=True):
    """A stack went one space, or officers went alone."""

    column: Column
    points: int  # left of the card
    after: Stands

    def apply(self, board: GreatGame) -> None:
        stand(board, self.after)
        board.column, board.points, board.marched = self.column, self.points, True
        for officer in self.column.officers:
            board.officers[officer] = self.column.place


class Formed(Fact, frozen=True):
    """The marching stack as it is after a drop-off, a pick-up or losses; None: no march."""

    column: Column | None

    def apply(self, board: GreatGame) -> None:
        board.column = self.column


class Rested(Fact, frozen=True):
    """These SP and officers march no more with this card."""

    place: str
    moved: Force  # all that have ended a march there
    officers: tuple[str, ...]  # all that have ended a march anywhere

    def apply(self, board: GreatGame) -> None:
        board.moved[self.place] = self.moved
        board.rested = self.officers


class Withdrew(Fact, frozen=True):
    """A retreat, 12.4."""

    place: str
    to: str
    sp: Force
    officers: tuple[str, ...]
    after: Stands

    def apply(self, board: GreatGame) -> None:
        stand(board, self.after)
        for officer in self.officers:
            board.officers[officer] = self.to


class Checked(Fact, frozen=True):
    """An attrition check, 11.1."""

    place: str
    kind: str  # march or desert
    dice: tuple[int, ...]
    modifier: int
    safe: int
    sp: int


class Fought(Fact, frozen=True):
    """One side's roll in a combat: everything that the odds box shows."""

    place: str
    role: str  # attacker or defender
    who: str
    sp: int
    dice: tuple[int, ...]
    officer: str
    modifiers: tuple[tuple[str, int], ...]  # case, added to the roll
    final: int
    inflicted: int


class Resolved(Fact, frozen=True):
    """Who must give way after a combat: attacker, defender or nobody, and why."""

    place: str
    attacker_lost: int
    defender_lost: int
    retreats: str
    case: str


class BonusRolled(Fact, frozen=True):
    side: str
    die: int
    states: int


class CommitmentsRolled(Fact, frozen=True):
    side: str
    die: int


class LossesRolled(Fact, frozen=True):
    """Officer loss at the end of a decade, 5.8."""

    officers: tuple[str, ...]
    dice: tuple[int, ...]
