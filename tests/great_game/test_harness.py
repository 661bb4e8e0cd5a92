"""The Great Game under all the checks that every game has to pass."""

from tests.harness.suite import Suite


class TestGreatGame(Suite):
    module = "engine.great_game.game"
    seeds = range(2)
