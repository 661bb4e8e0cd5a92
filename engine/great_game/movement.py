"""Marching, 10.2: stack by stack, space by space, with drop-offs and pick-ups."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.procedure import Procedure
from engine.great_game.attrition import check, desert_check, march_check, marched_sp
from engine.great_game.board import Column, GreatGame, officers_at, sp_at, spaces_in_play
from engine.great_game.choices import Drop, Group, March, Onward, Take
from engine.great_game.combat import combat
from engine.great_game.conquest import settle
from engine.great_game.control import NEUTRAL, REBEL, camp_of_state, commands, nations_of, runs
from engine.great_game.counters import (
    AKBAR,
    AYUB,
    OFFICERS,
    RISEN,
    Force,
    amount,
    force,
    minus,
    only,
    plus,
)
from engine.great_game.facts import Formed, Marched, Rested
from engine.great_game.forces import CAMP, Attack, hostile
from engine.great_game.geography import DESERT, STATE_OF, STATES, VASSALS, kind_of_line
from engine.great_game.invasion import invade
from engine.great_game.lines import ways
from engine.great_game.setup import SCENARIOS
from engine.great_game.stands import shifted


def groups(view: GreatGame, side: str) -> tuple[Group, ...]:  # 10.2, 15 a, 15 u
    """What may still begin a march with this card."""
    if view.points <= 0:
        return ()
    places = spaces_in_play(view)
    if view.rising:
        spaces = STATES[view.rising].spaces
        found = [group_at(view, side, REBEL, place) for place in places if place in spaces]
    else:
        kinds = (CAMP, *neutrals(view, side))
        found = [group_at(view, side, kind, place) for place in places for kind in kinds]
    return tuple(g for g in found if g.sp or (g.officers and g.kind == CAMP))


def neutrals(view: GreatGame, side: str) -> tuple[str, ...]:  # 7.2, 8
    """Neutral states with SP that a side runs."""
    return tuple(
        state
        for state in VASSALS
        if STATES[state].nation
        and camp_of_state(view, state) == NEUTRAL
        and runs(view, side, state)
    )


def group_at(view: GreatGame, side: str, kind: str, place: str) -> Group:
    nations = {CAMP: nations_of(view, side), REBEL: RISEN}.get(kind) or (STATES[kind].nation,)
    busy, tired = on_the_way(view, place)
    able_nations = tuple(n for n in nations if n not in fixed_nations(view))
    fresh = minus(only(sp_at(view, place), able_nations), busy)
    able = tuple(o for o in officers_at(view, place) if o not in tired)
    if kind == REBEL:
        return Group(place, kind, fresh, tuple(o for o in able if o in (AKBAR, AYUB)))
    return Group(place, kind, fresh, tuple(o for o in able if commands(view, side, o)))


def fixed_nations(view: GreatGame) -> tuple[str, ...]:  # 13.1
    return tuple(SCENARIOS[view.scenario].get("fixed", ()))


def on_the_way(view: GreatGame, place: str) -> tuple[Force, tuple[str, ...]]:  # 10.2
    """SP and officers in a space that are on the march or have ended one."""
    column, moved = view.column, view.moved.get(place, ())
    if column is None or column.place != place:
        return moved, view.rested
    return plus(moved, column.sp), (*view.rested, *column.officers)


def open_ways(view: GreatGame, side: str, group: Group, sp: Force) -> tuple[str, ...]:
    kind = group.kind if sp or group.kind == REBEL else CAMP
    return ways(view, side, kind, sp, group.place)


def onward_ways(view: GreatGame) -> tuple[str, ...]:  # 10.2
    column = view.column
    if column is None or view.points <= 0:
        return ()
    kind = column.kind if column.sp or column.kind == REBEL else CAMP
    return ways(view, column.side, kind, column.sp, column.place)


def kind_of_march(view: GreatGame, side: str, march: March) -> str:
    if view.rising:
        return REBEL
    for state in neutrals(view, side):
        if only(march.sp, (STATES[state].nation,)):
            return state
    return CAMP


def begin_march(board: GreatGame, march: March) -> Procedure[None]:  # 10.2
    kind = kind_of_march(board, board.active, march)
    column = Column(board.active, kind, march.source, "", march.sp, march.officers)
    yield from step(board, column, march.to)


def go_on(board: GreatGame, onward: Onward) -> Procedure[None]:  # 10.2
    assert board.column is not None
    yield from step(board, board.column, onward.to)


def step(board: GreatGame, column: Column, to: str) -> Procedure[None]:  # 10.2
    source = column.place
    moved = replace(column, place=to, came_from=source, joined=())
    yield Marched(moved, board.points - 1, shifted(board, source, to, column.sp))
    if kind_of_line(source, to) == DESERT:
        yield from desert_check(board)
    yield from enter(board, source)
    yield from reform(board)
    yield from settle(board)
    yield from reform(board)
    if board.column is not None and (board.points <= 0 or board.column.place != to):
        yield from end_march(board)


def enter(board: GreatGame, source: str) -> Procedure[None]:  # 8, 12
    """Invasion first, so that the rival may deploy in the very space; then combat."""
    column = board.column
    if column is None or not column.sp:
        return
    if column.kind == CAMP:
        yield from invade(board, STATE_OF[column.place], column.side)
    if board.column is not None and hostile(board, column.side, column.kind, column.place):
        attack = Attack(column.side, column.kind, column.place, source, True)
        yield from combat(board, attack)


def reform(board: GreatGame) -> Procedure[None]:
    """The column as it is after losses and liberations; its march is over when nothing is left."""
    column = board.column
    if column is None:
        return
    here = sp_at(board, column.place)
    sp = capped(column.sp, here)
    officers = tuple(o for o in column.officers if board.officers.get(o) == column.place)
    joined = capped(column.joined, sp)
    new = replace(column, sp=sp, officers=officers, joined=joined) if sp or officers else None
    if new != column:
        yield Formed(new)


def capped(some: Force, most: Force) -> Force:
    return force({share.key: min(share.n, amount(most, share.key)) for share in some})


def end_march(board: GreatGame) -> Procedure[None]:  # 10.2, 11.1
    yield from march_check(board)
    column = board.column
    if column is not None:
        yield rested(board, column.place, column.sp, column.officers)
        yield Formed(None)
    yield from settle(board)


def rested(board: GreatGame, place: str, sp: Force, officers: tuple[str, ...]) -> Rested:  # 10.2
    tired = tuple(dict.fromkeys((*board.rested, *officers)))
    return Rested(place, plus(board.moved.get(place, ()), sp), tired)


def drop_off(board: GreatGame, drop: Drop) -> Procedure[None]:  # 10.2
    """They move no further, and those that marched check for attrition at once."""
    column = board.column
    assert column is not None
    officers = tuple(o for o in column.officers if o not in drop.officers)
    left = minus(column.sp, drop.sp)
    marched = capped(drop.sp, marched_sp(column))
    joined = capped(column.joined, left)
    yield Formed(replace(column, sp=left, officers=officers, joined=joined))
    gone: Force = ()
    if marched:
        gone = yield from check(board, column.side, column.place, marched, "march")
    yield rested(board, column.place, minus(drop.sp, gone), drop.officers)
    yield from settle(board)
    yield from reform(board)


def pick_up(board: GreatGame, take: Take) -> Procedure[None]:  # 10.2
    column = board.column
    assert column is not None
    officers = in_order((*column.officers, *take.officers))
    sp, joined = plus(column.sp, take.sp), plus(column.joined, take.sp)
    yield Formed(replace(column, sp=sp, officers=officers, joined=joined))


def droppable(view: GreatGame) -> Group | None:  # 10.2
    column = view.column
    if column is None or view.points <= 0:
        return None
    return Group(column.place, column.kind, column.sp, in_order(column.officers))


def in_order(officers: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(officer for officer in OFFICERS if officer in officers)


def may_drop(view: GreatGame, sp: Force, officers: tuple[str, ...]) -> bool:  # 10.2
    column = view.column
    return column is not None and bool(
        minus(column.sp, sp) or any(o not in officers for o in column.officers)
    )


def takeable(view: GreatGame) -> Group | None:  # 10.2
    """Friendly SP and officers in the space that have not yet moved."""
    column = view.column
    if column is None or view.points <= 0:
        return None
    return group_at(view, column.side, column.kind, column.place)
