"""Section 6 and 7.2: who controls a space, who runs a state."""

import pytest

from engine.great_game.control import (
    camp_of,
    camp_of_state,
    controlled,
    controller,
    nations_of,
    runs,
    vassals_of,
)
from tests.great_game.positions import field


@pytest.mark.parametrize(
    "texts, place, side",
    [
        ((), "delhi", "british"),
        ((), "kabul", "neutral"),
        (("afghanistan proxy russian",), "kabul", "russian"),
        (("afghanistan conquest british",), "ghazni", "british"),
        (("kabul 1 british",), "kabul", "british"),
        (("afghanistan proxy british", "kabul 1 russian"), "kabul", "russian"),
        (("persia proxy russian", "herat 2 persian"), "herat", "russian"),
        (("afghanistan invaded british", "kandahar 2 afghan"), "kandahar", "neutral"),
        (("burnes at kabul",), "kabul", "neutral"),
        (("orenburg 2 british",), "orenburg", "british"),
    ],
)
def test_6_occupation_before_affiliation_before_colour(texts, place, side):
    assert controller(field(*texts), place) == side


def test_6_with_both_camps_in_a_space_the_next_line_decides():
    board = field("persia proxy russian", "kabul 1 british 2 persian")
    assert controller(board, "kabul") == "neutral"


def test_6_passing_through_leaves_no_control():
    assert (
        controller(field("kandahar 3 british", "afghanistan invaded british"), "kabul") != "british"
    )
    assert controlled(field(), "british") == ("delhi", "bombay", "simla")


def test_7_2_camps_hold_proxies_and_conquests():
    board = field("persia proxy russian", "khiva conquest russian", "herat invaded russian")
    assert vassals_of(board, "russian") == ("khiva", "persia")
    assert nations_of(board, "russian") == ("persian", "russian")
    assert camp_of(board, "persian") == "russian" and camp_of(board, "afghan") == "neutral"
    assert camp_of_state(board, "herat") == "neutral" and camp_of(board, "rebels") == "rebels"


def test_7_2_a_neutral_state_is_run_by_the_rival_of_its_invader():
    board = field("herat invaded russian")
    assert runs(board, "british", "herat") and not runs(board, "russian", "herat")
    assert not runs(field(), "british", "herat")
