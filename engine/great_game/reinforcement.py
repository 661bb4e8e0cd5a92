"""Cards played for reinforcement, 5.4."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.procedure import Procedure, roll
from engine.great_game.board import CARDS, GreatGame, on_map
from engine.great_game.choices import Reinforce, Spread
from engine.great_game.control import vassals_of
from engine.great_game.counters import LIMIT, Force, Share
from engine.great_game.facts import BonusRolled
from engine.great_game.forces import CAMP, hostile
from engine.great_game.geography import HOME_OF, HOMES, STATES, capital
from engine.great_game.stands import arrived


def reinforcements(view: GreatGame, side: str) -> Iterator[Reinforce]:  # 5.4 a, 15 t
    """Every mix of SP of the own camp that makes up the card's value, or all there is room for."""
    most = {nation: room(view, side, nation) for nation in nations(view, side)}
    value: int = CARDS[view.card]["value"]
    yield from (Reinforce(part) for part in Spread(value, lambda: most, "5.4"))


def nations(view: GreatGame, side: str) -> tuple[str, ...]:  # 5.4 a
    """The IP itself and its proxies; a conquered state raises no SP."""
    proxies = (STATES[s].nation for s, ip in view.proxy.items() if ip == side)
    return (side, *sorted(nation for nation in proxies if nation))


def room(view: GreatGame, side: str, nation: str) -> int:  # 5.4 a
    most = LIMIT[nation] if nation in LIMIT else STATES[HOME_OF[nation]].sp
    if hostile(view, side, CAMP, capital(HOME_OF[nation])):
        return 0
    return max(0, most - on_map(view, nation))


def reinforce(board: GreatGame, choice: Reinforce) -> Procedure[None]:  # 5.4 a, 15 t
    for share in choice.sp:
        yield arrived(board, capital(HOME_OF[share.key]), (share,), "5.4")
    yield from bonus(board, board.active)


def bonus(board: GreatGame, side: str) -> Procedure[None]:  # 5.4 b
    """One more IP SP, if a die does not exceed the number of vassal states in the camp."""
    states = len(vassals_of(board, side))
    if not states:
        return
    (die,) = yield from roll(1, 6, "5.4")
    yield BonusRolled(side, die, states)
    extra: Force = (Share(side, 1),)
    if die <= states and room(board, side, side):
        yield arrived(board, capital(HOMES[side]), extra, "5.4")
