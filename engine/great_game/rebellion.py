"""Rebellion, section 9."""

from __future__ import annotations

from engine.core.options import Choices
from engine.core.procedure import Ask, Procedure, roll
from engine.great_game.board import TABLES, GreatGame, sp_at
from engine.great_game.choices import Spread
from engine.great_game.combat import combat
from engine.great_game.conquest import settle
from engine.great_game.control import REBEL, is_rebelling, rebel_runner, states_in_play
from engine.great_game.counters import (
    AKBAR,
    AYUB,
    NEW_REBELS,
    OFFICERS,
    REBELS,
    RISEN,
    Force,
    Share,
    amount,
    minus,
    only,
    plus,
    total,
)
from engine.great_game.defaults import first_listed, in_capital
from engine.great_game.events import Pointed, RebellionRolled, Rose
from engine.great_game.facts import Arrived, OfficerPlaced, Stand
from engine.great_game.forces import Attack, hostile
from engine.great_game.geography import AFGHANISTAN, STATES, state_name
from engine.great_game.stands import arrived, decide


def can_rebel(view: GreatGame, side: str) -> tuple[str, ...]:  # 9, 9.2
    """States conquered by the other side, or whose rebels a side runs."""
    return tuple(s for s in states_in_play(view) if s in view.conquered and mine(view, side, s))


def mine(view: GreatGame, side: str, state: str) -> bool:  # 9.2
    if is_rebelling(view, state):
        return rebel_runner(view, state) == side
    return view.conquered[state] != side


def rebel(board: GreatGame, state: str) -> Procedure[None]:  # 9
    side = board.active
    if not (yield from is_triggered(board, state)):
        return
    dice = yield from rise(board, state)
    options = Spread(sum(dice), lambda: dict.fromkeys(STATES[state].spaces, sum(dice)), "9")
    ask = Ask(side, "rebels", options, "9", state_name(state))
    yield from place_rebels(board, state, (yield from decide(board, ask, in_capital)))
    yield from use_value(board, state)


def is_triggered(board: GreatGame, state: str) -> Procedure[bool]:  # 9
    (die,) = yield from roll(1, 6, "9")
    success = die >= TABLES["thresholds"]["rebellion"]
    yield RebellionRolled(board.active, state, die, success)
    return bool(success)


def rise(board: GreatGame, state: str) -> Procedure[tuple[int, ...]]:  # 7.4, 9
    dice = yield from roll(TABLES["dice"]["rebels"], 6, "9")
    anew = state == AFGHANISTAN and not is_rebelling(board, state)
    yield Rose(state, dice, board.risings + anew)
    return dice


def place_rebels(board: GreatGame, state: str, shares: Force) -> Procedure[None]:  # 9
    was = is_rebelling(board, state)
    for share in shares:
        yield arrived(board, share.key, (Share(NEW_REBELS, share.n),), "9")
    if state == AFGHANISTAN and not was:
        yield from bring_officer(board)
    for place in STATES[state].spaces:
        if amount(sp_at(board, place), NEW_REBELS) and hostile(board, board.active, REBEL, place):
            yield from combat(board, Attack(board.active, REBEL, place))
    yield from settle(board)


def bring_officer(board: GreatGame) -> Procedure[None]:  # 7.4
    """Akbar at the first rising of Afghanistan, Ayub at the second."""
    officer = {1: AKBAR, 2: AYUB}.get(board.risings, "")
    if not officer or officer in board.fallen:
        return
    spaces = STATES[AFGHANISTAN].spaces
    strong = sorted(spaces, key=lambda p: -total(only(sp_at(board, p), RISEN)))
    places = tuple(p for p in strong if only(sp_at(board, p), RISEN))
    place = places[0]
    if len(places) > 1:
        ask = Ask(board.active, "leader", Choices(*places), "7.4", OFFICERS[officer].name)
        place = yield from decide(board, ask, first_listed)
    yield OfficerPlaced(officer, place, "7.4")


def use_value(board: GreatGame, state: str) -> Procedure[None]:  # 9.1
    """The card's value is the rebels' now, if there still are any."""
    rises = state in board.conquered and is_rebelling(board, state)
    yield Pointed(board.points if rises else 0, state if rises else "")


def grow_old(board: GreatGame) -> Procedure[None]:  # 9.1
    """After their first round rebels fight like other SP of vassal states."""
    for place, standing in sorted(board.sp.items()):
        new = only(standing, (NEW_REBELS,))
        if new:
            old = plus(minus(standing, new), (Share(REBELS, total(new)),))
            yield Arrived(place, (), (Stand(place, old),), "9.1")
