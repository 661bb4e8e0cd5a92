"""Section 10: transfer, marches, drop-offs, pick-ups, forbidden entries."""

import pytest

from engine.great_game.board import CARDS, Effect, sp_at
from engine.great_game.choices import DONE, HALT, Drop, March, Onward, Take, Text
from engine.great_game.events import InForce
from engine.great_game.facts import Checked, OfficerPlaced
from engine.great_game.lines import bar
from tests.great_game.positions import asked, field, of, offered, options, play, sp, turn

GUNBOATS = {"gunboat_diplomacy": Effect("british", 1)}
WAR = {"crimean_war": Effect("both", 1)}


def test_10_1_a_transfer_needs_no_way_and_no_check():
    board = turn("british", "emissary", "burnes at delhi")
    driver, facts = play(board, Text("turcomans", "burnes"), (1,))
    assert OfficerPlaced("burnes", "geok_tepe", "10.1") in facts and not of(Checked, facts)
    board = turn("british", "emissary", "burnes at tehran")
    driver, facts = play(board, Text("persia", "burnes"), (1,))
    assert driver.board.officers == {"burnes": "tehran"}


def test_10_2_a_value_of_three_is_three_spaces_for_one_stack():
    board = turn("british", "campaign", "delhi 4 british", points=3)
    driver, _ = play(
        board, March("delhi", "sind", sp("4 british")), Onward("karachi"), Onward("sind"), (1, 1)
    )
    assert sp_at(driver.board, "sind") == sp("4 british") and asked(driver) == "british card"


def test_10_2_or_one_space_for_each_of_three_stacks():
    board = turn("british", "campaign", "delhi 6 british", points=3)
    driver, _ = play(
        board,
        March("delhi", "sind", sp("2 british")),
        March("delhi", "simla", sp("2 british")),
        (1, 1),
        March("delhi", "bombay", sp("2 british")),
        (1, 1),
        (1, 1),
    )
    held = [place for place in ("sind", "simla", "bombay") if sp_at(driver.board, place)]
    assert held == ["sind", "simla", "bombay"]


def test_10_2_who_has_ended_a_march_marches_no_more():
    board = turn("british", "campaign", "delhi 4 british", "simla 1 british", "burnes at delhi")
    march = March("delhi", "simla", sp("4 british"), ("burnes",))
    driver, _ = play(board, march, HALT, (1, 1))
    left = [c for c in offered(driver) if isinstance(c, March)]
    assert {(m.source, m.sp, m.officers) for m in left} == {("simla", sp("1 british"), ())}


def test_10_2_drop_offs_check_at_once_and_stay():
    board = turn("british", "campaign", "delhi 9 british")
    driver, facts = play(
        board, March("delhi", "sind", sp("9 british")), Drop(sp("6 british")), (1, 1)
    )
    assert [(f.kind, f.sp, f.safe) for f in of(Checked, facts)] == [("march", 6, 4)]
    assert sp_at(driver.board, "sind") == sp("7 british")
    assert driver.board.column.sp == sp("3 british")
    assert not [c for c in offered(driver) if isinstance(c, Take)]


def test_10_2_a_stack_cannot_drop_all_of_itself():
    board = turn("british", "campaign", "delhi 3 british")
    driver, _ = play(board, March("delhi", "sind", sp("3 british")))
    assert Drop(sp("3 british")) not in options(driver)
    assert Drop(sp("2 british")) in options(driver)


def test_10_2_pick_ups_cost_no_point():
    board = turn("british", "campaign", "delhi 3 british", "simla 5 british", "keane at simla")
    driver, _ = play(
        board, March("delhi", "simla", sp("3 british")), Take(sp("4 british"), ("keane",))
    )
    assert driver.board.points == 3 and driver.board.column.sp == sp("7 british")
    driver.answer("british", Onward("lahore"))
    assert driver.board.column.officers == ("keane",)


def test_10_2_a_stack_on_the_march_begins_no_second_one():
    board = turn("british", "campaign", "delhi 9 british", "simla 2 british", "keane at delhi")
    driver, _ = play(board, March("delhi", "simla", sp("5 british"), ("keane",)))
    left = [c for c in offered(driver) if isinstance(c, March)]
    assert max(c.sp[0].n for c in left if c.source == "simla") == 2
    assert not [c for c in left if c.officers]
    assert {c.sp for c in offered(driver) if isinstance(c, Take)} == {
        sp("1 british"), sp("2 british"),
    }  # fmt: skip


def test_10_2_a_stack_that_retreated_is_done():
    board = turn("british", "campaign", "delhi 4 british")
    driver, _ = play(board, March("delhi", "lahore", sp("4 british")), (6,), (6, 6, 6), (1, 1))
    assert sp_at(driver.board, "delhi") == sp("4 british") and asked(driver) == "british card"


def test_10_2_a_new_march_ends_the_one_before():
    board = turn("british", "campaign", "delhi 9 british")
    _, facts = play(
        board, March("delhi", "sind", sp("5 british")), March("delhi", "simla", sp("4 british")),
        (1, 1),
    )  # fmt: skip
    assert [f.place for f in of(Checked, facts)] == ["sind"]


@pytest.mark.parametrize(
    "texts, side, kind, stack, way, reason",
    [
        ((), "british", "camp", "3 british", ("delhi", "orenburg"), ("no_line", "2.5")),
        ((), "british", "camp", "3 british", ("bombay", "karachi"), ("blue_line", "10.3")),
        ((), "british", "camp", "", ("simla", "leh"), ("kashgaria_closed", "10.3")),
        ((), "british", "camp", "1 british", ("tabriz", "baku"), ("rival_home", "10.3")),
        (("kabul 1 russian",), "british", "camp", "2 british", ("ghazni", "kabul"),
         ("rival_sp", "10.3")),
        ((), "russian", "rebels", "4 rebels", ("tashkent", "samarkand"), ("rebels_stay", "9.1")),
        (("afghanistan invaded british",), "russian", "afghanistan", "3 afghan",
         ("kandahar", "herat"), ("other_neutral", "8")),
        (("afghanistan invaded british", "ghazni 1 russian"), "russian", "afghanistan", "3 afghan",
         ("kandahar", "ghazni"), ("not_friendly", "8.2")),
    ],
)  # fmt: skip
def test_10_3_forbidden_entries(texts, side, kind, stack, way, reason):
    assert bar(field(*texts), side, kind, sp(stack), *way) == reason


@pytest.mark.parametrize(
    "texts, side, stack, way",
    [
        (("kabul 1 russian", "persia proxy british"), "british", "2 persian", ("ghazni", "kabul")),
        (("persia proxy british",), "british", "2 persian", ("tabriz", "baku")),
        ((), "british", "", ("tabriz", "baku")),
        (("kabul 1 russian",), "british", "", ("ghazni", "kabul")),
    ],
)
def test_10_3_officers_and_vassal_sp_go_where_imperial_sp_may_not(texts, side, stack, way):
    assert bar(field(*texts), side, "camp", sp(stack), *way) is None


def test_10_3_gunboats_open_water_to_their_player():
    board = field(effects=GUNBOATS)
    assert bar(board, "british", "camp", sp("2 british"), "bombay", "karachi") is None
    assert bar(board, "russian", "camp", sp("2 russian"), "baku", "guryev") == ("blue_line", "10.3")


def test_10_3_the_first_step_of_the_gunboats_may_go_over_water():
    board = turn("russian", "gunboat_diplomacy", "baku 5 russian")
    _, facts = play(board, March("baku", "guryev", sp("5 russian")))
    assert any(isinstance(fact, InForce) for fact in facts)
    board = turn("russian", "campaign", "baku 5 russian")
    assert bar(board, "russian", "camp", sp("5 russian"), "baku", "guryev") == ("blue_line", "10.3")


def test_4_2_the_second_high_asia_card_opens_kashgaria_at_once():
    first, second = (key for key, card in CARDS.items() if card.get("ascent") == "russian")
    board = turn("russian", second, "osh 5 russian")
    step = ("russian", "camp", sp("5 russian"), "osh", "kashgar")
    assert bar(board, *step) == ("kashgaria_closed", "10.3")
    board.ascent["russian"] = (first,)
    assert bar(board, *step) is None
    board.use = "reinforcement"
    assert bar(board, *step) == ("kashgaria_closed", "10.3")


def test_10_3_the_crimean_war_opens_rival_homes_to_both():
    board = field("kabul 1 russian", effects=WAR)
    assert bar(board, "british", "camp", sp("2 british"), "tabriz", "baku") is None
    assert bar(board, "british", "camp", sp("2 british"), "ghazni", "kabul") is None
    assert bar(board, "russian", "camp", sp("2 russian"), "lahore", "delhi") is None


def test_10_3_who_is_in_kashgaria_already_moves_there():
    assert bar(field(), "british", "camp", sp("2 british"), "leh", "kotan") is None


def test_10_3_officers_march_alone_without_combat():
    board = turn("british", "campaign", "burnes at delhi", "sind 5 persian", "persia proxy russian")
    driver, facts = play(board, March("delhi", "sind", (), ("burnes",)), Onward("kandahar"), DONE)
    assert driver.board.officers == {"burnes": "kandahar"} and not of(Checked, facts)


def test_10_3_out_of_bounds_of_a_scenario():
    board = field(states=("afghanistan", "britain"))
    assert bar(board, "british", "camp", sp("2 british"), "delhi", "sind") == (
        "out_of_bounds",
        "13",
    )
