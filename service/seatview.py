"""A game from one seat: computed from `view(board, side)` and what this side filed, only."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec import Struct

from engine.core.driver import open_asks
from engine.core.game import Game
from engine.core.procedure import Ask
from engine.core.questions import Question, spelled
from engine.core.sets import SetOptions
from engine.core.standing import spelled_out
from service import words
from service.database import Connection
from service.filing import load_filed
from service.table import Table

MOST_OPTIONS = 60  # as buttons; whatever is beyond them can be written


class Open(Struct, frozen=True):
    """A question put to this side, with the lines that answer it."""

    key: str
    case: str
    text: str
    options: tuple[str, ...]
    more: bool  # there are others beside those listed
    many: bool  # a set: several lines make one answer
    closing: str  # what ends the set
    empty: str  # the line of an empty set; nothing if one is owed
    answered: bool


class SeatView(Struct, frozen=True):
    view: Any
    seq: int  # the last event
    questions: tuple[Open, ...]
    waiting: str
    sheet: tuple[str, ...]  # lines that wait for play to return
    preview: tuple[str, ...]  # lines that wait for a `go`
    standing: tuple[str, ...]
    policies: tuple[str, ...]


def look(conn: Connection, table: Table, side: str) -> SeatView:
    game, driver = table.game, table.driver
    view = game.view(driver.board, side)
    filed = load_filed(conn, table.id)
    waiting, preview = filed.sheets.get(side), filed.previews.get(side)
    return SeatView(
        view,
        table.head.seq,
        tuple(
            opened(game, ask, view, side in driver.sealed)
            for ask in open_asks(driver.waiting)
            if ask.side == side
        ),
        words.waiting_for(game, driver.waiting, driver.sealed),
        tuple(line.text for line in waiting.sheet.unused()) if waiting else (),
        tuple(preview.text.splitlines()) if preview else (),
        spelled_out(game, filed.standing.get(side, {})),
        tuple(policies(game)),
    )


def opened(game: Game, ask: Ask, view: Any, answered: bool) -> Open:
    question, options = game.questions[ask.question], ask.options
    many = isinstance(options, SetOptions)
    listed = options.extend(()) if isinstance(options, SetOptions) else options
    lines = [spelled(question, option, view) for option in islice(listed, MOST_OPTIONS + 1)]
    return Open(
        ask.question,
        ask.case,
        words.question(game, ask),
        tuple(lines[:MOST_OPTIONS]),
        len(lines) > MOST_OPTIONS,
        many,
        spelled(question, None, view) if many and question.menu else "",
        empty_line(question, options, view),
        answered,
    )


def empty_line(question: Question, options: Any, view: Any) -> str:
    if isinstance(options, SetOptions) and not options.missing(()):
        return spelled(question, None, view)
    return ""


def policies(game: Game) -> Iterator[str]:
    """The standing orders that a side of this game can file."""
    for question in game.question_kinds:
        if question.policies:
            names = ["ask me", *(policy.name for policy in question.policies)]
            yield f"{question.title}: {' | '.join(names)}"
