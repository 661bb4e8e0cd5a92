"""What the practice opponent can work out: averages of dice, and how far it is."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from itertools import product

from msgspec import Struct

from engine.core.tables import load
from engine.great_game.geography import HERE, MAP, WATER, kind_of_line

WEIGHTS = load(HERE / "bot.toml")
SURE = 1000


class Guard(Struct, frozen=True):
    """Who would fight us in a space."""

    walls: int = 0
    sp: int = 0
    dice: int = 0
    tactics: int = 0


class Odds(Struct, frozen=True):
    """What a combat brings on average."""

    win: int  # per mille
    left: int  # our SP, in tenths
    damage: int  # theirs, fortress and all, in tenths


@lru_cache(maxsize=4096)
def rolls(dice: int) -> tuple[tuple[int, int], ...]:
    """Each sum of so many dice, and in how many ways it comes."""
    counts: dict[int, int] = {}
    for faces in product(range(1, 7), repeat=dice):
        counts[sum(faces)] = counts.get(sum(faces), 0) + 1
    return tuple(counts.items())


@lru_cache(maxsize=4096)
def odds(sp: int, dice: int, tactics: int, guard: Guard) -> Odds:  # 12.1, 12.3
    ways_, won, left, damage = 0, 0, 0, 0
    for mine, often in rolls(dice):
        for theirs, as_often in rolls(guard.dice):
            cost, harm = exchanged(sp, dice, mine - tactics, guard, theirs - guard.tactics)
            n = often * as_often
            ways_ += n
            won += n * prevails(sp, guard, cost, harm)
            left += n * (sp - cost)
            damage += n * harm
    return Odds(SURE * won // ways_, 10 * left // ways_, 10 * damage // ways_)


def exchanged(sp: int, dice: int, mine: int, guard: Guard, theirs: int) -> tuple[int, int]:
    """What both sides lose: who rolls fewer dice comes first, the other has the survivors."""
    foes = guard.walls + guard.sp
    if dice < guard.dice:
        harm = min(foes, max(0, sp - mine))
        return min(sp, max(0, foes - harm - theirs)) if harm < foes else 0, harm
    cost = min(sp, max(0, foes - theirs))
    able = sp - cost if dice > guard.dice else sp
    return cost, min(foes, max(0, able - mine)) if able else 0


def prevails(sp: int, guard: Guard, cost: int, harm: int) -> bool:  # 12.3
    """State SP fall before the walls do."""
    if cost >= sp:
        return False
    walls = guard.walls - max(0, harm - guard.sp)
    return harm >= guard.walls + guard.sp or (walls <= 0 and harm > cost)


@lru_cache(maxsize=1024)
def attrition(sp: int, modifier: int) -> int:  # 11.2
    """SP lost on average, in tenths."""
    found = [(max(0, sp - n - modifier), often) for n, often in rolls(2)]
    return 10 * sum(lost * often for lost, often in found) // sum(often for _, often in found)


def distances() -> dict[str, dict[str, int]]:
    """Steps over land and desert between all spaces."""
    return {place.key: reached_from(place.key) for place in MAP.places}


def reached_from(start: str) -> dict[str, int]:
    found, queue = {start: 0}, deque((start,))
    while queue:
        here = queue.popleft()
        for to in MAP.neighbours(here):
            if to not in found and kind_of_line(here, to) != WATER:
                found[to] = found[here] + 1
                queue.append(to)
    return found


STEPS = distances()
