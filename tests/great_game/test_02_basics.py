"""Sections 2 and 3: figures, map, counters, and where each value comes from."""

import pytest

from engine.core.tables import load
from engine.great_game.board import fortress_at, officers_at
from engine.great_game.choices import March, Onward
from engine.great_game.counters import OFFICERS, Share, amount, minus, plus, total
from engine.great_game.facts import Damaged, Destroyed, Fought
from engine.great_game.geography import (
    FORTRESSES,
    HERE,
    MAP,
    SPACES,
    STATES,
    VASSALS,
    capital,
    kind_of_line,
)
from tests.great_game.positions import of, play, sp, turn

TEN = March("sind", "kandahar", sp("12 british"))


def test_2_2_one_minus_three_is_minus_two():
    board = turn("russian", "campaign", "khorasan 3 persian", "cherniaev at khorasan",
                 "persia proxy russian", "merv 1 british")  # fmt: skip
    board.fortress.pop("merv")
    march = March("khorasan", "merv", sp("3 persian"), ("cherniaev",))
    _, facts = play(board, march, (6,), (1, 1))
    assert [f.final for f in of(Fought, facts)] == [6, 0]
    board = turn("british", "campaign", "delhi 3 british", "pottinger at delhi", "sind 9 persian",
                 "persia proxy russian")  # fmt: skip
    _, facts = play(board, March("delhi", "sind", sp("3 british"), ("pottinger",)), (1,))
    first = of(Fought, facts)[0]
    assert (first.final, first.inflicted) == (-2, 5)


def test_2_3_the_map_is_one_piece():
    assert len(MAP.components()) == 1
    assert len(SPACES) == 43 and len(MAP.lines) == 79


def test_2_4_capitals_and_fortresses():
    assert (capital("afghanistan"), capital("persia")) == ("kabul", "tehran")
    assert (FORTRESSES["herat"], FORTRESSES["ghazni"]) == (15, 10)
    assert all(name in FORTRESSES for name in ("bokhara", "khiva", "tashkent", "delhi", "orenburg"))


def test_2_4_damage_is_kept_and_a_fortress_without_sp_is_destroyed():
    board = turn("british", "campaign", "kandahar 12 british", "afghanistan invaded british")
    driver, facts = play(board, March("kandahar", "ghazni", sp("12 british")), (6,))
    assert of(Damaged, facts) == [Damaged("ghazni", 6, 4)]
    assert fortress_at(driver.board, "ghazni") == 4 and not of(Destroyed, facts)
    _, facts = play(
        turn("british", "campaign", "kandahar 12 british", "afghanistan invaded british"),
        March("kandahar", "ghazni", sp("12 british")),
        (1,),
    )
    assert of(Destroyed, facts) == [Destroyed("ghazni", "2.4")]


@pytest.mark.parametrize(
    "a, b, kind",
    [
        ("tehran", "khorasan", "land"),
        ("merv", "bokhara", "desert"),
        ("baku", "krasnovodsk", "water"),
        ("kabul", "kandahar", ""),
        ("delhi", "orenburg", ""),
    ],
)
def test_2_5_lines_have_a_colour(a, b, kind):
    assert kind_of_line(a, b) == kind == kind_of_line(b, a)


def test_3_1_stacks_add_and_subtract():
    both = plus(sp("3 british"), sp("2 british 4 persian"))
    assert both == (Share("british", 5), Share("persian", 4)) and total(both) == 9
    assert minus(both, sp("4 persian")) == (Share("british", 5),)
    assert amount(both, "russian") == 0


def test_3_2_officers_are_rated_and_stand_together():
    board = turn("british", "campaign", "burnes at tehran", "simonich at tehran")
    assert officers_at(board, "tehran") == ("burnes", "simonich")
    assert (OFFICERS["pottinger"].tactics, OFFICERS["burnes"].diplomacy) == (3, 2)
    assert (OFFICERS["simonich"].tactics, OFFICERS["simonich"].diplomacy) == (1, 1)


def test_7_1_two_powers_and_eleven_vassal_states():
    assert len(VASSALS) == 11 and len(STATES) == 13


@pytest.mark.parametrize("name", ["map", "counters", "cards", "scenarios", "tables"])
def test_every_value_says_where_it_comes_from(name):
    table = load(HERE / f"{name}.toml")
    assert all(table.provenance(path) for path, _ in table.leaves())


def mark(name, path):
    found = load(HERE / f"{name}.toml").provenance(path)
    assert found is not None
    return found.mark


def test_given_values_are_marked_given_and_ours_are_not():
    assert mark("map", "fortresses.herat") == "given"
    assert mark("map", "fortresses.khiva") == "reconstructed"
    assert mark("cards", "card.emissary.value") == "given"
    assert mark("counters", "officer.skobelev.tactics") == "deduced"


def test_a_march_on_goes_from_where_the_stack_is():
    board = turn("british", "campaign", "delhi 4 british")
    driver, _ = play(board, March("delhi", "sind", sp("4 british")), Onward("baluchi"))
    assert driver.board.column.place == "baluchi"
