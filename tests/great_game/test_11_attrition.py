"""Section 11: what marched is checked, and nothing else."""

from engine.great_game.board import sp_at
from engine.great_game.choices import DONE, HALT, Drop, March, Onward, Take
from engine.great_game.counters import Share
from engine.great_game.events import Invaded
from engine.great_game.facts import Checked, Fought
from tests.great_game.positions import asked, of, play, sp, turn


def checks(facts):
    return [(f.kind, f.modifier, f.safe, f.sp) for f in of(Checked, facts)]


def test_11_2_ten_sp_three_spaces_a_seven_loses_one():
    board = turn("british", "campaign", "delhi 10 british")
    driver, facts = play(
        board, March("delhi", "sind", sp("10 british")), Onward("karachi"), Onward("sind"), HALT,
        (3, 4),
    )  # fmt: skip
    assert checks(facts) == [("march", 2, 9, 10)]
    assert sp_at(driver.board, "sind") == sp("9 british")


def test_11_2_four_sp_over_a_desert_a_five_loses_none():
    board = turn("british", "campaign", "karachi 4 british", "baluchistan conquest british")
    driver, facts = play(board, March("karachi", "baluchi", sp("4 british")), (2, 3))
    assert checks(facts) == [("desert", -1, 4, 4)]
    assert sp_at(driver.board, "baluchi") == sp("4 british")


def test_11_1_a_desert_check_comes_before_combat_and_the_final_one_as_well():
    board = turn("russian", "campaign", "guryev 9 russian", points=1)
    board.fortress["slavers"] = 1
    driver, facts = play(board, March("guryev", "slavers", sp("9 russian")), (1, 2), (1,), (6, 6))
    kinds = [type(f).__name__ for f in facts if isinstance(f, Checked | Fought)]
    assert kinds == ["Checked", "Fought", "Checked"]
    assert checks(facts) == [("desert", -1, 2, 9), ("march", 2, 14, 2)]
    assert asked(driver) == "russian card"


def test_11_1_a_check_at_each_yellow_line():
    board = turn("russian", "campaign", "guryev 6 russian")
    board.fortress.pop("khiva")
    _, facts = play(board, March("guryev", "slavers", sp("6 russian")), (3, 3), Onward("khiva"),
                    (2, 2))  # fmt: skip
    assert checks(facts) == [("desert", -1, 5, 6), ("desert", -1, 3, 5)]


def test_11_1_skobelev_turns_minus_one_into_plus_one():
    board = turn("russian", "campaign", "guryev 6 russian", "skobelev at guryev")
    march = March("guryev", "slavers", sp("6 russian"), ("skobelev",))
    _, facts = play(board, march, (1, 1), DONE, (1, 1))
    assert checks(facts)[0] == ("desert", 1, 3, 6)
    assert checks(facts)[1][:2] == ("march", 2)


def test_11_only_what_marched_is_checked():
    board = turn("british", "campaign", "delhi 6 british", "simla 9 british")
    driver, facts = play(board, March("delhi", "simla", sp("6 british")), HALT, (1, 1))
    assert checks(facts) == [("march", 2, 4, 6)]
    assert sp_at(driver.board, "simla") == sp("13 british")


def test_11_2_the_owner_says_which_sp_of_a_mixed_stack_are_lost():
    board = turn("russian", "campaign", "persia proxy russian", "tehran 5 persian 3 russian")
    driver, _ = play(board, March("tehran", "khorasan", sp("5 persian 3 russian")), HALT, (1, 1))
    assert asked(driver) == "russian losses"
    driver.answer("russian", (Share("persian", 3), Share("russian", 1)))
    assert sp_at(driver.board, "khorasan") == sp("2 persian 2 russian")


def test_11_1_the_desert_comes_before_the_invasion():
    board = turn("russian", "campaign", "guryev 3 russian")
    _, facts = play(board, March("guryev", "slavers", sp("3 russian")), (1, 1))
    kinds = [type(f).__name__ for f in facts if isinstance(f, Checked | Invaded)]
    assert kinds == ["Checked", "Invaded"]
    assert checks(facts) == [("desert", -1, 1, 3)]


def test_11_1_a_retreat_over_a_desert_checks_again():
    board = turn("russian", "campaign", "slavers 4 russian", "turcomans conquest russian")
    _, facts = play(board, March("slavers", "khiva", sp("4 russian")), (4, 4), (6,), (6, 6, 6),
                    (2, 2), (1, 1))  # fmt: skip
    assert [c[0] for c in checks(facts)] == ["desert", "desert", "march"]


def test_11_sp_picked_up_where_the_march_ends_do_not_check():
    board = turn("british", "campaign", "delhi 9 british", "simla 8 british")
    driver, _ = play(board, March("delhi", "simla", sp("9 british")), Take(sp("8 british")))
    driver.answer("british", DONE)
    facts = driver.roll((1, 1))
    assert [(f.sp, f.safe) for f in of(Checked, facts)] == [(9, 4)]
    assert sp_at(driver.board, "simla") == sp("12 british")


def test_11_a_drop_off_is_taken_from_those_that_marched():
    board = turn("british", "campaign", "delhi 3 british", "simla 8 british")
    driver, _ = play(board, March("delhi", "simla", sp("3 british")), Take(sp("8 british")))
    driver.answer("british", Drop(sp("5 british")))
    facts = driver.roll((6, 6))
    assert [f.sp for f in of(Checked, facts)] == [3]
    assert driver.board.column.sp == driver.board.column.joined == sp("6 british")
