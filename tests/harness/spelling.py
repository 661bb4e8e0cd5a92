"""Every order has one spelling, and people may write it in many ways."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import islice
from typing import Any

from engine.core.driver import open_asks
from engine.core.fuzz import check_spelling
from engine.core.match import Match
from engine.core.names import Names, fold
from engine.core.orders import read
from engine.core.procedure import Ask
from engine.core.questions import read_line, spelled
from engine.core.sets import SetOptions
from tests.harness.matches import follow, started

MOST = 12  # options spelled at one question


def check_spellings(match: Match) -> None:
    live = started(match)
    for entry in match.record:
        for ask in open_asks(live.driver.waiting):
            check_ask(live, ask)
        follow(live, entry)


def check_ask(match: Match, ask: Ask) -> None:
    view = match.game.view(match.driver.board, ask.side)
    for choice in islice(ask.options, MOST):
        check_spelling(match.game, ask, view, choice)
    options = ask.options.extend(()) if isinstance(ask.options, SetOptions) else ask.options
    for choice in islice(options, MOST):
        check_variants(match, ask, options, view, choice)


def check_variants(match: Match, ask: Ask, options: Any, view: Any, choice: Any) -> None:
    game, question = match.game, match.game.questions[ask.question]
    names = game.names(view)
    line = spelled(question, choice, view)
    for written in variants(line, names):
        reading = read(game, written)
        assert reading.lines, f"{written!r} is not taken for an order"
        words = reading.lines[0].words
        meant = read_line(question, ask, options, view, names, words)
        assert meant == choice, f"{written!r} for {line!r} reads as {meant!r}"


def variants(line: str, names: Names) -> Iterator[str]:
    yield line
    yield line.upper()
    yield line.title().swapcase()
    yield "   " + line.replace(" ", "  \t") + " ."
    yield unicodedata.normalize("NFD", line)
    yield fold(line)
    yield line.replace("-", "\u2013").replace("'", "\u2019")
    yield from aliased(line, names)


def aliased(line: str, names: Names) -> Iterator[str]:
    """The line with one of its names written in each other way."""
    folded = fold(line)
    for alias, name in names.by_fold.items():
        pattern = rf"(?<!\w){re.escape(fold(name))}(?!\w)"
        if alias != fold(name) and re.search(pattern, folded):
            yield re.sub(pattern, alias, folded, count=1)
