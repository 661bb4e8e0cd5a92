"""Winning, rule 7, and what an organiser may do."""

from __future__ import annotations

from engine.core.driver import named
from engine.core.facts import Began, Ended
from engine.core.match import begin
from engine.core.outcome import Outcome
from engine.maps.draw import draw
from tests.mini.board import Assault
from tests.mini.facts import Phase, Returned
from tests.mini.game import GAME
from tests.mini.movement import Move
from tests.mini.positions import field, of, places, play
from tests.mini.victory import points, score_now


def test_7_1_a_side_without_blocks_loses_at_once():
    board = field(
        "red guard at bridge",
        "blue decoy at market",
        phase="battle",
        assaults=(Assault("market", "bridge"),),
    )
    driver, facts = play(board, (6, 1), "t1")
    assert of(Ended, facts) == [Ended(Outcome("red", "rout"))]
    assert driver.waiting is None


def test_7_2_towns_and_the_enemys_camp_are_counted():
    board = field(control={"mill": "red", "market": "red", "blue_camp": "red", "bridge": "blue"})
    assert (points(board, "red"), points(board, "blue")) == (4, 1)
    assert score_now(board) == Outcome("red", "decisive")


def test_7_2_small_leads_and_none():
    assert score_now(field(control={"mill": "blue"})) == Outcome("blue", "marginal")
    assert score_now(field()) == Outcome(None, "draw")


def test_7_2_the_last_storm_ends_the_game():
    driver, facts = play(field("red foot at mill", phase="storm", turn=3))
    assert of(Ended, facts) == [Ended(Outcome(None, "draw"))] and driver.waiting is None


def test_an_adjudication_corrects_the_position_and_closes_the_segment():
    board = field("red foot at mill", "blue foot at hill", phase="move")
    driver, _ = play(board, Move("t0", "bridge"))
    facts = driver.correct((Returned("t0", "ford"), Phase("cards")))
    assert named(driver.waiting) == "red: play (4.1)"
    assert places(driver)["t0"] == "ford"
    assert facts[-1] == Began("cards", ("turn 1", "red"))


def test_an_adjudication_may_end_the_game():
    driver, _ = play(field("red foot at mill", phase="move"))
    driver.correct((Ended(Outcome("blue", how="conceded")),))
    assert driver.waiting is None


def test_options_of_the_game_reach_the_board():
    assert begin(GAME, "drill", {"length": "long"}).driver.board.last_turn == 5
    assert begin(GAME, "drill", {"reactions": "ask"}).driver.board.has_switch("reactions=ask")
    assert begin(GAME, "drill", edition="1.0").driver.board.switches == ("reactions=policy",)


def test_the_board_can_be_drawn_for_each_side():
    board = begin(GAME, "meeting").driver.board
    mine, theirs = (str(draw(GAME.scene(GAME.view(board, side)))) for side in GAME.sides)
    assert "<svg" in mine and mine != theirs
