"""Order sheets: menus in written order, contingent lines by subject, sets judged whole."""

from __future__ import annotations

from engine.core.driver import named
from engine.core.play import IMPLIED, advance
from engine.core.sheets import remainder
from tests.core.desk import MOVES, at, given, refused, send, sheet, understood
from tests.mini.board import Assault
from tests.mini.facts import Fought
from tests.mini.game import GAME
from tests.mini.movement import Move

NEAR = ("red guard at bridge", "red foot at mill", "blue foot at market", "blue foot at hill")
BOLD = {"red": "bold", "blue": "bold"}


def test_menu_lines_are_taken_in_written_order():
    done = send(
        at(*MOVES, phase="move"), "red", "move foot Lower Ford to bridge\nmove guard 2 to 1"
    )
    assert given(done) == [
        ("red", "move", Move("t1", "bridge")),
        ("red", "move", Move("t0", "red_camp")),
    ]
    assert understood(done, "red") == [
        (1, "move foot Lower Ford to Old Bridge"),
        (2, "move guard Mill to Red Camp"),
    ]


def test_a_line_for_a_later_menu_closes_the_earlier_one():
    done = send(at(*MOVES, phase="cards"), "red", "move guard Mill to hill")
    assert given(done)[0] == ("red", "play", "done")
    assert understood(done, "red")[0] == (IMPLIED, "done")


def test_the_end_of_a_sheet_closes_nothing():
    done = send(at(*MOVES, phase="move"), "red", "move guard Mill to hill")
    assert named(done.waiting) == "red: move (5.1)"


def test_a_line_for_an_earlier_menu_is_refused():
    done = send(at(*MOVES, phase="move"), "red", "stance bold")
    assert refused(done, "red") == [(1, "other_menu", "5.1")]


def test_stop_ends_the_sheet_and_the_rest_is_told():
    driver = at(*MOVES, phase="move")
    done = send(driver, "red", "move guard Mill to hill\nstop\ndone")
    assert len(given(done)) == 1
    rest = remainder(GAME, done.sheets["red"], True)
    assert rest.pending is None and [line.text for line in rest.dropped] == ["done"]


def test_set_answers_are_gathered_and_closed_by_done():
    driver = at(*NEAR, phase="attack")
    text = "attack Market from Old Bridge\nattack Windy Hill from Mill"
    done = send(driver, "red", text)
    assert given(done)[:1] == [
        ("red", "attack", (Assault("hill", "mill"), Assault("market", "bridge"))),
    ]  # nothing more can be added: the set is full
    done = send(driver, "red", "attack Market from Old Bridge")
    assert given(done) == []
    done = send(driver, "red", "attack Market from Old Bridge\ndone")
    assert given(done)[0] == ("red", "attack", (Assault("market", "bridge"),))


def test_the_order_of_set_lines_does_not_matter():
    lines = ["attack Market from Old Bridge", "attack Windy Hill from Mill"]
    one, other = (
        send(at(*NEAR, phase="attack"), "red", "\n".join(some)) for some in (lines, lines[::-1])
    )
    assert given(one)[0] == given(other)[0]


def test_a_set_that_lacks_something_is_refused_with_its_case():
    driver = at(*NEAR, phase="attack", stances=BOLD)
    done = send(driver, "red", "attack Market from Old Bridge\ndone")
    assert done.refused and refused(done, "red") == [(1, "must_attack", "6.2")]
    assert done.refusals["red"][0].of == ("Mill",)
    done = send(driver, "red", "done")
    assert [r.of for r in done.refusals["red"]] == [("Mill",), ("Old Bridge",)]


def test_an_empty_set_may_be_given_where_nothing_is_owed():
    done = send(at(*NEAR, phase="attack"), "red", "none")
    assert given(done)[0] == ("red", "attack", ())


def test_conditions_are_judged_when_the_question_comes():
    driver = at(*NEAR, phase="attack")
    text = (
        "attack Market from Old Bridge if odds >= 3:2\nattack hill from Mill if odds >= 2:1\ndone"
    )
    done = send(driver, "red", text)
    assert given(done)[0][2] == (Assault("market", "bridge"),)
    assert done.sheets["red"].skipped == (2,)


def test_a_condition_on_a_menu_line():
    first = at(*MOVES, phase="move")
    assert len(given(send(first, "red", "move guard Mill to hill if first"))) == 1
    second = at(*MOVES, phase="move", activations={"red": 2})
    assert given(send(second, "red", "move guard Mill to hill if first")) == []


def test_an_unknown_condition_is_refused_and_the_known_ones_are_named():
    done = send(at(*MOVES, phase="move"), "red", "move guard Mill to hill if it rains")
    assert refused(done, "red") == [(1, "unknown_condition", "5.1")]
    odds = send(at(*MOVES, phase="move"), "red", "move guard Mill to hill if odds >= 1:1")
    assert refused(odds, "red") == refused(done, "red")  # there are no odds in a move
    assert done.refusals["red"][0].near == ("first",)


def battle(**fields):
    texts = ("red guard at bridge", "blue foot at market", "blue decoy at market")
    return at(*texts, phase="battle", assaults=(Assault("market", "bridge"),), **fields)


def test_contingent_lines_wait_until_their_question_comes():
    driver = battle()
    waiting = {"blue": sheet("blue", "stance bold\nretreat to Windy Hill")}
    driver.roll((3, 3))
    done = advance(driver, waiting, {})
    assert given(done) == [("blue", "retreat", "hill")]
    assert remainder(GAME, done.sheets["blue"], False).pending is not None


def test_a_contingent_line_is_used_once_and_not_needed_otherwise():
    driver = battle()
    waiting = {"blue": sheet("blue", "retreat to Windy Hill")}
    facts = driver.roll((1, 3))
    assert [f.result for f in facts if isinstance(f, Fought)] == ["hold"]
    done = advance(driver, waiting, {})
    rest = remainder(GAME, done.sheets["blue"], True)
    assert [line.text for line in rest.not_needed] == ["retreat to Windy Hill"]


def test_a_contingent_line_about_another_subject_is_left_alone():
    texts = ("red guard at bridge", "blue guard at market", "red decoy at bridge")
    driver = at(*texts, phase="battle", assaults=(Assault("market", "bridge"),))
    driver.roll((1, 6))
    ask = named(driver.waiting)
    done = send(driver, "red", "lose foot at Mill\nlose decoy at Old Bridge")
    assert (ask, given(done)) == ("red: lose (6.8)", [("red", "lose", "t2")])


def test_a_window_is_declined_by_name_or_by_a_plain_word():
    for text in ("no ambush", "decline", "pass", "stance bold\nno ambush"):
        texts = ("red guard at bridge", "blue foot at market", "blue holds ambush")
        driver = at(*texts, phase="battle", assaults=(Assault("market", "bridge"),))
        done = send(driver, "blue", text)
        assert given(done) == [("blue", "ambush", "decline")], text


def test_of_two_lines_about_a_window_the_first_counts():
    for text, choice in (("no ambush\nambush", "decline"), ("ambush\nno ambush", "t2")):
        texts = ("red guard at bridge", "blue foot at market", "blue holds ambush")
        driver = at(*texts, phase="battle", assaults=(Assault("market", "bridge"),))
        assert given(send(driver, "blue", text)) == [("blue", "ambush", choice)]
