"""The Ascent to High Asia, 4.2: cards on a panel open Kashgaria."""

from __future__ import annotations

from engine.core.facts import Handed
from engine.core.procedure import Procedure
from engine.great_game.board import CARDS, GreatGame, is_opening, panel
from engine.great_game.events import Ascended


def may_enter_kashgaria(board: GreatGame, side: str) -> bool:  # 4.2, 7.5 a
    """The second card counts from its own first step on: played for action it is on the panel."""
    needed = [key for key, card in CARDS.items() if card.get("ascent") == side]
    placed = board.ascent.get(side, ())
    opening = (board.card,) if is_opening(board, side) else ()
    return all(key in placed or key in opening for key in needed)


def is_ascent(card: str, side: str) -> bool:  # 4.2
    """Only an IP's own High Asia cards help it up."""
    return bool(CARDS[card].get("ascent") == side)


def ascend(
    board: GreatGame, side: str, card: str, token: str
) -> Procedure[None]:  # 4.2, 15 p, 15 q, 15 r, 15 s
    yield Handed(token, panel(side, "ascent"))
    yield Ascended(side, (*board.ascent.get(side, ()), card))
