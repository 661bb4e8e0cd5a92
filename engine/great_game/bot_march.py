"""Marches of the practice opponent: which stack goes where, as far as the card's value carries."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from engine.great_game.board import TABLES, sp_at
from engine.great_game.bot_odds import SURE, WEIGHTS, attrition, odds
from engine.great_game.bot_war import War
from engine.great_game.choices import HALT, Act, Drop, Group, March, Onward
from engine.great_game.control import REBEL, camp_of_state, nations_of
from engine.great_game.counters import (
    OFFICERS,
    SIDES,
    SKOBELEV,
    Force,
    force,
    has_imperial,
    minus,
    only,
    total,
)
from engine.great_game.forces import CAMP
from engine.great_game.geography import (
    DESERT,
    STATE_OF,
    capital,
    kind_of_line,
)
from engine.great_game.movement import groups

Promise = tuple[int, March | None]  # what a march is worth, and how it begins


class Troop(Struct, frozen=True):
    """What would march together."""

    kind: str
    place: str
    sp: Force
    officers: tuple[str, ...]
    dice: int
    tactics: int
    price: int  # of each SP
    desert: int  # modifier of its attrition on yellow lines


class Way(Struct, frozen=True):
    """A march as far as we have thought it out."""

    place: str
    sp: int
    worth: int
    path: tuple[str, ...] = ()
    goes_on: bool = True


def troops(war: War, group: Group) -> Iterator[Troop]:
    """All that can be spared, half of it, and a single SP."""
    spare = minus(group.sp, kept(war, group))
    n = total(spare)
    sizes = dict.fromkeys(size for size in (n, n // 2, 1) if 0 < size <= n)
    for size in (n,) if group.kind == REBEL and n else sizes:
        yield troop(war, group, taken(spare, size))


def troop(war: War, group: Group, sp: Force) -> Troop:
    best = max(group.officers, key=lambda o: OFFICERS[o].tactics, default="")
    fit = best and OFFICERS[best].tactics > 0 and total(sp) > 1
    officers = tuple(o for o in group.officers if fit and o in (best, SKOBELEV))
    tactics = OFFICERS[best].tactics if officers else 0
    tactics += war.rifles if has_imperial(sp) else 0
    price = war.price if has_imperial(sp) else min(war.price, int(WEIGHTS["sp"]["state"]))
    desert = int(TABLES["attrition"]["desert"])
    desert += OFFICERS[SKOBELEV].tactics if SKOBELEV in officers else 0
    kind, rolled = group.kind, dice(sp, officers)
    return Troop(kind, group.place, sp, officers, rolled, tactics, price, desert)


def dice(sp: Force, officers: tuple[str, ...]) -> int:  # 12.1
    table = TABLES["dice"]
    if has_imperial(sp) or any(share.key == "new_rebels" for share in sp):
        return int(table["imperial"])
    return int(table["officer" if officers else "plain"])


def taken(sp: Force, n: int) -> Force:
    """So many of a force, imperial SP first."""
    counts: dict[str, int] = {}
    for share in sorted(sp, key=lambda s: (s.key not in SIDES, s.key)):
        counts[share.key] = min(share.n, n - sum(counts.values()))
    return force(counts)


def kept(war: War, group: Group) -> Force:
    """The garrison that stays: capitals of conquered and liberated states."""
    state = STATE_OF[group.place]
    if group.kind != CAMP or group.place != capital(state):
        return ()
    if war.view.conquered.get(state) != war.side and not war.is_waiting(state):
        return ()
    row = WEIGHTS["march"]
    wanted = row["guard_objective" if group.place in war.objectives else "guard"]
    moved = total(war.view.moved.get(group.place, ()))
    return taken(group.sp, max(0, int(wanted) - moved))


def best_march(war: War, points: int) -> Promise:
    """The march that promises most, and what it promises."""
    return best_marches(war, points)[-1] if points > 0 else (0, None)


def best_marches(war: War, points: int) -> list[Promise]:
    """The same for every number of points up to this."""
    best: list[Promise] = [(int(WEIGHTS["march"]["least"]), None)] * points
    for group in groups(replace(war.view, points=points), war.side):
        for one in troops(war, group) if group.sp else ():
            for n, way in enumerate(best_ways(war, one, points)):
                if way is not None and way.worth > best[n][0]:
                    best[n] = way.worth, March(one.place, way.path[0], one.sp, one.officers)
    return [found if found[1] is not None else (0, None) for found in best]


def best_ways(war: War, one: Troop, points: int) -> Iterator[Way | None]:
    """The best way of one step, of up to two and so on, thought out space by space."""
    best: Way | None = None
    front = {one.place: Way(one.place, total(one.sp), -leaving(war, one))}
    for _ in range(points):
        reached: dict[str, Way] = {}
        for way in front.values():
            for to in war.ways(one.kind, one.sp, way.place):
                if to == one.place or to in way.path:
                    continue
                new = entered(war, one, way, to)
                ended = halted(war, one, new)
                best = ended if best is None or ended.worth > best.worth else best
                if new.goes_on and (to not in reached or reached[to].worth < new.worth):
                    reached[to] = new
        front = reached
        yield best


def leaving(war: War, one: Troop) -> int:
    """What is lost by marching away: spaces that only their garrison holds, and the nearness."""
    view, near = war.view, approach(war, one, one.place, total(one.sp))
    abroad = camp_of_state(view, STATE_OF[one.place]) != war.side and one.kind == CAMP
    empty = sp_at(view, one.place) == one.sp
    return near + (int(WEIGHTS["space"]["lone"]) if abroad and empty else 0)


def entered(war: War, one: Troop, way: Way, to: str) -> Way:
    """A step further, with what it costs and brings."""
    sp = way.sp - (way.sp > 1 and bool(way.path) and one.kind == CAMP and is_held(war, way.place))
    cost = 0
    if kind_of_line(way.place, to) == DESERT:
        cost = attrition(sp, one.desert)
        sp = max(1, sp - (cost + 5) // 10)
    guard, gain = war.guard(one.kind, to), war.gain(one.kind, to)
    paid = way.worth - cost * one.price // 10
    if not guard.dice:
        return Way(to, sp, paid + gain, (*way.path, to))
    found = odds(sp, one.dice, one.tactics, guard)
    breach = gain * found.damage * int(WEIGHTS["march"]["breach"]) // 1000
    hope = gain * found.win + (SURE - found.win) * breach // (guard.walls + guard.sp)
    lost = (10 * sp - found.left) * one.price // 10
    killed = found.damage * min(guard.sp, 1) * int(WEIGHTS["sp"]["state"]) // 10
    sure = found.win >= int(WEIGHTS["march"]["sure"])
    left = max(1, (found.left + 5) // 10)
    return Way(to, left, paid + hope // SURE - lost + killed, (*way.path, to), sure)


def is_held(war: War, place: str) -> bool:
    """Whether a column that goes on leaves an SP behind."""
    return camp_of_state(war.view, STATE_OF[place]) != war.side


def halted(war: War, one: Troop, way: Way) -> Way:
    """The same with the end of the march."""
    cost = attrition(way.sp, TABLES["attrition"]["march"]) * one.price // 10
    used = total(one.sp) * int(WEIGHTS["sp"]["used"])
    back = way.path[-2] if len(way.path) > 1 else one.place  # where a beaten stack ends
    near = approach(war, one, way.place if way.goes_on else back, way.sp)
    return replace(way, worth=way.worth - cost - used + near)


def approach(war: War, one: Troop, place: str, sp: int) -> int:
    return war.approach(place, sp) if one.kind == CAMP and sp > 0 else 0


def onward(war: War) -> Act:
    """What the column on the march does next."""
    view, column = war.view, war.view.column
    assert column is not None
    group = Group(column.place, column.kind, column.sp, column.officers)
    one = troop(war, group, column.sp)
    way = list(best_ways(war, one, view.points))[-1] if column.sp and view.points > 0 else None
    if way is None or way.worth + total(one.sp) * int(WEIGHTS["sp"]["used"]) <= 0:
        return HALT
    if (left := leftover(war, group)) is not None:
        return left
    return Onward(way.path[0])


def leftover(war: War, group: Group) -> Drop | None:
    """An SP that holds what the column leaves."""
    view, state = war.view, STATE_OF[group.place]
    staying = minus(only(sp_at(view, group.place), nations_of(view, war.side)), group.sp)
    won = state in view.conquered and group.place == capital(state)
    if group.kind != CAMP or staying or total(group.sp) < 2:
        return None
    return Drop(taken(group.sp, 1)) if won or is_held(war, group.place) else None
