"""Section 5: decades, hands, rounds, initiative, action and reinforcement, reactions."""

import pytest

from engine.core.driver import Illegal
from engine.core.facts import Ended, Shown
from engine.core.match import begin
from engine.core.tokens import held_by
from engine.great_game.board import hand, sp_at
from engine.great_game.choices import (
    DECLINE,
    DONE,
    Arrival,
    March,
    Reaction,
    Reinforce,
    Text,
)
from engine.great_game.counters import LIMIT, Share
from engine.great_game.events import DecadeBegan, Initiative, Pointed, RoundBegan, Used
from engine.great_game.facts import BonusRolled, OfficerLost, OfficerPlaced
from engine.great_game.game import GAME
from tests.great_game.desk import PACK, dealt
from tests.great_game.positions import asked, field, of, offered, options, play, sp, turn

BOTH = ("british holds campaign", "russian holds emissary")


def test_5_a_decade_has_five_rounds():
    driver, facts = play(field(*BOTH, phase="round_end", round=4))
    assert asked(driver) == "british card russian card"
    _, facts = play(field(*BOTH, "burnes at delhi", phase="round_end", round=5), (2,))
    assert of(DecadeBegan, facts) == [DecadeBegan(1840)]
    assert not of(RoundBegan, facts)


def test_5_1_officers_arrive_where_their_camp_has_control_british_first():
    board = field(phase="arrivals", decade=1840)
    driver, _ = play(board)
    assert asked(driver) == "british arrive"
    places = [arrival.place for arrival in offered(driver)]
    assert places == ["delhi", "bombay", "simla"]
    for officer in ("abbott", "keane", "shakespear"):
        driver.answer("british", Arrival(officer, "simla"))
    facts = driver.answer("british", Arrival("connolly", "delhi"))
    assert of(OfficerPlaced, facts) == [OfficerPlaced("connolly", "delhi", "5.1")]
    assert asked(driver) == "russian arrive"


def test_5_1_nobody_arrives_in_the_first_decade():
    assert asked(begin(GAME, "campaign").driver) == "dice shuffle:54"


def test_5_2_seven_cards_each_that_only_their_owner_sees():
    match = begin(GAME, "campaign")
    match.roll(tuple(range(54)))
    assert asked(match.driver) == "british exchange"
    for side in ("british", "russian"):
        held = held_by(match.driver.board, hand(side))
        assert [t.known_to for t in held] == [(side,)] * 7


def test_5_2_up_to_two_cards_are_exchanged_for_the_top_of_the_deck():
    match = begin(GAME, "campaign")
    british = ("campaign",) * 5 + ("emissary", "hero")
    match.roll(dealt(british, ("spoiler",) * 5 + ("rebellion",) * 2, ("pen", "informant")))
    listed = options(match.driver)
    assert max(len(choice) for choice in listed) == 2
    held = {t.value: t.id for t in held_by(match.driver.board, hand("british"))}
    match.answer("british", tuple(sorted((held["emissary"], held["hero"]))))
    values = [str(t.value) for t in held_by(match.driver.board, hand("british"))]
    assert sorted(values) == ["campaign"] * 5 + ["informant", "pen"]
    assert asked(match.driver) == "russian exchange"
    bottom = [str(t.value) for t in held_by(match.driver.board, "bottom")]
    assert sorted(bottom) == ["emissary", "hero"] and len(PACK) == 54


def test_5_3_cards_are_chosen_in_secret_and_shown_together():
    driver, _ = play(field(*BOTH, phase="choose"))
    assert driver.answer("british", "t0") == []
    facts = driver.answer("russian", "t1")
    assert [f.value for f in of(Shown, facts)] == ["campaign", "emissary"]


def test_5_3_the_lesser_value_has_the_initiative():
    _, facts = play(field(*BOTH, phase="choose"), {"british": "t0", "russian": "t1"})
    assert of(Initiative, facts) == [Initiative(("russian", "british"), 0)]


@pytest.mark.parametrize("die, first", [(3, "russian"), (4, "british")])
def test_5_3_of_equal_values_odd_is_russian_and_even_british(die, first):
    board = field("british holds campaign", "russian holds campaign", phase="choose")
    _, facts = play(board, {"british": "t0", "russian": "t1"}, (die,))
    assert (of(Initiative, facts)[0].order[0], of(Initiative, facts)[0].die) == (first, die)


def test_5_3_a_side_without_cards_passes():
    driver, facts = play(field("british holds campaign", phase="choose"), {"british": "t0"})
    assert of(Initiative, facts) == [Initiative(("british",), 0)]
    assert asked(driver) == "british act"


def test_5_3_reactions_empty_the_same_hand_so_that_a_round_may_be_a_pass():
    board = turn("british", "emissary", "russian holds spoiler", "burnes at delhi",
                 "simonich at tehran", round=4)  # fmt: skip
    driver, _ = play(board, Text("persia", "burnes"), Reaction("t2", "simonich"), (1,))
    assert asked(driver) == "british card"


def test_5_4_text_and_moves_in_either_order():
    board = turn("british", "shooting_leave", "delhi 3 british", "burnes at simla")
    driver, _ = play(board, Text(by="burnes"), (1,))
    assert driver.board.points == 2 and asked(driver) == "british act"
    board = turn("british", "shooting_leave", "delhi 3 british", "burnes at simla")
    driver, facts = play(board, March("delhi", "simla", sp("3 british")), Text(by="burnes"), (3, 3),
                         (1,))  # fmt: skip
    assert of(Pointed, facts) == [Pointed(0)] and asked(driver) == "british card"


def test_5_4_nothing_must_be_done():
    driver, facts = play(turn("british", "pen"), DONE)
    assert of(Used, facts) == [Used("british", "pen", "action")]
    assert asked(driver) == "british card"


def test_5_4_a_reinforcement_places_the_value_in_the_capital():
    driver, _ = play(turn("british", "campaign", "delhi 2 british"), Reinforce(sp("4 british")))
    assert sp_at(driver.board, "delhi") == (Share("british", 6),)


def test_5_4_a_mix_of_nations_of_the_camp_within_their_limits():
    board = turn("russian", "campaign", "persia proxy russian", "tehran 18 persian")
    mixes = [c for c in offered(play(board)[0]) if isinstance(c, Reinforce)]
    assert mixes == [
        Reinforce(sp("2 persian 2 russian")),
        Reinforce(sp("1 persian 3 russian")),
        Reinforce(sp("4 russian")),
    ]


def test_5_4_a_conquered_state_raises_nothing_and_counters_are_limited():
    board = turn("russian", "campaign", "persia conquest russian", "orenburg 38 russian")
    mixes = [c for c in offered(play(board)[0]) if isinstance(c, Reinforce)]
    assert mixes == [Reinforce(sp("2 russian"))] and LIMIT["russian"] == 40


@pytest.mark.parametrize("die, extra", [(2, 1), (3, 0)])
def test_5_4_b_proxies_and_conquests_count_for_the_bonus_die(die, extra):
    board = turn("russian", "emissary", "persia proxy russian", "khiva conquest russian")
    driver, facts = play(board, Reinforce(sp("1 russian")), (die,))
    assert of(BonusRolled, facts) == [BonusRolled("russian", die, 2)]
    assert sp_at(driver.board, "orenburg") == (Share("russian", 1 + extra),)


def test_5_4_c_a_reaction_card_played_for_action_has_no_text():
    board = turn("british", "hero", "delhi 3 british", "burnes at delhi")
    driver, _ = play(board)
    assert not [c for c in offered(driver) if isinstance(c, Text)]
    assert March("delhi", "simla", sp("3 british")) in offered(driver)
    with pytest.raises(Illegal):
        driver.answer("british", Text(by="burnes"))


def test_5_4_c_a_window_opens_for_any_card_and_offers_only_what_is_held():
    board = turn("british", "emissary", "russian holds campaign", "burnes at delhi",
                 "simonich at tehran")  # fmt: skip
    driver, _ = play(board, Text("persia", "burnes"))
    assert asked(driver) == "russian spoiler" and offered(driver) == [DECLINE]
    board = turn("british", "emissary", "burnes at delhi", "simonich at tehran")
    assert asked(play(board, Text("persia", "burnes"))[0]) == "dice 6"


def test_5_7_the_other_side_plays_then_the_round_ends():
    board = field("british holds campaign", "russian holds emissary", "british holds pen",
                  phase="choose")  # fmt: skip
    driver, _ = play(board, {"british": "t0", "russian": "t1"}, DONE)
    assert asked(driver) == "british act"
    facts = driver.answer("british", DONE)
    assert of(RoundBegan, facts) == [RoundBegan(3, 3)]


def test_5_8_an_odd_die_costs_an_officer():
    board = field("burnes at delhi", "simonich at tehran", "emir_of_bokhara at bokhara",
                  phase="decade_end")  # fmt: skip
    driver, facts = play(board, (1, 2, 3))
    assert [f.officer for f in of(OfficerLost, facts)] == ["burnes", "emir_of_bokhara"]
    assert driver.board.officers == {"simonich": "tehran"}
    assert driver.board.fallen == ("burnes", "emir_of_bokhara")


def test_5_8_after_the_last_decade_the_game_ends():
    _, facts = play(field(phase="decade_end", decade=1840))
    assert of(Ended, facts)
