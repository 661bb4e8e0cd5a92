"""Section 7: camps, arrivals, affiliation."""

from engine.great_game.board import on_map, sp_at
from engine.great_game.choices import March, Reaction, Text
from engine.great_game.counters import Share
from engine.great_game.events import Affiliated, EmissaryRolled, Invaded, Lapsed
from engine.great_game.facts import OfficerLost, OfficerPlaced, OfficerRemoved
from engine.great_game.politics import diplomacy, is_target, targets
from tests.great_game.positions import asked, field, of, options, play, sp, turn

ALL_AT_TEHRAN = (Share("tehran", 20),)


def test_7_3_a_new_proxy_deploys_all_its_sp_where_its_power_likes():
    board = turn("russian", "emissary", "simonich at tehran")
    driver, _ = play(board, Text("persia", "simonich"), (2,))
    assert asked(driver) == "russian deploy"
    driver.answer("russian", (Share("khorasan", 15), Share("tehran", 5)))
    assert sp_at(driver.board, "khorasan") == (Share("persian", 15),)


def test_7_3_the_rival_deploys_an_invaded_state_in_full_even_after_losses():
    board = turn("british", "campaign", "sind 9 british", "kandahar 0 afghan")
    driver, _ = play(board, March("sind", "kandahar", sp("9 british")))
    assert asked(driver) == "russian deploy"
    assert options(driver).wanted == 10


def test_7_3_they_may_stand_in_the_space_just_entered_and_fight_there():
    board = turn("british", "campaign", "sind 9 british")
    driver, _ = play(board, March("sind", "kandahar", sp("9 british")), (Share("kandahar", 10),))
    assert asked(driver) == "dice 6"
    driver.roll((4,))
    assert sp_at(driver.board, "kandahar") == sp("5 afghan 9 british")


def test_7_3_a_proxy_gets_what_it_lacks_when_it_is_invaded():
    board = turn("british", "campaign", "sind 9 british", "afghanistan proxy russian",
                 "kabul 4 afghan")  # fmt: skip
    driver, _ = play(board, March("sind", "kandahar", sp("9 british")))
    assert options(driver).wanted == 6


def test_7_4_the_emir_comes_with_an_invasion_and_goes_when_it_lapses():
    board = turn("russian", "campaign", "tashkent 5 russian", "khokand conquest russian")
    board.fortress.pop("samarkand")
    _, facts = play(board, March("tashkent", "samarkand", sp("5 russian")))
    assert OfficerPlaced("emir_of_bokhara", "bokhara", "7.4") in facts
    board = field("russian holds pen", "bokhara invaded russian", "emir_of_bokhara at bokhara",
                  phase="round_end")  # fmt: skip
    _, facts = play(board)
    assert of(OfficerRemoved, facts) == [OfficerRemoved("emir_of_bokhara", "8.1")]


def test_7_4_a_conquest_ends_the_emir_for_good():
    board = turn("russian", "campaign", "samarkand 9 russian", "bokhara invaded russian",
                 "emir_of_bokhara at bokhara")  # fmt: skip
    board.fortress.pop("bokhara")
    driver, _ = play(board, March("samarkand", "bokhara", sp("9 russian")))
    assert driver.board.fallen == ("emir_of_bokhara",)
    assert driver.board.conquered == {"bokhara": "russian"}


def test_7_5_only_states_of_three_spaces_that_are_free_can_be_targets():
    board = field("bokhara conquest russian", "punjab proxy british")
    found = targets(board, "british")
    assert found == ("afghanistan", "baluchistan", "kazak", "khokand", "persia", "turcomans")
    assert is_target(board, "russian", "punjab") and not is_target(board, "russian", "kashgaria")
    ascent = {"russian": ("kossacks", "military_surveyors")}
    assert is_target(field(ascent=ascent), "russian", "kashgaria")


def test_7_5_five_moves_a_state_one_degree():
    board = turn("british", "emissary", "burnes at delhi", "persia proxy russian")
    driver, facts = play(board, Text("persia", "burnes"), (3,))
    assert of(Affiliated, facts) == [Affiliated("persia", "")]
    board = turn("british", "emissary", "burnes at delhi")
    driver, facts = play(board, Text("persia", "burnes"), (3,), ALL_AT_TEHRAN)
    assert driver.board.proxy == {"persia": "british"}
    assert driver.board.officers["burnes"] == "tehran"


def test_7_5_four_does_not_and_costs_nothing_without_a_spoiler():
    board = turn("british", "emissary", "burnes at delhi")
    driver, facts = play(board, Text("persia", "burnes"), (2,))
    assert of(EmissaryRolled, facts)[0].final == 4
    assert driver.board.proxy == {} and driver.board.officers == {"burnes": "tehran"}


def test_7_5_spoilers_count_against_the_roll_and_failure_costs_the_emissary():
    board = turn("russian", "emissary", "british holds spoiler", "vitkevich at tehran",
                 "burnes at delhi")  # fmt: skip
    driver, facts = play(board, Text("afghanistan", "vitkevich"), Reaction("t2", "burnes"), (4,))
    assert of(EmissaryRolled, facts)[0].final == 4
    assert of(OfficerLost, facts) == [OfficerLost("vitkevich", ("vitkevich",), "7.5")]
    assert driver.board.officers == {"burnes": "kabul"}


def test_7_5_a_kashgaria_is_closed_to_emissaries_but_not_to_a_spoiler():
    ascent = {"russian": ("kossacks", "military_surveyors")}
    board = turn("russian", "emissary", "british holds spoiler", "vitkevich at tehran",
                 "burnes at delhi", ascent=ascent)  # fmt: skip
    assert not is_target(board, "british", "kashgaria")
    driver, _ = play(board, Text("kashgaria", "vitkevich"), Reaction("t2", "burnes"))
    assert driver.board.officers["burnes"] == "kashgar"


def test_14_a_russian_in_tehran_counts_three():
    assert diplomacy("russian", "vitkevich", "persia") == 3
    assert diplomacy("russian", "vitkevich", "afghanistan") == 2
    assert diplomacy("british", "burnes", "persia") == 2


def test_7_5_lost_proxies_disband():
    board = turn("british", "emissary", "burnes at delhi", "persia proxy russian",
                 "tehran 9 persian")  # fmt: skip
    driver, _ = play(board, Text("persia", "burnes"), (6,))
    assert on_map(driver.board, "persian") == 0


def test_7_5_but_fights_on_if_its_patron_is_still_inside():
    board = turn("british", "emissary", "burnes at delhi", "persia proxy russian",
                 "isfahan 9 persian", "tehran 3 russian")  # fmt: skip
    driver, facts = play(board, Text("persia", "burnes"), (6,))
    assert of(Invaded, facts) == [Invaded("persia", "russian")]
    assert asked(driver) == "british deploy" and options(driver).wanted == 11


def test_7_5_or_if_the_other_side_is_its_invader():
    board = turn("british", "emissary", "burnes at delhi", "persia proxy russian",
                 "isfahan 9 persian", "kerman 3 british", "persia invaded british")  # fmt: skip
    driver, facts = play(board, Text("persia", "burnes"), (6,))
    assert on_map(driver.board, "persian") == 9
    assert driver.board.invaders == {"persia": "british"} and not of(Lapsed, facts)


def test_7_5_no_officer_of_a_vassal_state_is_an_emissary():
    board = turn("russian", "emissary", "emir_of_bokhara at bokhara", "bokhara proxy russian")
    assert not [c for c in options(play(board)[0]) if isinstance(c, Text)]
