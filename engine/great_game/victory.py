"""Winning, section 13."""

from __future__ import annotations

from engine.core.outcome import Outcome
from engine.great_game.board import GreatGame, enemy
from engine.great_game.control import controlled, controller
from engine.great_game.counters import BRITISH, RUSSIAN
from engine.great_game.geography import PERSIA, STATE_OF
from engine.great_game.setup import SCENARIOS


def score_now(board: GreatGame) -> Outcome:  # 13.1 to 13.3
    wanted = SCENARIOS[board.scenario]["control"]
    if wanted:
        (player,) = board.players
        won = all(controller(board, place) == player for place in wanted)
        return Outcome(player if won else enemy(player), "objective held" if won else "failed")
    return by_spaces(board)


def by_spaces(board: GreatGame) -> Outcome:  # 13.3
    british, russian = points(board, BRITISH), points(board, RUSSIAN)
    if british == russian:
        return Outcome(None, f"{british} to {russian}")
    winner = BRITISH if british > russian else RUSSIAN
    return Outcome(winner, f"{max(british, russian)} to {min(british, russian)}")


def points(board: GreatGame, side: str) -> int:  # 13.3
    """Spaces under control, none of Persia's."""
    return sum(STATE_OF[place] != PERSIA for place in controlled(board, side))
