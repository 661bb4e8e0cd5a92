"""The practice opponents that every game has."""

from __future__ import annotations

from random import Random

from engine.core.bots import BOTS, do_nothing, random
from tests.core.desk import MOVES, at
from tests.mini.board import Assault
from tests.mini.game import GAME
from tests.mini.positions import options


def answer(bot, driver, seed=0):
    ask = driver.waiting
    return bot(GAME, GAME.view(driver.board, ask.side), ask, Random(seed))


def test_the_random_one_answers_anything_legal():
    driver = at(*MOVES, phase="move")
    answers = [answer(random, driver, seed) for seed in range(40)]
    assert all(a in options(driver) for a in answers)
    assert len({repr(a) for a in answers}) > 3


def test_the_other_does_nothing_where_it_may():
    assert answer(do_nothing, at(*MOVES, phase="move")) == "done"
    near = ("red foot at bridge", "blue foot at market")
    assert answer(do_nothing, at(*near, phase="attack")) == ()
    ambush = at(*near, "blue holds ambush", phase="battle", assaults=(Assault("market", "bridge"),))
    assert answer(do_nothing, ambush) == "decline"


def test_it_takes_the_printed_default_where_it_must():
    texts = ("red guard at bridge", "red decoy at bridge", "blue guard at market")
    driver = at(*texts, phase="battle", assaults=(Assault("market", "bridge"),))
    driver.roll((1, 6))
    assert answer(do_nothing, driver) == "t1"


def test_they_have_names():
    assert sorted(BOTS) == ["do-nothing", "random"]
