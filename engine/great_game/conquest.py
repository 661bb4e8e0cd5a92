"""Conquest and liberation, 8.3, 8.4 and 9.2. Checked whenever SP have come, gone or been lost."""

from __future__ import annotations

from engine.core.procedure import Procedure
from engine.great_game.board import GreatGame, Liberation, enemy, in_state, sp_at
from engine.great_game.control import (
    camp_of_state,
    is_present,
    is_rebelling,
    of_camp,
    solely_held,
    states_in_play,
)
from engine.great_game.counters import AKBAR, AYUB, EMIR, NATIONS, REBELS, RISEN, SIDES, only
from engine.great_game.events import Conquered, Invaded, Liberated, Sojourned
from engine.great_game.facts import Destroyed, OfficerRemoved
from engine.great_game.geography import AFGHANISTAN, BOKHARA, STATES, capital
from engine.great_game.invasion import deploy
from engine.great_game.stands import everywhere, lost, officer_lost

ROUNDS = 8  # changes in a row, more than any position can hold


def settle(board: GreatGame) -> Procedure[None]:  # 8.3, 8.4, 9.2
    for _ in range(ROUNDS):
        changed = False
        for state in states_in_play(board):
            changed = (yield from settle_state(board, state)) or changed
        if not changed:
            return


def settle_state(board: GreatGame, state: str) -> Procedure[bool]:
    for side in SIDES:
        if solely_held(board, capital(state), side) and camp_of_state(board, state) != side:
            return (yield from take_capital(board, state, side))
    if is_free_by_rebels(board, state):
        yield from liberate(board, state, REBELS, "9.2")
        return True
    return False


def take_capital(board: GreatGame, state: str, side: str) -> Procedure[bool]:  # 8.3, 8.4, 9.2
    if state in board.conquered:
        if is_rebelling(board, state) and not is_present(board, enemy(side), state):
            yield Conquered(state, side, "9.2")
        else:
            yield from liberate(board, state, side, "8.4")
        return True
    if state in board.liberations and board.liberations[state].side == side:
        return False
    yield from conquer(board, state, side, "8.3")
    return True


def conquer(board: GreatGame, state: str, side: str, case: str) -> Procedure[None]:  # 8.3
    row = STATES[state]
    yield Conquered(state, side, case)
    if row.nation:
        yield from everywhere(board, (row.nation,), case)
    for place in row.spaces:
        if place in board.fortress:
            yield Destroyed(place, case)
    if state == BOKHARA and EMIR in board.officers:
        yield officer_lost(board, EMIR, "7.4")
    yield from rebel_officers_leave(board, state, case)


def rebel_officers_leave(board: GreatGame, state: str, case: str) -> Procedure[None]:  # 7.4
    for officer in (AKBAR, AYUB) if state == AFGHANISTAN else ():
        if officer in board.officers:
            yield OfficerRemoved(officer, case)


def liberate(board: GreatGame, state: str, by: str, case: str) -> Procedure[None]:  # 8.4, 9.2
    conqueror = board.conquered[state]
    yield Liberated(state, by, case)
    for place in STATES[state].spaces:
        if gone := only(sp_at(board, place), RISEN):
            yield lost(board, place, gone, case)
    yield from rebel_officers_leave(board, state, case)
    if by == REBELS:
        return
    yield Sojourned(state, Liberation(by, board.count + 1))
    if is_present(board, conqueror, state):
        yield Invaded(state, conqueror)
        yield from deploy(board, state, by)


def is_free_by_rebels(board: GreatGame, state: str) -> bool:  # 8.4, 9.2
    others = tuple(nation for nation in NATIONS if nation not in RISEN)
    foreign = in_state(board, state, others)
    return state in board.conquered and is_rebelling(board, state) and not foreign


def sojourns(board: GreatGame) -> Procedure[None]:  # 8.4
    """At the end of a round: a liberator has left the capital, or has stayed too long."""
    for state, liberation in sorted(board.liberations.items(), key=lambda item: item[0]):
        stays = of_camp(board, sp_at(board, capital(state)), liberation.side)
        if not stays:
            yield Sojourned(state, None)
        elif board.count >= liberation.until:
            yield Sojourned(state, None)
            yield from conquer(board, state, liberation.side, "8.4")
