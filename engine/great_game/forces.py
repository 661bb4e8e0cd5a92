"""Who fights whom in a space: attackers, defenders and the officers that help them, section 12."""

from __future__ import annotations

from msgspec import Struct

from engine.great_game.board import GreatGame, enemy, fortress_at, officers_at, sp_at
from engine.great_game.control import (
    NEUTRAL,
    REBEL,
    camp_of,
    camp_of_state,
    commands,
    nations_of,
    of_camp,
    runs,
)
from engine.great_game.counters import (
    EMIR,
    FORTRESS,
    OFFICERS,
    RISEN,
    SIDES,
    Force,
    Share,
    minus,
    only,
    plus,
)
from engine.great_game.geography import BOKHARA, HOME_OF, STATE_OF, STATES

CAMP = "camp"
ATTACKER, DEFENDER = "attacker", "defender"


class Attack(Struct, frozen=True):
    """SP that came into a space, on the march or placed there."""

    side: str  # who runs them
    kind: str  # camp, rebels, or the neutral state whose SP they are
    place: str
    came_from: str = ""
    is_marching: bool = False


def hostile(board: GreatGame, side: str, kind: str, place: str) -> Force:  # 12
    """SP in a space that a force must fight, the fortress among them."""
    here = sp_at(board, place)
    if kind == CAMP:
        sp = minus(here, of_camp(board, here, side))
    elif kind == REBEL:
        sp = minus(here, only(here, RISEN))
    else:
        sp = only(here, (*nations_of(board, enemy(side)), *RISEN))
    walls = fortress_at(board, place) if is_hostile_fortress(board, side, kind, place) else 0
    return plus(sp, (Share(FORTRESS, walls),)) if walls else sp


def is_hostile_fortress(board: GreatGame, side: str, kind: str, place: str) -> bool:  # 12
    camp = camp_of_state(board, STATE_OF[place])
    if kind == CAMP:
        return camp != side
    return camp == enemy(side)


def own_nations(board: GreatGame, side: str, kind: str) -> tuple[str, ...]:
    if kind == CAMP:
        return nations_of(board, side)
    return RISEN if kind == REBEL else (STATES[kind].nation,)


def attackers(board: GreatGame, attack: Attack) -> Force:  # 12.1
    """The column, or the SP placed there with the walls of their own state."""
    if attack.is_marching:
        return () if board.column is None else board.column.sp
    sp = only(sp_at(board, attack.place), own_nations(board, attack.side, attack.kind))
    walls = fortress_at(board, attack.place) if has_own_fortress(board, attack) else 0
    return plus(sp, (Share(FORTRESS, walls),)) if walls else sp


def has_own_fortress(board: GreatGame, attack: Attack) -> bool:  # 12.1, 12.3
    rises = attack.kind == REBEL
    return not rises and not is_hostile_fortress(board, attack.side, attack.kind, attack.place)


def defenders(board: GreatGame, attack: Attack) -> Force:  # 12.1
    return hostile(board, attack.side, attack.kind, attack.place)


def fighters(board: GreatGame, attack: Attack, role: str) -> Force:
    return attackers(board, attack) if role == ATTACKER else defenders(board, attack)


def credit(board: GreatGame, attack: Attack, role: str) -> str:  # 12.2
    """The IP whose officers and modifiers count for a force, empty for rebels and the like."""
    if role == ATTACKER:
        return "" if attack.kind == REBEL else attack.side
    rival = enemy(attack.side)
    states = [home_of(share.key, attack.place) for share in defenders(board, attack)]
    return rival if any(state and runs(board, rival, state) for state in states) else ""


def home_of(nation: str, place: str) -> str:
    """The state whose SP these are; none for rebels."""
    return STATE_OF[place] if nation == FORTRESS else HOME_OF.get(nation, "")


def helpers(board: GreatGame, attack: Attack, role: str) -> tuple[str, ...]:  # 12.2
    """Officers in the space that may help a force."""
    here = officers_at(board, attack.place)
    force = fighters(board, attack, role)
    side = credit(board, attack, role)
    return tuple(o for o in here if helps(board, o, side, force, attack.place))


def helps(board: GreatGame, officer: str, side: str, force: Force, place: str) -> bool:  # 12.2
    nation = OFFICERS[officer].nation
    if nation == REBEL:
        return bool(only(force, RISEN))
    if officer == EMIR:
        return emir_helps(board, side, force, place)
    return nation in SIDES and nation == side and bool(minus(force, only(force, RISEN)))


def emir_helps(board: GreatGame, side: str, force: Force, place: str) -> bool:  # 7.4, 12.2
    """With his own walls, or with the SP of the camp that Bokhara is in."""
    if camp_of_state(board, BOKHARA) == NEUTRAL:
        return STATE_OF[place] == BOKHARA and bool(only(force, (FORTRESS,)))
    return side in SIDES and commands(board, side, EMIR)


def is_rebel_force(force: Force) -> bool:
    return bool(only(force, RISEN))


def kind_of(board: GreatGame, state: str, side: str) -> str:
    """How the SP of a state fight when a side runs them."""
    return CAMP if camp_of(board, STATES[state].nation) == side else state
