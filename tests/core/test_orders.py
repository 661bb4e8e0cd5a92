"""What the reader makes of a text: orders, standing orders, wishes and chatter."""

from __future__ import annotations

import pytest

from engine.core.orders import Ignored, Line, StandingLine, read
from tests.mini.game import GAME


def test_an_order_is_a_line_that_starts_with_a_verb():
    reading = read(GAME, "move guard Mill to Old Bridge")
    assert reading.lines == (
        Line(
            1,
            "move guard Mill to Old Bridge",
            "move",
            "move guard mill to old bridge",
        ),
    )


def test_chatter_is_ignored_and_lines_keep_their_numbers():
    reading = read(GAME, "Hello there,\n\nthe moves were bold.\n  attack Market from Old Bridge\n")
    assert [line.number for line in reading.lines] == [4]
    assert reading.ignored == (Ignored(1, "Hello there,"), Ignored(3, "the moves were bold."))


@pytest.mark.parametrize("text, verb", [("mvoe guard Mill", "move"), ("atack Market", "attack")])
def test_a_near_miss_is_chatter_with_a_hint(text, verb):
    assert read(GAME, text).ignored == (Ignored(1, text, verb),)


@pytest.mark.parametrize("text", ["// attack Market", "# move", "   ", ""])
def test_comments_and_empty_lines_are_nothing(text):
    reading = read(GAME, text)
    assert not reading.lines and not reading.ignored


def test_lines_are_parted_by_any_line_end_and_by_a_double_backslash():
    reading = read(GAME, "stance bold\r\nmove a\rmove b \\\\ move c\ndone")
    assert [line.words for line in reading.lines] == [
        "stance bold",
        "move a",
        "move b",
        "move c",
        "done",
    ]


@pytest.mark.parametrize("word", ["if", "when"])
def test_a_condition_stands_behind_if_or_when(word):
    (line,) = read(GAME, f"attack Market from Mill {word} odds >= 2:1").lines
    assert (line.words, line.condition) == ("attack market from mill", "odds >= 2:1")


def test_the_longest_verb_counts_and_only_as_a_whole_word():
    assert read(GAME, "march to Mill").lines[0].verb == "march to"
    assert read(GAME, "attacker is tired").lines == ()


@pytest.mark.parametrize("word", ["done", "Pass", "NONE", "stop", "no."])
def test_plain_words_are_orders_only_by_themselves(word):
    assert len(read(GAME, word).lines) == 1
    assert read(GAME, f"{word} thanks a lot").lines == ()


def test_preview_and_go_are_wishes():
    assert (read(GAME, "preview\nmove a").preview, read(GAME, "move a\nGo!").go) == (True, True)
    assert [line.words for line in read(GAME, "preview\nmove a").lines] == ["move a"]


def test_standing_orders_have_a_colon():
    reading = read(GAME, "Ambush: at Mill, Market\nlosses: weakest first\nhello: never")
    assert reading.standing == (
        StandingLine(1, "Ambush: at Mill, Market", "ambush", "at mill, market"),
        StandingLine(2, "losses: weakest first", "lose", "weakest first"),
    )
    assert [line.text for line in reading.ignored] == ["hello: never"]


def test_a_window_is_declined_by_name():
    assert read(GAME, "No ambush").lines[0].verb == "no ambush"
