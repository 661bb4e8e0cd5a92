"""Every card in each of its uses: action with its text, action for its value, reaction."""

import pytest

from engine.core.facts import Shown
from engine.great_game.board import CARDS, Effect, on_map, sp_at
from engine.great_game.choices import DECLINE, DONE, March, Reaction, Reinforce, Text
from engine.great_game.counters import Share
from engine.great_game.events import (
    Affiliated,
    Cancelled,
    EmissaryRolled,
    InForce,
    InformantRolled,
    SpyRolled,
    Used,
)
from engine.great_game.facts import CommitmentsRolled, Fought, OfficerLost
from engine.great_game.politics import is_target
from tests.great_game.positions import asked, of, offered, play, sp, turn


@pytest.mark.parametrize("card", CARDS)
def test_15_t_every_card_reinforces_by_its_value(card):
    driver, facts = play(turn("british", card), Reinforce(sp(f"{CARDS[card]['value']} british")))
    assert of(Used, facts) == [Used("british", card, "reinforcement")]
    assert on_map(driver.board, "british") == CARDS[card]["value"]


@pytest.mark.parametrize("card", CARDS)
def test_15_u_every_card_moves_by_its_value(card):
    driver, _ = play(turn("british", card, "delhi 3 british"))
    marches = [c for c in offered(driver) if isinstance(c, March)]
    assert bool(marches) == bool(CARDS[card]["value"])


def test_15_a_campaign_has_no_text():
    driver, _ = play(turn("british", "campaign", "burnes at delhi"))
    assert not [c for c in offered(driver) if isinstance(c, Text)]
    assert CARDS["campaign"]["value"] == 4


def test_15_d_shooting_leave_shows_the_other_hand_to_one_side_only():
    board = turn("british", "shooting_leave", "burnes at delhi", "russian holds pen",
                 "russian holds hero")  # fmt: skip
    driver, facts = play(board, Text(by="burnes"), DECLINE, (2,))
    shown = [(f.value, f.to) for f in of(Shown, facts)]
    assert shown == [("pen", ("british",)), ("hero", ("british",))]
    assert driver.board.tokens["t3"].known_to == ("russian", "british")


def test_15_d_shooting_leave_fails_below_four():
    board = turn("british", "shooting_leave", "burnes at delhi", "russian holds pen")
    _, facts = play(board, Text(by="burnes"), DECLINE, (1,))
    assert of(SpyRolled, facts)[0].success is False and not of(Shown, facts)


@pytest.mark.parametrize("die, lost", [(1, ["burnes"]), (2, [])])
def test_15_e_an_informant_gives_the_spy_away(die, lost):
    board = turn("british", "shooting_leave", "burnes at delhi", "russian holds informant")
    driver, facts = play(board, Text(by="burnes"), Reaction("t3"), (die,))
    assert of(InformantRolled, facts) == [InformantRolled("burnes", die)]
    assert [f.officer for f in of(OfficerLost, facts)] == lost and not of(SpyRolled, facts)
    assert driver.board.tokens["t3"].holder in ("reaction:russian", "played:russian")


def test_15_h_imperial_commitments_take_sp_of_the_opponents_choice():
    board = turn("british", "imperial_commitments", "orenburg 5 russian", "kazala 2 russian",
                 "tehran 3 persian", "persia proxy russian")  # fmt: skip
    driver, facts = play(board, Text(), (4,))
    assert of(CommitmentsRolled, facts) == [CommitmentsRolled("russian", 4)]
    assert asked(driver) == "russian commitments"
    driver.answer("russian", (Share("kazala", 1), Share("orenburg", 3)))
    assert sp_at(driver.board, "orenburg") == sp("2 russian")
    assert on_map(driver.board, "persian") == 3


def test_15_i_gunboats_are_in_force_by_being_played_for_action():
    board = turn("british", "gunboat_diplomacy", "bombay 3 british")
    driver, facts = play(board, March("bombay", "delhi", sp("3 british")))
    assert of(InForce, facts) == [InForce("gunboat_diplomacy", Effect("british", 1))]
    assert "gunboat_diplomacy" in driver.board.effects
    driver, _ = play(turn("british", "gunboat_diplomacy"), DONE)
    assert driver.board.effects == {}


def test_15_j_persian_persuasion_frees_persia_or_closes_it():
    board = turn("british", "persian_persuasion", "persia proxy russian", "tehran 9 persian")
    driver, facts = play(board, Text())
    assert of(Affiliated, facts) == [Affiliated("persia", "")]
    assert on_map(driver.board, "persian") == 0
    board = turn("british", "persian_persuasion", order=("british", "russian"))
    board.tokens["t9"] = board.tokens["t1"].__class__(
        "t9", "card", "current:russian", ("*",), "pen"
    )
    driver, _ = play(board, Text())
    assert not is_target(driver.board, "russian", "persia")


def test_15_k_pen_holds_imperial_sp_back():
    board = turn("british", "pen", order=("british", "russian"))
    board.sp["orenburg"] = sp("4 russian")
    board.tokens["t9"] = board.tokens["t1"].__class__(
        "t9", "card", "current:russian", ("*",), "campaign"
    )
    driver, _ = play(board, Text())
    assert asked(driver) == "russian act" and driver.board.effects["pen"] == Effect("russian", 1)
    assert {c.to for c in offered(driver) if isinstance(c, March)} == {"guryev"}


def test_15_k_pen_played_second_holds_in_the_next_round():
    driver, _ = play(turn("british", "pen"), Text())
    assert driver.board.effects["pen"] == Effect("russian", 2)


def test_15_l_rifles_take_two_off_the_rolls_of_imperial_stacks():
    board = turn("british", "martini_henry", "sind 5 british", "kandahar 4 afghan",
                 "afghanistan invaded british")  # fmt: skip
    _, facts = play(board, March("sind", "kandahar", sp("5 british")), (3,))
    assert of(Fought, facts)[0].modifiers == (("card", -2),) and of(Fought, facts)[0].inflicted == 4


def test_15_m_flashman_as_emissary_spy_and_commander():
    driver, facts = play(turn("british", "flashman"), Text("persia", role="emissary"), (2,),
                         (Share("tehran", 20),))  # fmt: skip
    assert of(EmissaryRolled, facts)[0].final == 5 and driver.board.proxy == {"persia": "british"}
    board = turn("british", "flashman", "russian holds pen")
    _, facts = play(board, Text(role="spy"), DECLINE, (1,))
    assert of(SpyRolled, facts)[0].success
    board = turn("british", "flashman", "sind 5 british", "kandahar 4 afghan",
                 "afghanistan invaded british")  # fmt: skip
    driver, facts = play(board, Text(role="commander"), March("sind", "kandahar", sp("5 british")),
                         (3,))  # fmt: skip
    assert of(Fought, facts)[0].officer == "flashman" and of(Fought, facts)[0].final == 1


def test_15_n_emirs_daughter_cancels_flashman_and_his_moves():
    board = turn("british", "flashman", "delhi 4 british", "russian holds emirs_daughter")
    driver, facts = play(board, March("delhi", "sind", sp("4 british")), Reaction("t3"))
    assert of(Cancelled, facts) == [Cancelled("flashman")]
    assert sp_at(driver.board, "delhi") == sp("4 british") and asked(driver) == "british card"


def test_15_o_the_crimean_war_opens_by_its_text():
    _, facts = play(turn("british", "crimean_war", "delhi 3 british"), Text())
    assert of(InForce, facts) == [InForce("crimean_war", Effect("both", 1))]
    _, facts = play(turn("british", "crimean_war", "delhi 3 british"), DONE)
    assert not of(InForce, facts)


def test_5_4_c_reactions_stay_closed_without_their_trigger():
    board = turn("british", "campaign", "delhi 3 british", "russian holds informant",
                 "russian holds spoiler", "russian holds hero", "simonich at tehran")  # fmt: skip
    driver, _ = play(board, March("delhi", "sind", sp("3 british")))
    assert asked(driver) == "british act"


def test_15_b_an_emissary_takes_any_own_officer_to_any_free_state_of_three_spaces():
    board = turn("british", "emissary", "burnes at delhi", "stoddart at tehran")
    found = [c for c in offered(play(board)[0]) if isinstance(c, Text)]
    assert len(found) == 2 * 8 and {c.by for c in found} == {"burnes", "stoddart"}
    _, facts = play(board, Text("persia", "stoddart"), (6,))
    assert of(EmissaryRolled, facts)[0].final == 7


def test_15_c_a_spoiler_is_never_harmed():
    board = turn("russian", "emissary", "british holds spoiler", "vitkevich at tehran",
                 "burnes at delhi")  # fmt: skip
    driver, _ = play(board, Text("afghanistan", "vitkevich"), Reaction("t2", "burnes"), (6,))
    assert driver.board.officers["burnes"] == "kabul" and "vitkevich" not in driver.board.fallen


def test_15_f_a_hero_gives_vassal_sp_a_leader():
    board = turn("russian", "campaign", "khorasan 9 persian", "persia proxy russian",
                 "british holds hero", "pottinger at delhi")  # fmt: skip
    march = March("khorasan", "herat", sp("9 persian"))
    assert asked(play(board, march, DECLINE)[0]) == "dice 6,6,6,6,6,6"
    board = turn("russian", "campaign", "khorasan 9 persian", "persia proxy russian",
                 "british holds hero", "pottinger at delhi")  # fmt: skip
    assert asked(play(board, march, Reaction("t4", "pottinger"))[0]) == "dice 6,6"


def test_15_g_rebellion_names_a_conquest_of_the_other_side():
    board = turn("russian", "rebellion", "khokand conquest british", "osh 1 british",
                 "bokhara conquest russian")  # fmt: skip
    assert [c for c in offered(play(board)[0]) if isinstance(c, Text)] == [Text("khokand")]
    assert asked(play(board, Text("khokand"))[0]) == "dice 6"


@pytest.mark.parametrize(
    "letter, side, card",
    [
        ("p", "british", "pundits"),
        ("q", "british", "royal_geographic_society"),
        ("r", "russian", "kossacks"),
        ("s", "russian", "military_surveyors"),
    ],
)
def test_15_p_high_asia_cards_stay_on_the_panel_of_their_power(letter, side, card):
    driver, _ = play(turn(side, card), DONE)
    assert driver.board.ascent == {side: (card,)}
