"""Cards and moving, rules 4 and 5, case by case."""

from __future__ import annotations

import pytest

from engine.core.driver import Illegal, named
from engine.core.facts import Mixed, Shown
from engine.core.tokens import held_by
from tests.mini.cards import Card
from tests.mini.facts import Controlled, Looked, RanInto
from tests.mini.game import GAME
from tests.mini.movement import Move
from tests.mini.positions import field, of, options, places, play

NEAR = ("red foot at mill", "blue guard at hill", "blue foot at market")


def test_4_1_only_spies_and_marches_are_played_before_moving():
    board = field(*NEAR, "red holds ambush", "red holds march", phase="cards")
    driver, _ = play(board)
    assert list(options(driver)) == [Card("t4"), "done"]
    driver.answer("red", Card("t4"))
    assert [t.value for t in held_by(driver.board, "discard")] == ["march"]
    driver.answer("red", "done")
    assert named(driver.waiting) == "red: move (5.1)"


def test_4_2_a_spy_sees_a_neighbour_and_nobody_else_does():
    driver, _ = play(field(*NEAR, "red holds spy", phase="cards"))
    assert list(options(driver)) == [Card("t3", "t1"), "done"]
    facts = driver.answer("red", Card("t3", "t1"))
    assert of(Shown, facts)[-1] == Shown("t1", "guard", ("red",))
    assert of(Shown, facts)[-1].masked(None).value is None
    assert GAME.view(driver.board, "red").tokens["t1"].value == "guard"
    assert GAME.view(driver.board, None).tokens["t1"].value is None


def test_4_3_a_march_gives_a_second_step():
    board = field(*NEAR, "red holds march", phase="cards")
    driver, _ = play(board, Card("t3"), "done", Move("t0", "bridge"), Move("t0", "ford"))
    assert places(driver)["t0"] == "ford"


def test_5_1_a_block_goes_one_step():
    driver, _ = play(field(*NEAR, phase="move"), Move("t0", "bridge"))
    assert list(options(driver)) == ["done"]
    assert places(driver)["t0"] == "bridge"


def test_5_1_blocks_alike_are_offered_once():
    driver, _ = play(field("red foot at mill", "red foot at mill", phase="move"))
    assert [m.block for m in list(options(driver))[:-1]] == ["t1"] * 3


def test_5_2_enemies_and_full_places_are_closed():
    stack = ("red foot at bridge",) * 3
    driver, _ = play(field(*NEAR, *stack, phase="move"))
    assert {m.to for m in list(options(driver))[:-1] if m.block == "t0"} == {"red_camp"}
    with pytest.raises(Illegal):
        driver.answer("red", Move("t0", "hill"))


def test_5_3_whoever_runs_into_the_scout_stays_where_he_was():
    board = field("red foot at mill", "blue scout in bridge", phase="move")
    driver, facts = play(board, Move("t0", "bridge"))
    assert (of(Looked, facts), of(RanInto, facts)) == (
        [Looked("bridge")],
        [RanInto("t0", "bridge")],
    )
    assert places(driver) == {"t0": "mill"} and list(options(driver)) == ["done"]


def test_5_3_looking_is_told_even_if_nobody_is_there():
    board = field("red foot at mill", "blue scout in hill", phase="move")
    driver, facts = play(board, Move("t0", "bridge"))
    assert of(Looked, facts) == [Looked("bridge")] and places(driver)["t0"] == "bridge"


def test_5_4_a_stack_that_was_joined_is_concealed_again():
    board = field("red foot at mill", "red guard at bridge", phase="move")
    driver, _ = play(board, Move("t0", "bridge"), "done")
    assert named(driver.waiting) == "chance shuffle:2 (5.4)"
    (mixed,) = of(Mixed, driver.roll((1, 0)))
    assert mixed.gone == ("t0", "t1")
    assert [(t.id, t.value, t.known_to) for t in mixed.tokens] == [
        ("t2", "guard", ("red",)),
        ("t3", "foot", ("red",)),
    ]


def test_5_5_a_side_holds_what_it_enters():
    _, facts = play(field("red foot at mill", phase="move"), Move("t0", "bridge"))
    assert of(Controlled, facts) == [Controlled("bridge", "red")]
