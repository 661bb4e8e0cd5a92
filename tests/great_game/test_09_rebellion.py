"""Section 9: risings, what they cost, and who runs them."""

from engine.great_game.board import on_map, sp_at
from engine.great_game.choices import March, Text
from engine.great_game.combat import dice_of
from engine.great_game.control import rebel_runner
from engine.great_game.counters import Share
from engine.great_game.events import Conquered, Liberated, RebellionRolled, Rose
from engine.great_game.facts import Fought, OfficerLost, OfficerPlaced, Withdrew
from engine.great_game.rebellion import can_rebel
from tests.great_game.positions import asked, field, of, offered, play, sp, turn

HELD = ("khokand conquest british", "tashkent 4 british", "osh 1 british")
AFGHAN = ("afghanistan conquest british", "kabul 4 british", "ghazni 1 british")


def rising(*texts, **fields):
    board = turn("russian", "rebellion", *texts, **fields)
    for place in ("tashkent", "turkestan", "ghazni"):
        board.fortress.pop(place)
    return board


def test_9_only_a_conquest_of_the_opponent_rebels():
    board = field("khokand conquest british", "khiva conquest russian")
    assert can_rebel(board, "russian") == ("khokand",)


def test_9_a_low_die_triggers_nothing_and_leaves_the_value():
    driver, facts = play(rising(*HELD, "orenburg 2 russian"), Text("khokand"), (2,))
    assert of(RebellionRolled, facts)[0].success is False and not of(Rose, facts)
    assert driver.board.points == 3 and not driver.board.rising


def test_5_4_after_moves_a_failed_rising_ends_them_and_a_real_one_gets_what_is_left():
    march = March("orenburg", "guryev", sp("2 russian"))
    driver, _ = play(rising(*HELD, "orenburg 3 russian"), march, Text("khokand"), (6, 6), (2,))
    assert asked(driver) == "russian card"
    rebels = (Share("turkestan", 7),)
    driver, _ = play(
        rising(*HELD, "orenburg 3 russian"), march, Text("khokand"), (6, 6), (3,), (4, 3), rebels
    )
    assert driver.board.points == 2 and driver.board.rising == "khokand"


def test_9_two_dice_of_rebels_stand_where_their_player_likes():
    driver, _ = play(rising(*HELD), Text("khokand"), (3,), (4, 3), (Share("turkestan", 7),))
    assert sp_at(driver.board, "turkestan") == (Share("new_rebels", 7),)
    assert driver.board.rising == "khokand"


def test_9_placed_among_foreign_sp_they_fight_at_once():
    driver, facts = play(
        rising(*HELD), Text("khokand"), (3,), (6, 2), (Share("osh", 8),), (2, 6)
    )  # fmt: skip
    assert [f.place for f in of(Fought, facts)] == ["osh", "osh"]
    assert sp_at(driver.board, "osh") == (Share("new_rebels", 8),)


def test_9_1_the_value_is_the_rebels_and_they_stay_in_their_state():
    driver, _ = play(
        rising(*HELD, "orenburg 5 russian"), Text("khokand"), (3,), (4, 3), (Share("turkestan", 7),)
    )
    marches = [c for c in offered(driver) if isinstance(c, March)]
    assert {m.source for m in marches} == {"turkestan"} and {m.to for m in marches} == {"tashkent"}


def test_9_1_one_die_in_their_first_round_only():
    assert dice_of(sp("5 new_rebels"), False, "osh") == 1
    assert dice_of(sp("5 rebels"), False, "osh") == 3
    board = field("russian holds pen", *HELD, "turkestan 7 new_rebels", phase="round_end")
    driver, _ = play(board)
    assert sp_at(driver.board, "turkestan") == (Share("rebels", 7),)


def test_9_1_rebels_move_only_by_rebellion_cards():
    board = turn("russian", "campaign", *HELD, "turkestan 7 rebels", "orenburg 2 russian")
    assert "turkestan" not in {c.source for c in offered(play(board)[0]) if isinstance(c, March)}


def test_9_2_a_state_with_rebels_only_is_free():
    board = rising("khokand conquest british", "delhi 4 british")
    driver, facts = play(board, Text("khokand"), (3,), (4, 3), (Share("osh", 7),))
    assert of(Liberated, facts) == [Liberated("khokand", "rebels", "9.2")]
    assert on_map(driver.board, "new_rebels") == 0 and driver.board.conquered == {}
    assert "tashkent" not in driver.board.fortress


def test_9_2_if_all_perish_together_the_conquest_stands():
    board = rising("khokand conquest british", "osh 6 british", "afghanistan conquest russian")
    driver, facts = play(board, Text("khokand"), (3,), (3, 3), (Share("osh", 6),), (1, 1))
    assert not of(Liberated, facts)
    assert driver.board.conquered["khokand"] == "british"


def test_9_2_control_of_rebels_flips_to_the_original_power():
    board = field("khokand conquest british", "osh 5 rebels", "tashkent 2 russian")
    assert rebel_runner(board, "khokand") == "british"
    assert can_rebel(board, "british") == ("khokand",)
    assert can_rebel(board, "russian") == ()
    board = field("khokand conquest british", "osh 5 rebels", "tashkent 2 russian",
                  "turkestan 1 british")  # fmt: skip
    assert rebel_runner(board, "khokand") == "russian"


def test_9_2_a_rival_in_the_capital_takes_the_rebellion_over():
    board = turn("russian", "campaign", "samarkand 5 russian", "khokand conquest british",
                 "osh 5 rebels")  # fmt: skip
    board.fortress.pop("tashkent")
    driver, facts = play(board, March("samarkand", "tashkent", sp("5 russian")))
    assert of(Conquered, facts) == [Conquered("khokand", "russian", "9.2")]
    assert sp_at(driver.board, "osh") == (Share("rebels", 5),)
    assert rebel_runner(driver.board, "khokand") == "british"


def test_7_4_akbar_leads_the_first_afghan_rising_and_ayub_the_second():
    _, facts = play(rising(*AFGHAN), Text("afghanistan"), (3,), (4, 3), (Share("kandahar", 7),))
    assert of(OfficerPlaced, facts) == [OfficerPlaced("akbar", "kandahar", "7.4")]
    board = rising(*AFGHAN, risings=1)
    _, facts = play(board, Text("afghanistan"), (3,), (4, 3), (Share("kandahar", 7),))
    assert of(OfficerPlaced, facts) == [OfficerPlaced("ayub", "kandahar", "7.4")]


def test_7_4_their_player_says_with_which_rebels():
    shares = (Share("ghazni", 3), Share("kandahar", 4))
    driver, _ = play(rising(*AFGHAN), Text("afghanistan"), (3,), (4, 3), shares)
    assert asked(driver) == "russian leader" and offered(driver) == ["kandahar", "ghazni"]
    driver.answer("russian", "ghazni")
    assert driver.board.officers == {"akbar": "ghazni"}


def test_7_4_more_rebels_in_a_rising_are_no_second_one():
    board = rising(*AFGHAN, "kandahar 2 rebels", "akbar at kandahar", risings=1)
    driver, facts = play(board, Text("afghanistan"), (3,), (4, 3), (Share("kandahar", 7),))
    assert not of(OfficerPlaced, facts) and driver.board.risings == 1


def test_12_3_officers_die_with_sp_that_rebels_destroy():
    board = rising(*HELD, "keane at osh")
    _, facts = play(board, Text("khokand"), (3,), (6, 4), (Share("osh", 10),), (6, 1))
    assert of(OfficerLost, facts) == [OfficerLost("keane", ("keane",), "12.3")]


def test_12_3_placed_rebels_retreat_on_a_tie():
    board = rising("khokand conquest british", "osh 2 british", "tashkent 1 british")
    _, facts = play(board, Text("khokand"), (3,), (1, 1), (Share("osh", 2),), (6, 6))
    assert not of(Withdrew, facts)
    board = rising("khokand conquest british", "osh 2 british", "tashkent 1 british")
    board.sp.pop("tashkent")
    _, facts = play(board, Text("khokand"), (3,), (1, 1), (Share("osh", 2),), (6, 6))
    assert of(Withdrew, facts)[0].to == "tashkent"
