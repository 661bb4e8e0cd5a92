"""Control of spaces, section 6, and camps, 7.2."""

from __future__ import annotations

from engine.great_game.board import TABLES, GreatGame, enemy, in_state, sp_at, spaces_in_play
from engine.great_game.counters import EMIR, OFFICERS, RISEN, SIDES, Force, only
from engine.great_game.geography import BOKHARA, HOME_OF, HOMES, STATE_OF, VASSALS

NEUTRAL, REBEL = "neutral", "rebels"


def camp_of_state(board: GreatGame, state: str) -> str:  # 7.2
    """british, russian or neutral."""
    for side, home in HOMES.items():
        if state == home:
            return side
    return board.proxy.get(state) or board.conquered.get(state, NEUTRAL)


def camp_of(board: GreatGame, nation: str) -> str:  # 7.2
    """The camp of SP: an IP, neutral, or rebels, which are in none."""
    if nation in RISEN:
        return REBEL
    return camp_of_state(board, HOME_OF[nation])


def nations_of(board: GreatGame, camp: str) -> tuple[str, ...]:  # 7.2
    return tuple(nation for nation in HOME_OF if camp_of(board, nation) == camp)


def vassals_of(board: GreatGame, side: str) -> tuple[str, ...]:  # 7.2
    return tuple(state for state in VASSALS if camp_of_state(board, state) == side)


def runs(board: GreatGame, side: str, state: str) -> bool:  # 7.2, 8.2
    """Whether a side controls a state: of its camp, or neutral and invaded by its rival."""
    camp = camp_of_state(board, state)
    if camp == NEUTRAL:
        return board.invaders.get(state) == enemy(side)
    return camp == side


def commands(board: GreatGame, side: str, officer: str) -> bool:  # 7.2
    nation = OFFICERS[officer].nation
    if officer == EMIR:
        return runs(board, side, BOKHARA)
    return nation == side


def of_camp(board: GreatGame, some: Force, camp: str) -> Force:
    return only(some, nations_of(board, camp) if camp != REBEL else RISEN)


def occupiers(board: GreatGame, place: str) -> tuple[str, ...]:  # 6
    return tuple(side for side in SIDES if of_camp(board, sp_at(board, place), side))


def controller(board: GreatGame, place: str) -> str:  # 6
    """The side that controls a space; neutral where its own country does."""
    standing = occupiers(board, place)
    if len(standing) == 1:
        return standing[0]
    return camp_of_state(board, STATE_OF[place])


def controlled(board: GreatGame, side: str) -> tuple[str, ...]:  # 6
    return tuple(p for p in spaces_in_play(board) if controller(board, p) == side)


def is_present(board: GreatGame, side: str, state: str) -> bool:  # 8.1
    """Whether SP of a camp stand in a state."""
    return in_state(board, state, nations_of(board, side)) > 0


def rebel_runner(board: GreatGame, state: str) -> str:  # 9, 9.2
    """Who controls the rebels of a conquered state."""
    conqueror = board.conquered[state]
    rival = enemy(conqueror)
    flips = not is_present(board, conqueror, state) and is_present(board, rival, state)
    return conqueror if flips else rival


def is_rebelling(board: GreatGame, state: str) -> bool:  # 9
    return in_state(board, state, RISEN) > 0


def solely_held(board: GreatGame, place: str, side: str) -> bool:  # 8.3, 8.4
    """SP of one camp stand there and nothing else, no fortress of another camp either."""
    here = sp_at(board, place)
    ours = of_camp(board, here, side)
    walls = board.fortress.get(place, 0) and camp_of_state(board, STATE_OF[place]) != side
    return bool(ours) and ours == here and not walls


def states_in_play(board: GreatGame) -> tuple[str, ...]:  # 13
    return tuple(state for state in VASSALS if state in board.states)


def balance_penalty(board: GreatGame, side: str, kind: str) -> int:  # 13.3 a
    row = TABLES["balance"]
    if not board.has_switch("balance=on") or len(controlled(board, side)) < row["spaces"]:
        return 0
    found: int = row[kind]
    return found
