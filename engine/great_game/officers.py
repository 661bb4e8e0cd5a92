"""Officers come with the decades and go with them, 5.1, 5.8 and 7.4."""

from __future__ import annotations

from engine.core.options import Lazy
from engine.core.procedure import Ask, Procedure, roll
from engine.great_game.board import GreatGame, seen
from engine.great_game.choices import Arrival
from engine.great_game.control import controlled
from engine.great_game.counters import OFFICERS, SIDES
from engine.great_game.defaults import at_home
from engine.great_game.events import Phase
from engine.great_game.facts import LossesRolled, OfficerPlaced
from engine.great_game.geography import HOMES, capital
from engine.great_game.setup import SCENARIOS
from engine.great_game.stands import decide, officer_lost


def due(board: GreatGame, side: str) -> tuple[tuple[str, str], ...]:  # 5.1
    """Officers that arrive in this decade, and where if the scenario says so."""
    rows = SCENARIOS[board.scenario]["reinforcements"].items()
    return tuple(
        (officer, row["place"])
        for officer, row in rows
        if row["arrives"] == board.decade and OFFICERS[officer].nation == side
    )


def arrivals(board: GreatGame) -> Procedure[None]:  # 5.1
    """The British first, in spaces that their camp controls; then the Russians."""
    for side in SIDES:
        for officer, named in due(board, side):
            place = named or (yield from chosen_space(board, side, officer))
            yield OfficerPlaced(officer, place, "5.1")
    yield Phase("deal")


def chosen_space(board: GreatGame, side: str, officer: str) -> Procedure[str]:  # 5.1
    if not controlled(board, side):
        return capital(HOMES[side])
    options = Lazy(lambda: (Arrival(officer, p) for p in controlled(seen(board, side), side)))
    ask = Ask(side, "arrive", options, "5.1", OFFICERS[officer].name)
    chosen: Arrival = yield from decide(board, ask, at_home)
    return chosen.place


def officer_loss(board: GreatGame) -> Procedure[None]:  # 5.8
    """An odd die eliminates an officer, those of vassal states too."""
    present = tuple(officer for officer in OFFICERS if officer in board.officers)
    if not present:
        return
    dice = yield from roll(len(present), 6, "5.8")
    yield LossesRolled(present, dice)
    for officer, die in zip(present, dice, strict=True):
        if die % 2:
            yield officer_lost(board, officer, "5.8")
