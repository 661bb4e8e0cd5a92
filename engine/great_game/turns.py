"""Whose card is implemented next, 5.3 and 5.7."""

from __future__ import annotations

from engine.core.facts import Handed
from engine.core.procedure import Procedure
from engine.core.tokens import Token, held_by
from engine.great_game.board import CARDS, REMOVED, GreatGame, is_player, panel
from engine.great_game.events import FlashmanReady, Phase, TurnBegan

ACTION, REINFORCEMENT = "action", "reinforcement"
CRIMEAN_WAR = "crimean_war"


def current_card(board: GreatGame, side: str) -> Token:
    return held_by(board, panel(side, "current"))[0]


def next_turn(board: GreatGame) -> Procedure[None]:  # 5.7
    """The next side in order of initiative, then the end of the round."""
    played = board.order.index(board.active) + 1 if is_under_way(board) else 0
    if played >= len(board.order):
        yield Phase("round_end")
        return
    side = board.order[played]
    card = str(current_card(board, side).value)
    yield TurnBegan(side, card, CARDS[card]["value"])
    yield Phase("act" if is_player(board, side) else "non_player")


def is_under_way(board: GreatGame) -> bool:
    return board.phase in ("act", "non_player")


def close(board: GreatGame) -> Procedure[None]:  # 4.3, 5.7
    """The card is done with; the Crimean War does not come again."""
    side = board.active
    if board.card == CRIMEAN_WAR and board.use == ACTION:
        for token in held_by(board, panel(side, "current")):
            yield Handed(token.id, REMOVED)
    if board.flashman == side:
        yield FlashmanReady("")
    yield from next_turn(board)
