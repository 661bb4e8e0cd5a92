"""Parts, setting up and the turn, rules 1 to 3, case by case."""

from __future__ import annotations

from engine.core.driver import named
from engine.core.facts import Mixed, Opened, Shown
from engine.core.match import begin
from engine.core.procedure import AskAll, Chance
from engine.core.tokens import held_by
from tests.mini.board import strength
from tests.mini.facts import Activated, Phase, Stood, TurnBegan
from tests.mini.game import GAME
from tests.mini.positions import field, of, play
from tests.mini.setup import pack

CUP = ("cup has red", "cup has blue", "cup has storm")


def test_1_2_a_guard_is_worth_three():
    board = field("red guard at mill", "red foot at mill", "red decoy at mill")
    assert [strength(t) for t in board.tokens.values()] == [3, 2, 0]


def test_1_3_the_deck_has_ten_cards():
    kinds = [card.value for card in pack(0)]
    assert (len(kinds), kinds.count("ambush")) == (10, 4)


def test_2_1_blocks_stand_as_the_scenario_says_and_only_their_owner_sees_them():
    board = begin(GAME, "meeting").driver.board
    assert [t.value for t in GAME.view(board, "red").tokens.values() if t.back == "blue"] == [
        None
    ] * 5
    assert board.control["mill"] == "red" and board.last_turn == 3


def test_2_1_stacks_are_mixed_before_anything_happens():
    match = begin(GAME, "meeting")
    assert match.driver.waiting == Chance("shuffle:2", "2.1")
    facts = match.roll((1, 0))
    (mixed,) = of(Mixed, facts)
    assert [t.value for t in mixed.tokens] == ["decoy", "guard"]


def test_2_2_each_side_draws_two_cards_that_the_other_does_not_see():
    match = begin(GAME, "drill")
    while isinstance(match.driver.waiting, Chance):
        match.roll(tuple(range(int(match.driver.waiting.spec.split(":")[1]))))
    shown = of(Shown, match.flat())
    assert [fact.to for fact in shown] == [("red",)] * 2 + [("blue",)] * 2
    assert {fact.masked("blue").value for fact in shown[:2]} == {None}


def test_2_3_the_place_of_a_scout_is_told_to_nobody():
    driver, facts = play(field(phase="scouts"), {"red": "mill", "blue": "hill"})
    assert not of(Opened, facts)
    assert GAME.view(driver.board, "blue").tokens["t0"].value is None
    assert GAME.view(driver.board, "red").tokens["t0"].value == "mill"


def test_3_1_stances_are_opened_together_and_may_be_changed_until_then():
    driver, facts = play(field(phase="stance"))
    assert of(TurnBegan, facts) == [TurnBegan(2)]
    assert driver.answer("red", "bold") == []
    assert driver.answer("red", "steady") == []
    facts = driver.answer("blue", "bold")
    assert of(Stood, facts) == [Stood("red", "steady"), Stood("blue", "bold")]
    assert len(of(Opened, facts)) == 2


def test_3_1_the_order_of_arrival_does_not_matter():
    one, facts = play(field(phase="stance"), {"red": "bold", "blue": "steady"})
    other, facts2 = play(field(phase="stance"), {"blue": "steady", "red": "bold"})
    assert facts == facts2 and one.board == other.board


def test_3_2_the_cup_is_filled_in_an_order_that_nobody_knows():
    driver, _ = play(field(phase="cup"), (4, 3, 2, 1, 0))
    cup = held_by(driver.board, "cup")
    assert [t.value for t in cup] == ["storm", "blue", "blue", "red", "red"]
    assert {t.value for t in held_by(GAME.view(driver.board, "red"), "cup")} == {None}


def test_3_2_a_die_picks_the_chit():
    _, facts = play(field(*CUP, phase="pull"), (2,))
    assert of(Shown, facts)[0] == Shown("t1", "blue", ("*",))


def test_3_3_a_coloured_chit_lets_its_side_act():
    _, facts = play(field(*CUP, phase="pull"), (1,))
    assert of(Activated, facts) == [Activated("red", 2, 1)]


def test_3_4_the_storm_ends_the_turn_and_brings_cards():
    driver, facts = play(field(*CUP, "deck has spy", phase="pull"), (3,))
    assert Phase("storm") in facts
    assert [t.value for t in held_by(driver.board, "hand:red")] == ["spy"]
    assert isinstance(driver.waiting, AskAll)


def test_3_4_a_full_hand_draws_nothing():
    hand = ("red holds spy",) * 3
    driver, _ = play(field(*hand, "deck has spy", phase="storm"))
    assert len(held_by(driver.board, "hand:red")) == 3
    assert len(held_by(driver.board, "hand:blue")) == 1


def test_3_5_an_empty_deck_is_made_anew_from_the_discards():
    driver, _ = play(field("discard has spy", "discard has march", phase="storm"))
    assert named(driver.waiting) == "chance shuffle:2 (3.5)"
    driver.roll((1, 0))
    assert [t.value for t in held_by(driver.board, "hand:red")] == ["march"]
