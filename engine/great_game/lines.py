"""Where a stack may go, 10.3: along which lines, into which spaces."""

from __future__ import annotations

from engine.great_game.ascent import may_enter_kashgaria
from engine.great_game.board import GreatGame, enemy, in_force, is_opening, sp_at
from engine.great_game.control import NEUTRAL, REBEL, camp_of_state, controller
from engine.great_game.counters import Force, has_imperial, minus, only
from engine.great_game.forces import CAMP, hostile, own_nations
from engine.great_game.geography import (
    HOMES,
    KASHGARIA,
    MAP,
    STATE_OF,
    WATER,
    kind_of_line,
)

GUNBOATS = "gunboat_diplomacy"
Bar = tuple[str, str] | None  # what forbids a step, and its case


def ways(view: GreatGame, side: str, kind: str, sp: Force, source: str) -> tuple[str, ...]:  # 10.2
    near = MAP.neighbours(source)
    return tuple(to for to in near if bar(view, side, kind, sp, source, to) is None)


def bar(view: GreatGame, side: str, kind: str, sp: Force, source: str, to: str) -> Bar:  # 10.3
    """The first rule that forbids a step, None if it is open."""
    for found in (
        bar_of_line(view, side, source, to),
        bar_of_kashgaria(view, side, kind, source, to),
        bar_of_rebels(kind, source, to),
        bar_of_rivals(view, side, sp, to),
        bar_of_pen(view, side, sp, to),
        bar_of_neutrals(view, side, kind, sp, to),
    ):
        if found is not None:
            return found
    return None


def bar_of_line(view: GreatGame, side: str, source: str, to: str) -> Bar:  # 2.5, 10.3, 13.1
    kind = kind_of_line(source, to)
    if not kind:
        return "no_line", "2.5"
    if STATE_OF[to] not in view.states:
        return "out_of_bounds", "13"
    if kind == WATER and not has_gunboats(view, side):
        return "blue_line", "10.3"
    return None


def has_gunboats(view: GreatGame, side: str) -> bool:  # 10.3
    """In force, or about to be: the first step of the card itself may go over water."""
    return in_force(view, GUNBOATS, side) or (is_opening(view, side) and view.card == GUNBOATS)


def bar_of_kashgaria(view: GreatGame, side: str, kind: str, source: str, to: str) -> Bar:  # 10.3
    enters = STATE_OF[to] == KASHGARIA and STATE_OF[source] != KASHGARIA
    if enters and kind != REBEL and not may_enter_kashgaria(view, side):
        return "kashgaria_closed", "10.3"
    return None


def bar_of_rebels(kind: str, source: str, to: str) -> Bar:  # 9.1
    return ("rebels_stay", "9.1") if kind == REBEL and STATE_OF[source] != STATE_OF[to] else None


def bar_of_rivals(view: GreatGame, side: str, sp: Force, to: str) -> Bar:  # 10.3
    if not has_imperial(sp) or "crimean_war" in view.effects:
        return None
    rival = enemy(side)
    if STATE_OF[to] == HOMES[rival]:
        return "rival_home", "10.3"
    return ("rival_sp", "10.3") if only(sp_at(view, to), (rival,)) else None


def bar_of_pen(view: GreatGame, side: str, sp: Force, to: str) -> Bar:  # 15 k
    held = has_imperial(sp) and in_force(view, "pen", side) and controller(view, to) != side
    return ("pen", "card") if held else None


def bar_of_neutrals(view: GreatGame, side: str, kind: str, sp: Force, to: str) -> Bar:  # 8, 8.2
    """SP of a neutral state enter no other neutral state, and join nobody."""
    if kind in (CAMP, REBEL) or not sp:
        return None
    state = STATE_OF[to]
    if state != kind and camp_of_state(view, state) == NEUTRAL:
        return "other_neutral", "8"
    others = minus(sp_at(view, to), only(sp_at(view, to), own_nations(view, side, kind)))
    walled = to in view.fortress and state != kind and camp_of_state(view, state) == side
    if walled or minus(others, hostile(view, side, kind, to)):
        return "not_friendly", "8.2"
    return None
