"""What is told of a line that does not fit, and how much of a text is judged at all."""

from __future__ import annotations

from msgspec import Struct

from engine.core.orders import LONGEST_LINE, MOST_LINES, TOO_LONG, Line, quoted
from engine.core.questions import Misfit
from engine.core.sheets import Sheet

MOST_REFUSALS = 20


class Refusal(Struct, frozen=True):
    line: int
    text: str  # as written, cut where it is long
    key: str
    case: str
    of: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


UNJUDGED = Refusal(0, "", "too_many_refusals", "")
TOO_MANY_LINES = Refusal(0, "", "too_many_lines", "", (str(MOST_LINES),))


def of_line(line: Line, misfit: Misfit) -> Refusal:
    of = tuple(map(quoted, misfit.of))  # the words of the line may be among them
    return Refusal(line.number, quoted(line.text), misfit.key, misfit.case, of, misfit.near)


def unread(sheet: Sheet) -> list[Refusal]:
    """Why a new sheet is refused before any line of it is judged."""
    if len(sheet.lines) > MOST_LINES:
        return [TOO_MANY_LINES]
    of = (str(LONGEST_LINE),)
    long = (line for line in sheet.lines if line.words == TOO_LONG)
    return limited([Refusal(x.number, quoted(x.text), "line_too_long", "", of) for x in long])


def limited(refusals: list[Refusal]) -> list[Refusal]:
    if len(refusals) <= MOST_REFUSALS:
        return refusals
    return [*refusals[:MOST_REFUSALS], UNJUDGED]
