"""Retreats, 12.4, and officers left alone, 12.3."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.options import Lazy
from engine.core.procedure import Ask, Procedure
from engine.great_game.attrition import desert_check
from engine.great_game.board import GreatGame, enemy, in_force, officers_at, seen, sp_at
from engine.great_game.control import NEUTRAL, REBEL, camp_of_state, controller
from engine.great_game.counters import (
    AKBAR,
    AYUB,
    EMIR,
    FORTRESS,
    OFFICERS,
    RISEN,
    Force,
    minus,
    only,
    plus,
)
from engine.great_game.defaults import homeward
from engine.great_game.facts import Formed, OfficerPlaced, Rested, Withdrew
from engine.great_game.forces import (
    ATTACKER,
    CAMP,
    Attack,
    fighters,
    home_of,
    hostile,
    is_rebel_force,
)
from engine.great_game.geography import (
    AFGHANISTAN,
    BOKHARA,
    DESERT,
    HOMES,
    MAP,
    STATE_OF,
    STATES,
    WATER,
    capital,
    kind_of_line,
    place_name,
)
from engine.great_game.stands import decide, lost, officer_lost, shifted


def retreat(
    board: GreatGame, attack: Attack, role: str, officers: tuple[str, ...], walled: bool
) -> Procedure[None]:  # 12.4
    if not ways_back(board, attack, role, walled):
        yield from wiped_out(board, attack, role)
        return
    who = attack.side if role == ATTACKER else enemy(attack.side)
    options = Lazy(lambda: ways_back(seen(board, who), attack, role, walled))
    to = next(iter(options))
    if len(options.listed()) > 1:
        ask = Ask(who, "retreat", options, "12.4", place_name(attack.place))
        to = yield from decide(board, ask, homeward)
    yield from withdraw(board, attack, role, officers, to)


def ways_back(view: GreatGame, attack: Attack, role: str, walled: bool) -> tuple[str, ...]:  # 12.4
    """Where a beaten force can go: back where it came from if a fortress still stands."""
    near = MAP.neighbours(attack.place)
    spaces = tuple(p for p in near if p == attack.came_from) if walled else near
    force = only_sp(fighters(view, attack, role))
    return tuple(p for p in spaces if is_way_back(view, attack, role, force, p))


def is_way_back(
    view: GreatGame, attack: Attack, role: str, force: Force, to: str
) -> bool:  # 12.4, 6
    side = attack.side if role == ATTACKER else enemy(attack.side)
    if STATE_OF[to] not in view.states:
        return False
    if kind_of_line(attack.place, to) == WATER and not in_force(view, "gunboat_diplomacy", side):
        return False
    kinds = kinds_of(view, attack, role, force)
    if REBEL in kinds and STATE_OF[to] != STATE_OF[attack.place]:
        return False
    return all(holds(view, kind, side, to) for kind in kinds)


def kinds_of(view: GreatGame, attack: Attack, role: str, force: Force) -> tuple[str, ...]:
    """What a force is made of: camp SP, rebels, SP of neutral states."""
    if role == ATTACKER:
        return (attack.kind,)
    found = (kind_of_share(view, share.key, enemy(attack.side), attack.place) for share in force)
    return tuple(dict.fromkeys(found))


def kind_of_share(view: GreatGame, nation: str, side: str, place: str) -> str:
    if nation in RISEN:
        return REBEL
    state = home_of(nation, place)
    return CAMP if camp_of_state(view, state) == side else state


def holds(view: GreatGame, kind: str, side: str, place: str) -> bool:  # 6, 12.4
    """Whether a space is controlled by a camp, by a neutral state or by rebels, free of enemies."""
    here = sp_at(view, place)
    if kind == CAMP:
        return controller(view, place) == side and not hostile(view, side, CAMP, place)
    if kind == REBEL:
        return is_own_rising(view, place) and not minus(here, only(here, RISEN))
    own = only(here, (STATES[kind].nation,))
    return STATE_OF[place] == kind and camp_of_state(view, kind) == NEUTRAL and own == here


def is_own_rising(view: GreatGame, place: str) -> bool:  # 9.1
    return STATE_OF[place] in view.conquered


def withdraw(
    board: GreatGame, attack: Attack, role: str, officers: tuple[str, ...], to: str
) -> Procedure[None]:  # 12.4
    sp = only_sp(fighters(board, attack, role))
    going = tuple(o for o in officers if o in officers_at(board, attack.place))
    yield Withdrew(attack.place, to, sp, going, shifted(board, attack.place, to, sp))
    if role != ATTACKER:
        return
    if attack.is_marching and board.column is not None:
        mine = tuple(dict.fromkeys((*board.column.officers, *going)))
        yield Formed(replace(board.column, place=to, came_from=attack.place, officers=mine))
        if kind_of_line(attack.place, to) == DESERT:
            yield from desert_check(board)
    else:
        yield Rested(to, plus(board.moved.get(to, ()), sp), (*board.rested, *going))


def only_sp(force: Force) -> Force:
    return minus(force, only(force, (FORTRESS,)))


def wiped_out(board: GreatGame, attack: Attack, role: str) -> Procedure[None]:  # 12.4
    sp = only_sp(fighters(board, attack, role))
    yield lost(board, attack.place, sp, "12.4")
    if role == ATTACKER and attack.is_marching and board.column is not None:
        yield Formed(replace(board.column, sp=()))


def officers_home(
    board: GreatGame, attack: Attack, officers: tuple[str, ...], role: str, foe: Force
) -> Procedure[None]:  # 12.3
    """Officers whose SP are all gone go home, or die if rebels did it."""
    alone = not fighters(board, attack, role)
    for officer in officers:
        if alone and board.officers.get(officer) == attack.place:
            if is_rebel_force(foe):
                yield officer_lost(board, officer, "12.3")
            else:
                yield OfficerPlaced(officer, home_capital(officer), "12.3")


def home_capital(officer: str) -> str:  # 12.3
    if officer in (AKBAR, AYUB):
        return capital(AFGHANISTAN)
    return capital(BOKHARA if officer == EMIR else HOMES[OFFICERS[officer].nation])
