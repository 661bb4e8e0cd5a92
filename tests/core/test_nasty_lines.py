"""Whatever a player writes is read, refused or taken for chatter; nothing of it raises."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from engine.core import orders
from engine.core.driver import Driver, Given, open_ask
from engine.core.game import Game
from engine.core.play import advance, preview
from engine.core.procedure import Ask
from engine.core.questions import lines_of
from engine.core.sheets import Sheet
from engine.core.standing import file_all
from engine.great_game.game import GAME as GREAT_GAME
from tests.core.desk import MOVES, at, given, refused, send
from tests.harness.matches import follow, played, started
from tests.mini.game import GAME as MINI

GAMES = (MINI, GREAT_GAME)
NASTY = (
    "9" * 900,
    "9" * 5000,
    "0",
    "-1",
    "007",
    "\u1369",  # a digit to `isdigit`, not to `int`
    "\u0663",
    "²",
    "½",
    "1e9",
    "\x00",
    "\x1b[2J",
    "\ud800",
    "\udcff",
    "\u202eevom",
    "\u200f\u2066",
    "\ufdfa" * 60,
    "e" + "\u0301" * 400,
    " " * 10_000,
    "\t\v\f\u2028\x85",
    "-" * 900,
    "a - " * 200,
    "(" * 300,
    "(a+)+$",
    "[",
    "\\",
    "\\1",
    "(?P<to>.*)",
    "{0}{key}{x.y}",
    "%s%n",
    ", , and ,",
    "and " * 200,
    "all",
    "if",
    "if if when",
    "if odds >= 0:0",
    "\U0010ffff",
    "'\"; --",
)


def fragments(line: str) -> Iterator[str]:
    """A line with something nasty in place of each word, behind it, and as its condition."""
    parts = line.split(" ")
    for nasty in NASTY:
        yield from (" ".join([*parts[:n], nasty, *parts[n + 1 :]]) for n in range(1, len(parts)))
        yield from (f"{line} {nasty}", f"{line} if {nasty}", f"{parts[0]} {nasty}", nasty)


def conditions(game: Game, line: str) -> Iterator[str]:
    for kind in game.conditions:
        for nasty in NASTY:
            yield f"{line} if {kind.name.replace('N', nasty).replace('M', nasty)}"


class Position(Struct, frozen=True):
    driver: Driver
    ask: Ask
    line: str  # what was ordered there


@cache
def positions(game: Game) -> tuple[Position, ...]:
    """One for each question and kind of answer in a random game of each scenario."""
    found: dict[tuple[str, str], Position] = {}
    for scenario in game.scenarios:
        match = played(game, scenario.key, 0)
        live = started(match)
        for entry in match.record:
            if isinstance(entry, Given):
                kind = entry.question, type(entry.choice).__name__
                found.setdefault(kind, position(live.driver, entry))
            follow(live, entry)
    return tuple(found.values())


def position(driver: Driver, entry: Given) -> Position:
    ask = open_ask(driver.waiting, entry.side)
    question, view = driver.game.questions[ask.question], driver.game.view(driver.board, ask.side)
    lines = lines_of(question, ask.options, entry.choice, view)
    return Position(driver.fork(), ask, lines[0])


def nasty_lines(here: Position) -> Iterator[str]:
    game = here.driver.game
    verbs = game.questions[here.ask.question].verbs
    yield from fragments(here.line)
    yield from conditions(game, here.line)
    yield from (f"{verb} {nasty}" for verb in verbs for nasty in NASTY)


def storable(thing: Any) -> None:
    assert b"\\u0000" not in msgspec.json.encode(thing)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_no_order_line_raises(game):
    assert len(positions(game)) > 8
    for here in positions(game):
        side = here.ask.side
        for text in dict.fromkeys(nasty_lines(here)):
            reading = orders.read(game, text)
            done = advance(here.driver, {side: Sheet(side, reading.lines)}, {}, side)
            storable((reading, done.refusals, done.taken, done.sheets))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_no_preview_raises(game):
    for here in positions(game):
        verb = game.questions[here.ask.question].verbs[0]
        for nasty in NASTY:
            lines = orders.read(game, f"{verb} {nasty}").lines
            preview(here.driver, Sheet(here.ask.side, lines), {})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_no_standing_order_raises(game):
    """Filed, refused, or chatter; and what is filed can be asked."""
    for here in positions(game):
        question, side = game.questions[here.ask.question], here.ask.side
        known = [policy.name for policy in question.policies]
        for text in (*known, *(part for name in known for part in fragments(name))):
            reading = orders.read(game, f"{question.title}: {text}")
            filing = file_all(game, game.view(here.driver.board, side), reading.standing)
            storable((reading, filing.refusals, filing.accepted))
            if filing.accepted:
                advance(here.driver.fork(), {}, {side: filing.accepted})


def test_odds_without_end_are_an_unknown_condition():
    texts = ("red guard at bridge", "red foot at mill", "blue foot at market")
    line = "attack Market from Old Bridge if odds >="
    for odds in (f"{'9' * 900}:1", "1:1234567", "1:0"):
        done = send(at(*texts, phase="attack"), "red", f"{line} {odds}\ndone")
        assert ("unknown_condition", "6.1") in [r[1:] for r in refused(done, "red")], odds
    done = send(at(*texts, phase="attack"), "red", f"{line} 999999:1\ndone")
    assert given(done)[0][2] == ()


def test_marks_that_turn_the_text_do_not_matter():
    done = send(at(*MOVES, phase="move"), "red", "\u200fmove guard \u2068Mill\u2069 to \u202dhill")
    assert len(given(done)) == 1


def test_what_no_store_takes_is_replaced():
    (line,) = orders.read(MINI, "move a\x00b\ud800").lines
    assert line.text == "move a\ufffdb\ufffd"


def test_digits_of_all_alphabets_are_digits():
    assert orders.read(MINI, "move \u0663\u1369²").lines[0].words == "move 312"
