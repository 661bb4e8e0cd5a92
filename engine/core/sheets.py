"""An order sheet: the lines of one side, and what becomes of them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from engine.core.game import Game
from engine.core.orders import STOP, Line
from engine.core.questions import CLOSING, Misfit, Question


class Sheet(Struct):
    side: str
    lines: tuple[Line, ...]
    taken: tuple[int, ...] = ()  # numbers of the lines that were used or passed over
    skipped: tuple[int, ...] = ()  # of these, the ones whose condition did not hold
    stopped: bool = False

    def left(self) -> tuple[Line, ...]:
        return () if self.stopped else self.unused()

    def unused(self) -> tuple[Line, ...]:
        taken = frozenset(self.taken)
        return tuple(x for x in self.lines if x.number not in taken)

    def take(self, *lines: Line) -> None:
        self.taken += tuple(line.number for line in lines)

    def stop(self, line: Line) -> None:
        self.take(line)
        self.stopped = True

    def skip(self, line: Line) -> None:
        self.take(line)
        self.skipped += (line.number,)


class Found(Struct, frozen=True):
    """An answer found on a sheet; no parts when a later line implies the closing one."""

    choice: Any
    parts: tuple[tuple[int, Any], ...] = ()  # line number, the choice or element that it meant


class Unfit(Exception):
    """A line that was meant for the open question and does not fit it."""

    def __init__(self, line: Line, *misfits: Misfit, last: bool = False) -> None:
        super().__init__(line, *misfits)
        self.line, self.misfits = line, misfits
        self.last = last  # nothing after it can be judged


def is_menu(game: Game, line: Line) -> bool:
    if line.verb in CLOSING or line.verb == STOP:
        return True
    return any(question.menu for question in game.verbs[line.verb])


def is_later_menu(game: Game, open_: Question, line: Line) -> bool:
    """Menus come in the game's order, and the first one begins a new round of them."""
    order = [q.key for q in game.question_kinds if q.menu]
    for question in game.verbs.get(line.verb, ()):
        if question.menu and (
            question.key == order[0] or order.index(question.key) > order.index(open_.key)
        ):
            return True
    return False


class Remainder(Struct, frozen=True):
    """What is left of a sheet when play stops."""

    pending: Sheet | None = None
    not_needed: tuple[Line, ...] = ()
    dropped: tuple[Line, ...] = ()  # behind the place where the sheet stopped


def remainder(game: Game, sheet: Sheet, is_asked: bool) -> Remainder:
    """A sheet stays while it has menu lines, or contingent ones and its owner is not yet asked."""
    left = sheet.unused()
    if sheet.stopped:
        return Remainder(dropped=left)
    if any(is_menu(game, line) for line in left) or (left and not is_asked):
        return Remainder(sheet)
    return Remainder(not_needed=left)
