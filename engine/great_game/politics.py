"""Political affiliation, 7.5: emissaries and persuasion."""

from __future__ import annotations

from engine.core.procedure import Procedure, roll
from engine.great_game.ascent import may_enter_kashgaria
from engine.great_game.board import TABLES, GreatGame, enemy, is_player
from engine.great_game.conquest import settle
from engine.great_game.control import balance_penalty, is_present, states_in_play
from engine.great_game.counters import OFFICERS, RUSSIAN
from engine.great_game.events import Affiliated, EmissaryRolled, Invaded, Lapsed, Sojourned
from engine.great_game.facts import OfficerPlaced
from engine.great_game.geography import KASHGARIA, PERSIA, STATES, capital
from engine.great_game.invasion import deploy, disband
from engine.great_game.reactions import spoiler
from engine.great_game.stands import officer_lost

FLASHMAN = "flashman"


def targets(view: GreatGame, side: str) -> tuple[str, ...]:  # 7.5
    return tuple(s for s in states_in_play(view) if is_target(view, side, s))


def is_target(view: GreatGame, side: str, state: str) -> bool:  # 7.5, 7.5 a
    """Big enough, not conquered, not yet one's own; Kashgaria only after the ascent."""
    large = len(STATES[state].spaces) >= TABLES["emissary"]["spaces"]
    free = state not in view.conquered and view.proxy.get(state) != side
    open_ = state != KASHGARIA or may_enter_kashgaria(view, side)
    persuaded = state == PERSIA and "persian_persuasion" in view.effects
    return large and free and open_ and not persuaded


def send_emissary(board: GreatGame, state: str, officer: str) -> Procedure[None]:  # 7.5, 10.1
    yield OfficerPlaced(officer, capital(state), "10.1")
    against = yield from spoiler(board, state)
    virtual = not is_player(board, enemy(board.active))
    success = yield from persuade(board, state, officer, against, virtual)
    if not success and (against or virtual):
        yield officer_lost(board, officer, "7.5")


def persuade(
    board: GreatGame, state: str, officer: str, against: str, virtual: bool
) -> Procedure[bool]:  # 7.5
    side = board.active
    (die,) = yield from roll(1, 6, "7.5")
    found = (
        ("7.5", diplomacy(side, officer, state)),
        ("card", -spoiling(against, virtual)),
        ("13.3 a", balance_penalty(board, side, "emissary")),
    )
    final = die + sum(n for _, n in found)
    success = final >= TABLES["thresholds"]["emissary"]
    added = tuple((case, n) for case, n in found if n)
    yield EmissaryRolled(side, state, officer, die, added, final, success)
    if success:
        yield from win_over(board, state, side)
    return bool(success)


def diplomacy(side: str, officer: str, state: str) -> int:  # 14, 7.5, 15 b
    if side == RUSSIAN and state == PERSIA and officer != FLASHMAN:
        found: int = TABLES["emissary"]["tehran"]
        return found
    found = TABLES["flashman"]["diplomacy"]
    return OFFICERS[officer].diplomacy if officer in OFFICERS else found


def spoiling(officer: str, virtual: bool) -> int:  # 7.5, 13.1
    found: int = TABLES["spoiler"]["virtual"] if virtual else 0
    return OFFICERS[officer].diplomacy if officer else found


def win_over(board: GreatGame, state: str, side: str) -> Procedure[None]:  # 7.5
    """One degree towards a side."""
    if board.proxy.get(state) == enemy(side):
        yield from turn_neutral(board, state)
    else:
        yield from make_proxy(board, state, side)
    yield from settle(board)


def make_proxy(board: GreatGame, state: str, side: str) -> Procedure[None]:  # 7.3, 7.5
    yield Affiliated(state, side)
    if state in board.liberations:
        yield Sojourned(state, None)
    if board.invaders.get(state) == side:
        yield Lapsed(state)
    if is_present(board, enemy(side), state) and state not in board.invaders:
        yield Invaded(state, enemy(side))
    yield from deploy(board, state, side)


def turn_neutral(board: GreatGame, state: str) -> Procedure[None]:  # 7.5, 8.1
    """A lost proxy disbands, unless foreign SP make an invasion of it."""
    patron = board.proxy[state]
    yield Affiliated(state, "")
    if is_present(board, patron, state):
        yield Invaded(state, patron)
        yield from deploy(board, state, enemy(patron))
    elif is_present(board, enemy(patron), state):
        yield Invaded(state, enemy(patron))
    else:
        if state in board.invaders:
            yield Lapsed(state)
        yield from disband(board, state, "7.4")


def persuade_persia(board: GreatGame) -> Procedure[None]:  # 7.5, 15 j
    if PERSIA in board.proxy:
        yield from turn_neutral(board, PERSIA)
        yield from settle(board)
