"""Facts about SP and officers that come, go and stay, written from the board as it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.procedure import Ask, Fact, Procedure
from engine.great_game.board import GreatGame, is_player, seen, sp_at
from engine.great_game.counters import Force, minus, plus
from engine.great_game.facts import Arrived, Lost, OfficerLost, Stand


def arrived(board: GreatGame, place: str, sp: Force, case: str) -> Arrived:
    return Arrived(place, sp, (Stand(place, plus(sp_at(board, place), sp)),), case)


def lost(board: GreatGame, place: str, sp: Force, case: str) -> Lost:
    return Lost(place, sp, (Stand(place, minus(sp_at(board, place), sp)),), case)


def shifted(board: GreatGame, source: str, to: str, sp: Force) -> tuple[Stand, ...]:
    """Both spaces after SP went from one to the other."""
    if source == to or not sp:
        return ()
    here, there = minus(sp_at(board, source), sp), plus(sp_at(board, to), sp)
    return Stand(source, here), Stand(to, there)


def officer_lost(board: GreatGame, officer: str, case: str) -> OfficerLost:
    return OfficerLost(officer, (*board.fallen, officer), case)


def everywhere(board: GreatGame, nations: tuple[str, ...], case: str) -> Iterator[Fact]:
    """All SP of some nations leave the map."""
    for place, standing in sorted(board.sp.items()):
        gone = tuple(share for share in standing if share.key in nations)
        if gone:
            yield lost(board, place, gone, case)


def decide(board: GreatGame, ask: Ask, default: Any) -> Procedure[Any]:  # 13.1
    """A player's answer, or the printed default of the non-player camp."""
    if is_player(board, ask.side):
        return (yield ask)
    return default(seen(board, ask.side), ask, ())
