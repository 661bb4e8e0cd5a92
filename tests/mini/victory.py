"""Winning, rule 7."""

from __future__ import annotations

from engine.core.facts import Ended
from engine.core.outcome import Outcome
from engine.core.procedure import Procedure
from tests.mini.board import CAMPS, SIDES, TABLES, TOWNS, Mini, enemy, occupied

WORTH = TABLES["worth"]


def check_rout(board: Mini, side: str) -> Procedure[None]:  # 7.1
    if not occupied(board, side):
        yield Ended(Outcome(enemy(side), "rout"))


def finish(board: Mini) -> Procedure[None]:  # 7.2
    yield Ended(score_now(board))


def score_now(board: Mini) -> Outcome:  # 7.2
    red, blue = (points(board, side) for side in SIDES)
    if red == blue:
        return Outcome(None, "draw")
    decisive = abs(red - blue) >= WORTH["decisive"]
    return Outcome("red" if red > blue else "blue", "decisive" if decisive else "marginal")


def points(board: Mini, side: str) -> int:  # 7.2
    towns = sum(board.control.get(town) == side for town in TOWNS)
    total: int = towns * WORTH["town"]
    if board.control.get(CAMPS[enemy(side)]) == side:
        total += WORTH["camp"]
    return total
