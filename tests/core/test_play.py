"""Barriers, pending sheets, previews, policies, windows and sealed answers."""

from __future__ import annotations

from engine.core.driver import named
from engine.core.facts import Opened
from engine.core.play import DEFAULT, HAND, POLICY, advance, is_barrier
from engine.core.procedure import Chance
from engine.core.sheets import remainder
from tests.core.desk import MOVES, at, given, look, refused, send, sheet, understood
from tests.harness.matches import state
from tests.mini.board import Assault
from tests.mini.facts import Looked, RanInto, Stepped
from tests.mini.game import GAME
from tests.mini.movement import Move

ATTACK = (Assault("market", "bridge"),)
FIGHT = ("red guard at bridge", "blue foot at market")


def battle(*more, **fields):
    return at(*FIGHT, *more, phase="battle", assaults=ATTACK, **fields)


def test_one_bad_line_in_front_of_a_barrier_and_nothing_is_done():
    driver = at(*MOVES, phase="move")
    before = state(driver)
    done = send(
        driver, "red", "move guard Mill to hill\nmove guard Mill to market\nmove foot 3 to 9"
    )
    assert done.refused and done.steps == [] and done.driver is driver
    assert refused(done, "red") == [(2, "not_on_offer", "5.1"), (3, "not_on_offer", "5.1")]
    assert understood(done, "red") == [(1, "move guard Mill to Windy Hill")]
    assert state(driver) == before


def test_a_refusal_suggests_what_the_side_could_have_meant():
    done = send(at(*MOVES, phase="move"), "red", "move guard Mil to Old Bridge")
    assert done.refusals["red"][0].near[0] == "move guard Mill to Old Bridge"


def test_behind_a_barrier_a_bad_line_only_stops_the_sheet():
    driver = at(*MOVES, "blue scout in bridge", phase="move")
    text = "move foot ford to bridge\nmove guard Mill to market\ndone"
    done = send(driver, "red", text)
    assert not done.refused and given(done) == [("red", "move", Move("t1", "bridge"))]
    assert refused(done, "red") == [(2, "not_on_offer", "5.1")]
    rest = remainder(GAME, done.sheets["red"], True)
    assert rest.pending is None and len(rest.dropped) == 2


def test_a_sheet_goes_on_by_itself_when_play_returns():
    driver = at(*FIGHT, "red foot at mill", phase="attack")
    done = send(driver, "red", "attack Market from bridge\ndone\nmove foot Mill to hill")
    assert done.waiting == Chance("6,6", "6.6")
    pending = {"red": done.sheets["red"]}
    done.driver.roll((2, 3))
    done.driver.roll((1,))
    more = advance(done.driver, pending, {})
    assert given(more) == [("red", "play", "done"), ("red", "move", Move("t2", "hill"))]


def test_a_preview_shows_the_position_up_to_the_barrier_and_changes_nothing():
    driver = at(*MOVES, phase="move")
    before = state(driver)
    done, board = look(driver, "red", "move guard Mill to hill\nmove foot 3 to 4")
    assert (board.tokens["t0"].holder, board.tokens["t1"].holder) == ("hill", "bridge")
    assert not done.halted and state(driver) == before


def test_a_preview_tells_nothing_of_what_comes_of_an_attempt():
    seen = []
    for lair in ("bridge", "blue_camp"):
        driver = at(*MOVES, f"blue scout in {lair}", phase="move")
        done, board = look(driver, "red", "move foot 3 to 4\nmove guard 2 to 5")
        seen.append((given(done), [step.facts for step in done.steps], done.halted))
        assert board == driver.board
    assert seen[0] == seen[1] and seen[0][2]


def test_a_refused_sheet_tells_nothing_of_what_comes_of_an_attempt():
    answers = []
    for lair in ("bridge", "blue_camp"):
        driver = at(*MOVES, f"blue scout in {lair}", phase="move")
        done = send(driver, "red", "move nobody 1 to 2\nmove foot 3 to 4\nmove foot 4 to 7")
        answers.append((done.refusals, done.taken))
    assert answers[0] == answers[1] and len(answers[0][0]["red"]) == 1


def test_what_a_barrier_is():
    driver = at(*MOVES, phase="move")
    ask = driver.waiting
    assert not is_barrier("red", (Stepped("t0", 1),), ask)
    assert is_barrier("red", (Looked("mill"),), ask)
    assert is_barrier("red", (), Chance("6", "1"))
    assert is_barrier("blue", (RanInto("t0", "mill"),), ask)
    assert not is_barrier("red", (), None)


def test_a_default_answers_where_nobody_filed_anything():
    done = advance(battle("blue holds ambush"), {}, {})
    assert [(s.choice, s.how) for s in done.steps] == [("decline", DEFAULT)]


def test_a_policy_fires_inside_the_opponents_sheet():
    driver = at(*FIGHT, "blue holds ambush", phase="attack")
    done = send(driver, "red", "attack Market from bridge", standing={"blue": {"ambush": "always"}})
    assert [(s.side, s.choice, s.how) for s in done.steps] == [
        ("red", ATTACK, HAND),
        ("blue", "t2", POLICY),
    ]
    assert done.waiting == Chance("6,6", "6.6")


def test_a_policy_may_have_places():
    for place, choice in (("Market", "t2"), ("Mill", "decline")):
        standing = {"blue": {"ambush": f"at {place}"}}
        done = advance(battle("blue holds ambush"), {}, standing)
        assert given(done) == [("blue", "ambush", choice)]


def test_ask_me_stops_play():
    done = advance(battle("blue holds ambush"), {}, {"blue": {"ambush": "ask me"}})
    assert done.steps == [] and named(done.waiting) == "blue: ambush (6.4)"


def test_the_option_that_always_asks():
    driver = battle("blue holds ambush", switches=("reactions=ask",))
    assert advance(driver, {}, {}).steps == []


def test_a_window_opens_for_any_card_so_that_it_tells_nothing():
    held, unheld = battle("blue holds ambush"), battle("blue holds spy")
    assert named(held.waiting) == named(unheld.waiting) == "blue: ambush (6.4)"
    done = advance(unheld, {}, {"blue": {"ambush": "always"}})
    assert given(done) == [("blue", "ambush", "decline")]


def test_a_policy_that_does_not_fit_asks():
    driver = battle()
    driver.roll((3, 3))
    assert advance(driver, {}, {"blue": {"retreat": "no such thing"}}).steps == []
    assert given(advance(driver, {}, {"blue": {"retreat": "homeward"}})) == [
        ("blue", "retreat", "hill")
    ]


def test_a_sealed_answer_is_replaced_until_the_last_side_has_answered():
    driver = at(*MOVES, phase="stance")
    done = send(driver, "red", "stance bold")
    assert (done.steps[0].sealed, done.steps[0].facts, done.steps[0].answered) == (
        True,
        (),
        ("red",),
    )
    done = send(done.driver, "red", "stance steady")
    assert done.driver.sealed == {"red": "steady"}
    done = send(done.driver, "blue", "stance bold")
    opened = [f for f in done.steps[0].facts if isinstance(f, Opened)]
    assert [(f.side, f.choice) for f in opened] == [("red", "steady"), ("blue", "bold")]


def test_one_sheet_does_not_replace_its_own_sealed_answer():
    done = send(at(*MOVES, phase="stance"), "red", "stance bold\nstance steady")
    assert done.driver.sealed == {"red": "bold"}
    assert remainder(GAME, done.sheets["red"], False).pending is not None


def test_a_bad_sealed_answer_is_refused_whatever_the_others_do():
    done = send(at(*MOVES, phase="stance"), "red", "stance wild")
    assert done.refused and refused(done, "red") == [(1, "not_on_offer", "3.1")]


def test_orders_sent_out_of_turn_wait():
    driver = at(*MOVES, phase="move")
    done = send(driver, "blue", "move foot Market to bridge")
    assert done.steps == [] and not done.refused
    assert remainder(GAME, done.sheets["blue"], False).pending == sheet(
        "blue", "move foot Market to bridge"
    )
