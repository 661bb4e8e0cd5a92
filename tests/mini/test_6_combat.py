"""Fighting, rule 6, case by case."""

from __future__ import annotations

import pytest

from engine.core.driver import Illegal, named
from engine.core.facts import Shown
from tests.mini.board import Assault
from tests.mini.combat import possible, result_of, total
from tests.mini.facts import Fought, Removed
from tests.mini.losses import losable, ways_out
from tests.mini.positions import field, of, options, places, play

BRIDGE = ("red guard at bridge", "blue foot at market", "red foot at mill")
ATTACK = (Assault("market", "bridge"),)
SLOTS = ("cup has red", "cup has storm")


def fought(*texts, dice=(3, 3), answers=(), **fields):
    """One battle for the market, its last facts and the driver."""
    board = field(*(texts or BRIDGE), *SLOTS, phase="battle", assaults=ATTACK, **fields)
    driver, facts = play(board, *answers, dice)
    return driver, of(Fought, facts)[0], facts


def test_6_1_a_stack_attacks_one_neighbour():
    board = field(*BRIDGE, "blue foot at hill", phase="attack")
    assert possible(board, "red") == (Assault("hill", "mill"), Assault("market", "bridge"))
    driver, _ = play(board)
    with pytest.raises(Illegal):
        driver.answer("red", (Assault("hill", "bridge"),))


def test_6_1_no_enemy_near_no_question():
    driver, _ = play(field("red foot at mill", *SLOTS, phase="attack"))
    assert named(driver.waiting) == "chance 2 (3.2)"


def test_6_2_a_bold_side_attacks_with_every_stack_that_can():
    stances = {"red": "bold", "blue": "bold"}
    board = field(*BRIDGE, "blue foot at hill", phase="attack", stances=stances)
    driver, _ = play(board)
    offered = options(driver)
    assert [owed.of for owed in offered.missing(ATTACK)] == [("Mill",)]
    assert ATTACK not in offered and (Assault("hill", "mill"), *ATTACK) in offered


def test_6_3_each_place_is_fought_for_once_by_all_who_attack_it():
    board = field(
        "red foot at bridge", "red foot at hill", "blue foot at market", *SLOTS, phase="attack"
    )
    both = (Assault("market", "bridge"), Assault("market", "hill"))
    _, facts = play(board, both, (6, 1))
    assert [f.sources for f in of(Fought, facts)] == [("bridge", "hill")]


def test_6_4_an_ambush_helps_the_defender():
    texts = (*BRIDGE, "blue holds ambush")
    _, box, _ = fought(*texts, answers=["t3"])
    assert ("6.4", -2) in box.shifts
    _, box, _ = fought(*texts, answers=["decline"])
    assert box.shifts == ()


def test_6_4_the_window_opens_for_any_card_and_for_no_card_it_does_not():
    board = field(*BRIDGE, "blue holds spy", phase="battle", assaults=ATTACK)
    driver, _ = play(board)
    assert named(driver.waiting) == "blue: ambush (6.4)"
    assert list(options(driver)) == ["decline"]
    driver, _ = play(field(*BRIDGE, phase="battle", assaults=ATTACK))
    assert named(driver.waiting) == "chance 6,6 (6.6)"


def test_6_5_blocks_in_battle_are_shown():
    _, _, facts = fought()
    assert [(f.token, f.value, f.to) for f in of(Shown, facts)] == [
        ("t0", "guard", ("*",)),
        ("t1", "foot", ("*",)),
    ]


@pytest.mark.parametrize(
    "red, blue, shifts",
    [
        ("bold", "steady", (("3.1", 1), ("3.1", -1))),
        ("bold", "bold", (("3.1", 1),)),
        ("steady", "steady", (("3.1", -1),)),
        ("steady", "bold", ()),
    ],
)
def test_6_6_stances_count(red, blue, shifts):
    _, box, _ = fought(stances={"red": red, "blue": blue})
    assert box.shifts == shifts
    assert box.lead == 3 - 2 + sum(n for _, n in shifts)


def test_6_6_blocks_are_added():
    assert total(tuple(field(*BRIDGE).tokens.values())) == 7


@pytest.mark.parametrize(
    "lead, result",
    [(-9, "repulse"), (-2, "repulse"), (-1, "hold"), (0, "hold"), (1, "retreat"), (4, "rout")],
)
def test_6_7_the_lead_makes_the_result(lead, result):
    assert result_of(field(), lead) == result


def test_6_7_nothing_happens_when_the_defender_holds():
    driver, box, facts = fought(dice=(2, 3))
    assert (box.result, of(Removed, facts)) == ("hold", [])
    assert named(driver.waiting) == "chance 2 (3.2)"


def test_6_8_a_repulsed_attacker_loses_a_block_of_his_choice():
    texts = ("red foot at bridge", "red decoy at bridge", "blue guard at market")
    driver, _, _ = fought(*texts, dice=(1, 6))
    assert named(driver.waiting) == "red: lose (6.8)"
    driver.answer("red", "t1")
    assert "t1" not in driver.board.tokens


def test_6_8_a_routed_defender_loses_one_and_retreats():
    texts = ("red guard at bridge", "blue decoy at market", "blue foot at market")
    driver, box, _ = fought(*texts, dice=(6, 1))
    assert (box.result, named(driver.waiting)) == ("rout", "blue: lose (6.8)")
    driver.answer("blue", "t1")
    assert named(driver.waiting) == "blue: retreat (6.9)"


def test_6_8_blocks_alike_are_offered_once():
    board = field("red foot at mill", "red foot at mill", "red foot at ford")
    assert losable(board, "red", ("mill", "ford")) == ("t0", "t2")


def test_6_9_the_defender_chooses_where_to_go():
    driver, _, _ = fought()
    assert list(options(driver)) == ["hill", "saint_remy"]
    driver.answer("blue", "hill")
    assert places(driver)["t1"] == "hill"


def test_6_9_who_cannot_retreat_is_lost():
    texts = ("red foot at hill", "red foot at saint_remy", *BRIDGE[:2], "blue foot at ford")
    board = field(*texts)
    assert ways_out(board, "blue", "market") == ()
    driver, _, _ = fought(*texts)
    assert "t3" not in driver.board.tokens


def test_6_10_those_who_retreat_are_mixed_with_those_they_meet():
    driver, _, _ = fought(*BRIDGE, "blue guard at hill")
    driver.answer("blue", "hill")
    assert named(driver.waiting) == "chance shuffle:2 (6.10)"
    driver.roll((1, 0))
    fresh = [t for t in driver.board.tokens.values() if t.holder == "hill"]
    assert [(t.value, t.known_to) for t in fresh] == [("guard", ("blue",)), ("foot", ("blue",))]


def test_6_11_in_the_newer_edition_a_lead_of_nothing_is_a_retreat():
    assert result_of(field(switches=("ties_retreat",)), 0) == "retreat"
