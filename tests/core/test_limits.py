"""How much of a text is read, judged and said back: the work for a bad mail has a bound."""

from __future__ import annotations

import sys
from typing import Any

import msgspec
import pytest

from engine.core.orders import LONGEST_LINE, LONGEST_QUOTE, MOST_GUESSED, MOST_LINES, quoted, read
from engine.core.refusals import MOST_REFUSALS, TOO_MANY_LINES, UNJUDGED
from engine.core.sheets import Sheet
from engine.core.standing import file_all
from service import notices, words
from tests.core.desk import MOVES, at, given, look, refused, send, sheet
from tests.mini.game import GAME
from tests.mini.positions import field

BAD = "move nobody 1 to 2"


def bad(count: int) -> str:
    return "\n".join(f"{BAD} {n}" for n in range(count))


def calls(count: int) -> int:
    """How many functions are entered to read and judge so many bad lines."""
    entered = 0

    def note(frame: Any, event: str, argument: Any) -> None:
        nonlocal entered
        entered += event in ("call", "c_call")

    driver, text = at(*MOVES, phase="move"), bad(count)
    sys.setprofile(note)
    try:
        done = send(driver, "red", text)
    finally:
        sys.setprofile(None)
    assert done.refused and done.steps == []
    return entered


def test_the_work_for_bad_lines_has_a_bound():
    calls(1)  # what is cached is cached
    few, some, many = calls(MOST_LINES // 2), calls(MOST_LINES), calls(20_000)
    assert some < 3 * few and many < 2 * some


def test_after_some_refusals_nothing_more_is_judged():
    done = send(at(*MOVES, phase="move"), "red", bad(MOST_REFUSALS + 1))
    told = done.refusals["red"]
    assert [r.line for r in told] == [*range(1, MOST_REFUSALS + 1), 0] and told[-1] == UNJUDGED
    assert notices.reason(GAME, UNJUDGED) == "… and further lines were not judged."
    done = send(at(*MOVES, phase="move"), "red", bad(MOST_REFUSALS))
    assert UNJUDGED not in done.refusals["red"]


def test_too_many_lines_are_refused_whole():
    driver = at(*MOVES, phase="move")
    text = "move guard Mill to hill\n" * (MOST_LINES + 1)
    for done in (send(driver, "red", text), look(driver, "red", text)[0]):
        assert done.refusals == {"red": [TOO_MANY_LINES]} and done.refused
        assert (done.steps, done.driver) == ([], driver)
    assert f"more than {MOST_LINES} orders" in words.refusal(GAME, TOO_MANY_LINES)
    assert len(given(send(driver, "red", "move guard Mill to hill\n" + "no ambush\n" * 499))) == 1


def test_chatter_is_not_counted():
    done = send(at(*MOVES, phase="move"), "red", "> hello\n" * 600 + "move guard Mill to hill")
    assert len(given(done)) == 1


def test_a_mistyped_verb_is_looked_for_near_the_top_only():
    ignored = read(GAME, "atack Market\n" * (MOST_GUESSED + 1)).ignored
    assert [bool(x.meant) for x in ignored] == [True] * MOST_GUESSED + [False]


def test_too_many_standing_orders_are_refused():
    filing = file_all(GAME, field(), read(GAME, "ambush: never\n" * 20_000).standing)
    assert filing.accepted == {} and filing.refusals == (TOO_MANY_LINES,)
    filing = file_all(GAME, field(), read(GAME, "ambush: maybe\n" * 50).standing)
    assert len(filing.refusals) == MOST_REFUSALS + 1 and filing.refusals[-1] == UNJUDGED


@pytest.mark.parametrize("letter", ["x", "\ufdfa"])  # the second becomes eighteen when it is folded
def test_a_line_without_end_is_refused_and_not_said_back(letter):
    driver = at(*MOVES, phase="move")
    text = "move guard Mill to hill\nmove " + letter * (LONGEST_LINE - 10)
    text += letter * 20 if letter == "x" else ""
    done = send(driver, "red", text)
    assert refused(done, "red") == [(2, "line_too_long", "")] and done.steps == []
    (told,) = done.refusals["red"]
    assert len(told.text) == LONGEST_QUOTE and told.text.endswith("…")
    assert "at most 1000 characters" in notices.reason(GAME, told)


def test_other_lines_without_end_are_chatter_comments_or_no_policy():
    long = "x" * LONGEST_LINE
    reading = read(GAME, f"hello {long}\n// {long}\ndone {long}\nambush: {long}")
    assert [(x.number, len(x.text)) for x in reading.ignored] == [(1, 120), (3, 120)]
    assert reading.lines == ()
    (refusal,) = file_all(GAME, field(), reading.standing).refusals
    assert (refusal.key, len(refusal.text), refusal.of) == ("unknown_policy", 120, ("…",))


def test_a_long_line_is_quoted_by_its_beginning():
    done = send(at(*MOVES, phase="move"), "red", f"move {'guard ' * 100}")
    (told,) = done.refusals["red"]
    assert len(told.text) == len(told.of[0]) == LONGEST_QUOTE
    assert len(notices.reason(GAME, told)) < 500
    assert quoted("x" * LONGEST_QUOTE) == "x" * LONGEST_QUOTE


def test_a_sheet_is_stored_as_it_always_was():
    one = sheet("red", "move a\nstance bold\nno ambush")
    one.take(one.lines[1])
    one.skip(one.lines[0])
    stored = msgspec.to_builtins(one)
    assert (stored["taken"], stored["skipped"], stored["stopped"]) == ((2, 1), (1,), False)
    again = msgspec.json.decode(msgspec.json.encode(one), type=Sheet)
    assert again == one and again.unused() == one.lines[2:]
