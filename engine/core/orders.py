"""Order text: one order per line, a verb and its arguments; whatever is no order is chatter."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.core.names import fold
from engine.core.questions import CLOSING, Question

if TYPE_CHECKING:
    from engine.core.game import Game

STOP, PREVIEW, GO = "stop", "preview", "go"
COMMENT = ("//", "#")
SEPARATOR = re.compile(r"\r\n|\r|\n|\\\\")  # a double backslash parts orders on phones
UNPRINTABLE = re.compile(r"[\x00-\x08\x0e-\x1b\x7f\ud800-\udfff]")  # no store takes all of these
UNSEEN = re.compile(r"[\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # they turn the way text runs
MOST_LINES, LONGEST_LINE, LONGEST_QUOTE = 500, 1000, 120  # more than any turn needs
MOST_GUESSED = 200  # lines of chatter that are looked at for a mistyped verb
TOO_LONG = "…"  # stands for the words of a line that is; folding leaves no such character
CONDITION = re.compile(r"(?P<order>.+?) (?:if|when) (?P<condition>.+)")


class Line(Struct, frozen=True):
    number: int
    text: str  # as written
    verb: str
    words: str  # folded, without the condition
    condition: str = ""


class StandingLine(Struct, frozen=True):
    number: int
    text: str
    question: str
    policy: str


class Ignored(Struct, frozen=True):
    number: int
    text: str
    meant: str = ""  # the verb that the writer may have meant


class Reading(Struct, frozen=True):
    lines: tuple[Line, ...] = ()
    standing: tuple[StandingLine, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    preview: bool = False
    go: bool = False


Read = Line | StandingLine | Ignored | None


def read(game: Game, text: str) -> Reading:
    """Sort the lines of a text into orders, standing orders, wishes and chatter."""
    clean = UNPRINTABLE.sub("\ufffd", UNSEEN.sub("", text))
    numbered = enumerate(SEPARATOR.split(clean), 1)
    found = list(until_too_many(read_line(game, n, raw) for n, raw in numbered))
    words = {line.words for line in found if isinstance(line, Line)}
    wishes = (PREVIEW, GO)
    return Reading(
        tuple(x for x in found if isinstance(x, Line) and x.words not in wishes),
        tuple(x for x in found if isinstance(x, StandingLine)),
        guessed(game, [x for x in found if isinstance(x, Ignored)]),
        PREVIEW in words,
        GO in words,
    )


def until_too_many(found: Iterator[Read]) -> Iterator[Read]:
    """One order more than is taken shows that there are too many; nobody reads the rest."""
    seen: Counter[type] = Counter()
    for line in found:
        yield line
        seen[type(line)] += isinstance(line, Line | StandingLine)
        if seen[type(line)] > MOST_LINES:
            return


def read_line(game: Game, number: int, raw: str) -> Read:
    text, folded, is_long = begun(raw)
    if not folded or folded.startswith(COMMENT):
        return None
    if question := standing_question(game.question_kinds, folded):
        policy = TOO_LONG if is_long else folded.split(":", 1)[1].strip()
        return StandingLine(number, text, question.key, policy)
    verb = leading_verb((*game.verbs, *CLOSING, STOP, PREVIEW, GO), folded)
    if verb is None or (verb not in game.verbs and (is_long or folded != verb)):
        return Ignored(number, quoted(text))
    return (
        Line(number, text, verb, TOO_LONG)
        if is_long
        else with_condition(number, text, verb, folded)
    )


def begun(raw: str) -> tuple[str, str, bool]:
    """A line as written and folded, or only how it begins, where it is too long to be an order."""
    text = raw.strip()
    if len(text) <= LONGEST_LINE:
        folded = fold(plain_digits(text)).rstrip(" .;!")
        if len(folded) <= LONGEST_LINE:
            return text, folded, False
    return quoted(text), fold(text[:LONGEST_QUOTE]), True


def plain_digits(text: str) -> str:
    """Every digit as one of 0 to 9: `str.isdigit` admits some that `int` does not read."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.digit(c)) if c.isdigit() else c for c in text)


def quoted(text: str) -> str:
    """A player's words as we say them back to him."""
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"


def with_condition(number: int, text: str, verb: str, folded: str) -> Line:
    if parted := CONDITION.fullmatch(folded):
        return Line(number, text, verb, parted["order"], parted["condition"])
    return Line(number, text, verb, folded)


def standing_question(kinds: Iterable[Question], folded: str) -> Question | None:
    """The question that `spoiler: never` files a policy for."""
    label, colon, _ = folded.partition(":")
    if not colon:
        return None
    return next((q for q in kinds if q.policies and label.strip() in labels(q)), None)


def labels(question: Question) -> tuple[str, str]:
    return fold(question.title), fold(question.key)


def leading_verb(verbs: Iterable[str], folded: str) -> str | None:
    """The longest verb that the line starts with, as whole words."""
    fitting = (v for v in verbs if folded == v or folded.startswith(v + " "))
    return max(fitting, key=len, default=None)


def guessed(game: Game, ignored: list[Ignored]) -> tuple[Ignored, ...]:
    """Chatter with the verbs that may have been meant, which take a while to find."""
    some = [Ignored(x.number, x.text, meant(game, fold(x.text))) for x in ignored[:MOST_GUESSED]]
    return (*some, *ignored[MOST_GUESSED:])


def meant(game: Game, folded: str) -> str:
    """The verb of a near miss such as `atack 1707`; empty for plain chatter."""
    first, _, rest = folded.partition(" ")
    if not rest or len(first) < 3:
        return ""
    close = get_close_matches(first, game.verbs, n=1, cutoff=0.75)
    return close[0] if close else ""


def next_line(lines: Iterable[Line]) -> Line | None:
    return next(iter(lines), None)
