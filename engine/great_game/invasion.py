"""Invasion and the arrival of a state's SP, 7.3, 7.4 and 8 to 8.2."""

from __future__ import annotations

from engine.core.procedure import Ask, Procedure
from engine.great_game.board import GreatGame, enemy, on_map, sp_at
from engine.great_game.choices import Spread
from engine.great_game.combat import combat
from engine.great_game.control import NEUTRAL, camp_of_state, is_present
from engine.great_game.counters import AKBAR, AYUB, EMIR, SIDES, Force, Share, only
from engine.great_game.defaults import in_capital
from engine.great_game.events import Invaded, Lapsed
from engine.great_game.facts import OfficerPlaced, OfficerRemoved
from engine.great_game.forces import Attack, hostile, kind_of
from engine.great_game.geography import (
    AFGHANISTAN,
    BOKHARA,
    STATES,
    VASSALS,
    capital,
    state_name,
)
from engine.great_game.stands import arrived, decide, everywhere


def invade(board: GreatGame, state: str, side: str) -> Procedure[None]:  # 8
    """Foreign SP stand in a state: the rival takes it in hand and deploys."""
    if state in VASSALS and begins_invasion(board, state, side):
        yield Invaded(state, side)
        yield from deploy(board, state, enemy(side))


def begins_invasion(board: GreatGame, state: str, side: str) -> bool:  # 8, 8.2, 8.4
    camp = camp_of_state(board, state)
    if camp == NEUTRAL:
        liberation = board.liberations.get(state)
        frees = liberation is not None and liberation.side == side
        return state not in board.invaders and not frees
    is_proxy = board.proxy.get(state) == enemy(side)
    return is_proxy and board.invaders.get(state) != side


def deploy(board: GreatGame, state: str, side: str) -> Procedure[None]:  # 7.3, 7.4
    """All SP of a state come to the map, even those that were lost before."""
    row = STATES[state]
    missing = row.sp - on_map(board, row.nation) if row.nation else 0
    if missing > 0:
        options = Spread(missing, lambda: dict.fromkeys(row.spaces, missing), "7.3")
        ask = Ask(side, "deploy", options, "7.3", state_name(state))
        chosen: Force = yield from decide(board, ask, in_capital)
        for share in chosen:
            yield arrived(board, share.key, (Share(row.nation, share.n),), "7.3")
    if state == BOKHARA and EMIR not in board.fallen and EMIR not in board.officers:
        yield OfficerPlaced(EMIR, capital(BOKHARA), "7.4")
    yield from clashes(board, state, side)


def clashes(board: GreatGame, state: str, side: str) -> Procedure[None]:  # 8, 12
    """SP deployed among enemies fight; those that a column has just met wait for its combat."""
    row = STATES[state]
    kind = kind_of(board, state, side) if row.nation else ""
    for place in row.spaces if kind else ():
        on_the_way = board.column is not None and board.column.place == place
        ours = only(sp_at(board, place), (row.nation,))
        if ours and not on_the_way and hostile(board, side, kind, place):
            yield from combat(board, Attack(side, kind, place))


def disband(board: GreatGame, state: str, case: str) -> Procedure[None]:  # 7.4, 8.1
    """SP and officers of a state leave the map; its fortresses stay."""
    row = STATES[state]
    if row.nation:
        yield from everywhere(board, (row.nation,), case)
    yield from officers_leave(board, state, case)


def officers_leave(board: GreatGame, state: str, case: str) -> Procedure[None]:  # 7.4
    theirs = {BOKHARA: (EMIR,), AFGHANISTAN: (AKBAR, AYUB)}
    for officer in theirs.get(state, ()):
        if officer in board.officers:
            yield OfficerRemoved(officer, case)


def lapses(board: GreatGame) -> Procedure[None]:  # 8.1, 8.2
    """At the end of a round: invasions without invaders end, or change hands."""
    for state, side in sorted(board.invaders.items()):
        if not is_present(board, side, state):
            yield from lapse(board, state, enemy(side))


def lapse(board: GreatGame, state: str, rival: str) -> Procedure[None]:  # 8.1, 8.2
    yield Lapsed(state)
    if camp_of_state(board, state) != NEUTRAL:
        return
    if is_present(board, rival, state) and state not in board.liberations:
        yield Invaded(state, rival)
    else:
        yield from disband(board, state, "8.1")


def stay_on(board: GreatGame) -> Procedure[None]:  # 8.4
    """A liberator who left the capital, but not the state, invades it at the end of the round."""
    for state in board.states:
        idle = state in VASSALS and state not in board.liberations
        for side in SIDES if idle and camp_of_state(board, state) == NEUTRAL else ():
            if is_present(board, side, state):
                yield from invade(board, state, side)
