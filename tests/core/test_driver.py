"""The driver: answers, dice, corrections, the gate."""

from __future__ import annotations

import pytest

from engine.core.driver import Diverged, Driver, Given, Illegal, Rolled, named, rerun
from engine.core.facts import Began, Ended
from engine.core.match import begin, folded, outcome_of, resumed
from engine.core.outcome import Outcome
from engine.core.procedure import Chance, is_outcome
from tests.core.desk import MOVES, at
from tests.mini.game import GAME
from tests.mini.movement import Move


def test_only_the_side_that_is_asked_may_answer():
    driver = at(*MOVES, phase="move")
    with pytest.raises(Illegal, match="blue is not asked"):
        driver.answer("blue", "done")


def test_an_answer_that_is_not_on_offer_is_refused_with_its_case():
    driver = at(*MOVES, phase="move")
    with pytest.raises(Illegal, match=r"move \(5\.1\)"):
        driver.answer("red", Move("t0", "market"))


def test_dice_fall_only_when_they_are_wanted_and_as_they_can():
    driver = at(*MOVES, phase="move")
    with pytest.raises(Illegal, match="no chance"):
        driver.roll((1,))
    driver = at(*MOVES, phase="cup")
    with pytest.raises(Illegal, match="cannot come"):
        driver.roll((0, 0, 1, 2, 3))


@pytest.mark.parametrize(
    "spec, outcome, fits",
    [
        ("6,6", (1, 6), True),
        ("6,6", (0, 6), False),
        ("6,6", (1,), False),
        ("6", (7,), False),
        ("shuffle:3", (2, 0, 1), True),
        ("shuffle:3", (2, 0, 0), False),
        ("shuffle:3", (1, 2, 3), False),
    ],
)
def test_what_a_chance_can_come_to(spec, outcome, fits):
    assert is_outcome(spec, outcome) is fits


def test_a_shuffle_is_secret_and_a_die_is_not():
    assert Chance("shuffle:3", "1").is_secret and not Chance("6", "1").is_secret


def test_outcomes_by_the_callers_chance():
    class Lowest:
        def randrange(self, stop: int, /) -> int:
            return 0

    assert outcome_of("6,8", Lowest()) == (1, 1)
    assert is_outcome("shuffle:4", outcome_of("shuffle:4", Lowest()))


def test_a_record_of_other_rules_diverges():
    driver = at(*MOVES, phase="move")
    for entry in (
        Given("red", "play", "4.1", "done"),
        Given("red", "move", "5.2", "done"),
        Given("blue", "move", "5.1", "done"),
        Rolled("6", "5.1", (1,)),
    ):
        with pytest.raises(Diverged, match="the rules now say red: move"):
            rerun(driver, [entry])


def test_an_audit_also_looks_at_what_was_on_offer():
    entry = Given("red", "move", "5.1", Move("t0", "market"))
    with pytest.raises(Diverged):
        rerun(at(*MOVES, phase="move"), [entry], legal=True)


def test_a_correction_is_part_of_the_record():
    match = begin(GAME, "drill")
    match.correct((Ended(Outcome("red", how="agreed")),))
    assert match.driver.waiting is None
    assert resumed(GAME, match.facts, match.record).board == match.driver.board
    assert folded(GAME, match.flat()) == match.driver.board


def test_a_game_that_is_over_opens_nothing():
    match = begin(GAME, "drill")
    match.correct((Ended(Outcome("red")),))
    again = Driver(GAME, match.driver.board)
    assert again.open() == [] and again.waiting is None
    assert named(again.waiting) == "the game is over"


def test_every_segment_says_where_it_belongs():
    match = begin(GAME, "drill")
    assert match.facts[0][-2] == Began("conceal", ("turn 0", ""))


def test_an_unknown_scenario_is_named_with_those_that_exist():
    with pytest.raises(LookupError, match="it has meeting, drill"):
        GAME.scenario("battle")
