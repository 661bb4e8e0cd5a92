"""Section 12: dice, order of rolls, losses, retreats, lone officers."""

import pytest

from engine.great_game.actions import whose
from engine.great_game.board import Effect, fortress_at, sp_at
from engine.great_game.choices import March, Reaction, Text
from engine.great_game.combat import dice_of, who_retreats
from engine.great_game.counters import Share
from engine.great_game.facts import Fought, Lost, OfficerPlaced, Resolved, Withdrew
from engine.great_game.forces import Attack, hostile
from engine.great_game.retreat import ways_back
from tests.great_game.positions import asked, field, of, offered, play, sp, turn

PERSIANS = ("persia proxy russian", "khorasan 20 persian", "simonich at khorasan")
TO_HERAT = March("khorasan", "herat", sp("20 persian"), ("simonich",))


def fought(facts):
    return [(f.role, f.sp, f.final, f.inflicted) for f in of(Fought, facts)]


@pytest.mark.parametrize(
    "stack, officer, place, dice",
    [
        ("4 british", False, "kabul", 1),
        ("4 british 3 persian", False, "kabul", 1),
        ("3 persian", True, "kabul", 2),
        ("3 persian", False, "kabul", 3),
        ("15 fortress", True, "herat", 2),
        ("15 fortress", False, "herat", 3),
        ("10 fortress", False, "delhi", 1),
        ("3 new_rebels 2 rebels", False, "kabul", 1),
    ],
)
def test_12_1_dice_by_the_composition_of_the_stack(stack, officer, place, dice):
    assert dice_of(sp(stack), officer, place) == dice


def test_12_1_who_rolls_fewer_dice_rolls_first_and_the_other_with_survivors_only():
    board = turn("british", "campaign", "ghazni 13 british", "kabul 10 afghan",
                 "afghanistan invaded british")  # fmt: skip
    board.fortress.pop("ghazni")
    _, facts = play(board, March("ghazni", "kabul", sp("13 british")), (5,), (1, 1, 1))
    assert fought(facts) == [("attacker", 13, 5, 8), ("defender", 2, 3, 0)]


def test_12_1_the_defender_rolls_first_if_he_has_fewer_dice():
    board = turn("russian", "campaign", "persia proxy russian", "khorasan 9 persian",
                 "herat 3 british", "herat conquest british")  # fmt: skip
    board.fortress.pop("herat")
    _, facts = play(board, March("khorasan", "herat", sp("9 persian")), (1,), (3, 2, 1))
    assert fought(facts) == [("defender", 3, 1, 2), ("attacker", 7, 6, 1)]


def test_12_1_equal_dice_lose_together():
    board = turn("russian", "campaign", *PERSIANS, "pottinger at herat")
    _, facts = play(board, TO_HERAT, (4, 5, 3, 2))
    assert fought(facts) == [("attacker", 20, 8, 12), ("defender", 15, 2, 13)]


def test_12_1_nobody_rolls_after_he_is_gone():
    board = turn("british", "campaign", "kandahar 14 british", "afghanistan invaded british")
    _, facts = play(board, March("kandahar", "ghazni", sp("14 british")), (3,))
    assert fought(facts) == [("attacker", 14, 3, 11)]


def test_12_2_the_best_friendly_officer_counts_on_each_side():
    board = turn("russian", "campaign", *PERSIANS, "vitkevich at herat", "pottinger at herat",
                 "burnes at herat")  # fmt: skip
    _, facts = play(board, TO_HERAT, (4, 5, 3, 2))
    assert [f.officer for f in of(Fought, facts)] == ["simonich", "pottinger"]


def test_12_2_an_officer_does_not_help_a_state_that_his_power_does_not_run():
    board = turn("british", "campaign", "kandahar 9 british", "burnes at herat",
                 "simonich at herat", "herat invaded russian")  # fmt: skip
    _, facts = play(board, March("kandahar", "herat", sp("9 british")), (6,), (6, 6, 6))
    assert [f.officer for f in of(Fought, facts)] == ["burnes", ""]


def test_12_2_the_emir_fights_for_his_walls():
    board = turn("russian", "campaign", "samarkand 9 russian", "bokhara invaded russian",
                 "emir_of_bokhara at bokhara")  # fmt: skip
    board.fortress.pop("samarkand")
    _, facts = play(board, March("samarkand", "bokhara", sp("9 russian")), (6,), (6, 6))
    assert of(Fought, facts)[1].officer == "emir_of_bokhara"


def test_5_4_c_a_hero_joins_before_the_dice():
    board = turn("russian", "campaign", *PERSIANS, "british holds hero", "pottinger at delhi")
    driver, _ = play(board, TO_HERAT)
    assert asked(driver) == "british hero" and len(offered(driver)) == 2
    facts = driver.answer("british", Reaction("t5", "pottinger"))
    assert OfficerPlaced("pottinger", "herat", "10.1") in facts and asked(driver) == "dice 6,6,6,6"


def test_5_4_c_no_hero_for_a_state_in_the_keeping_of_the_attacker():
    board = turn("british", "campaign", "kandahar 9 british", "russian holds hero",
                 "simonich at tehran", "herat invaded russian")  # fmt: skip
    assert asked(play(board, March("kandahar", "herat", sp("9 british")))[0]) == "dice 6"


def test_12_3_losses_may_be_a_mix_of_fortress_and_other_sp():
    board = turn("british", "campaign", "kandahar 14 british", "ghazni 5 afghan",
                 "afghanistan invaded british")  # fmt: skip
    driver, _ = play(board, March("kandahar", "ghazni", sp("14 british")), (4,))
    assert asked(driver) == "russian losses"
    driver.answer("russian", (Share("afghan", 3), Share("fortress", 7)))
    assert fortress_at(driver.board, "ghazni") == 3


@pytest.mark.parametrize(
    "mine, other, costs, loser",
    [
        ("4 british", "1 fortress", (0, 9), "attacker"),
        ("4 british", "1 afghan", (2, 1), "attacker"),
        ("4 british", "1 afghan", (1, 2), "defender"),
        ("4 british", "1 afghan", (1, 1), "attacker"),
        ("4 british", "1 afghan", (0, 0), "attacker"),
        ("4 afghan 2 fortress", "4 british", (5, 1), "defender"),
        ("4 british", "", (5, 1), "nobody"),
        ("", "2 afghan", (5, 9), "nobody"),
    ],
)
def test_12_3_who_retreats(mine, other, costs, loser):
    assert who_retreats(sp(mine), sp(other), *costs) == loser


def test_12_3_a_surviving_fortress_sends_the_stack_back_where_it_came_from():
    board = turn("russian", "campaign", *PERSIANS)
    driver, facts = play(board, TO_HERAT, (6, 6), (6, 6, 6))
    assert [(f.place, f.to) for f in of(Withdrew, facts)] == [("herat", "khorasan")]
    assert driver.board.officers["simonich"] == "khorasan"


def test_12_3_lone_officers_go_home():
    board = turn("russian", "campaign", "persia proxy russian", "khorasan 3 persian",
                 "simonich at khorasan")  # fmt: skip
    march = March("khorasan", "herat", sp("3 persian"), ("simonich",))
    driver, facts = play(board, march, (6, 6), (1, 1, 1))
    assert driver.board.officers == {"simonich": "orenburg"}
    assert of(Resolved, facts)[0].retreats == "nobody"


def test_12_3_the_officer_of_a_fallen_fortress_goes_home_too():
    board = turn("russian", "campaign", "khorasan 20 russian", "pottinger at herat")
    driver, _ = play(board, March("khorasan", "herat", sp("20 russian")), (1,))
    assert driver.board.officers == {"pottinger": "delhi"}
    assert driver.board.conquered == {"herat": "russian"}


def test_12_4_only_controlled_spaces_free_of_enemies():
    board = field("kabul 3 afghan", "ghazni 1 british", "afghanistan invaded british",
                  "kabul 3 afghan")  # fmt: skip
    attack = Attack("british", "camp", "kabul", "ghazni", True)
    assert ways_back(board, attack, "defender", False) == ()
    board = field("kabul 3 afghan", "afghanistan invaded british")
    assert ways_back(board, attack, "defender", False) == ("ghazni",)


def test_12_4_without_a_space_the_sp_are_lost():
    board = turn("british", "campaign", "kandahar 9 british", "afghanistan invaded british")
    driver, facts = play(board, March("kandahar", "ghazni", sp("9 british")), (6,), (6, 6, 6))
    assert of(Lost, facts)[-1] == Lost("ghazni", sp("9 british"), of(Lost, facts)[-1].after, "12.4")
    assert sp_at(driver.board, "ghazni") == ()


def test_12_4_the_loser_chooses_among_several():
    board = turn("british", "campaign", "sind 9 british", "baluchistan conquest british",
                 "kandahar 4 russian", "herat conquest russian", "persia proxy russian",
                 "afghanistan proxy russian", "sind 9 british",
                 effects={"crimean_war": Effect("both", 1)})  # fmt: skip
    board.fortress.pop("herat")
    board.sp["kabul"] = sp("10 afghan")
    driver, _ = play(board, March("sind", "kandahar", sp("9 british")), (6, 6))
    assert asked(driver) == "russian retreat"
    assert offered(driver) == ["ghazni", "herat", "kerman"]
    driver.answer("russian", "herat")
    assert sp_at(driver.board, "herat") == sp("1 russian")


def test_12_4_water_only_for_the_player_of_gunboats():
    attack = Attack("british", "camp", "bushire", "bombay", True)
    board = field("bushire 4 british", column=None)
    assert ways_back(board, attack, "attacker", False) == ()
    board.effects["gunboat_diplomacy"] = Effect("british", 1)
    assert ways_back(board, attack, "attacker", False) == ("bombay",)


def test_12_4_gunboats_of_both_players_hold_side_by_side():
    board = field(effects={"gunboat_diplomacy": Effect("russian", 1)})
    assert whose(board, "gunboat_diplomacy", "british") == "both"
    assert whose(board, "gunboat_diplomacy", "russian") == "russian"
    assert whose(field(), "gunboat_diplomacy", "british") == "british"


def test_12_a_neutral_fortress_is_hostile_to_all_and_an_own_one_is_not():
    board = field("persia proxy russian", "herat proxy russian")
    assert hostile(field(), "british", "camp", "herat") == sp("15 fortress")
    assert hostile(board, "russian", "camp", "herat") == ()
    assert hostile(board, "british", "camp", "herat") == sp("15 fortress")


def deployed_at_ghazni(dice):
    """Afghanistan is lost to the British, and its SP are set up among theirs in the fortress."""
    board = turn("russian", "emissary", "afghanistan proxy british", "ghazni 8 british",
                 "kandahar 1 british", "simonich at tehran")  # fmt: skip
    driver, _ = play(board, Text("afghanistan", "simonich"), (6,))
    assert asked(driver) == "russian deploy"
    facts = driver.answer("russian", (Share("ghazni", 10),)) + driver.roll((6,))
    assert asked(driver) == "russian losses"
    facts += driver.answer("russian", (Share("afghan", 2),))
    return driver, facts + driver.roll(dice)


def test_12_1_a_fortress_counts_with_the_sp_that_its_state_deploys_in_it():
    _, facts = deployed_at_ghazni((6, 6, 6))
    assert [(f.role, f.sp) for f in of(Fought, facts)] == [("defender", 8), ("attacker", 18)]


def test_12_3_the_fortress_of_the_deployed_sends_the_others_away():
    driver, facts = deployed_at_ghazni((4, 4, 6))
    assert of(Resolved, facts)[0].retreats == "defender"
    assert [(f.place, f.to) for f in of(Withdrew, facts)] == [("ghazni", "kandahar")]
    assert sp_at(driver.board, "kandahar") == sp("5 british")  # 8 - (1 + 1 + 2) + 1
