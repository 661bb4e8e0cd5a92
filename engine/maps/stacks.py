"""Where counters stand: one stack per side at a place, bottom to top fanned rightwards."""

from collections.abc import Mapping

from msgspec import Struct

from engine.maps.keys import Point
from engine.maps.pieces import Counter
from engine.maps.scene import Scene

SIZE = 36
GAP = 4
STEPS = {1: 0, 2: 30, 3: 28, 4: 20}
CLOSE_STEP = 15


class Stack(Struct, frozen=True):
    """Counters of one side at one place, the lowest first, with the centre of each."""

    place: str
    side: str
    counters: tuple[Counter, ...]
    centres: tuple[Point, ...]

    @property
    def top(self) -> Point:
        return self.centres[-1]


def stacks(scene: Scene) -> tuple[Stack, ...]:
    found: list[Stack] = []
    for place, piles in _piles(scene).items():
        found += _row(place, piles, anchor(scene, place), scene.stack_limit)
    return tuple(found)


def anchor(scene: Scene, place: str) -> Point:
    spot = next(s for s in scene.spots if s.key == place)
    return spot.at[0] + spot.stack_at[0], spot.at[1] + spot.stack_at[1]


def positions(scene: Scene) -> Mapping[str, Point]:
    """The centre of every counter by its id."""
    free = {c.id: c.at for c in scene.pieces.counters if c.at is not None}
    stacked = {
        counter.id: centre
        for stack in stacks(scene)
        for counter, centre in zip(stack.counters, stack.centres, strict=True)
    }
    return free | stacked


def ghost_positions(scene: Scene) -> Mapping[str, Point]:
    """Ghosts stand left of the stacks that remain, so that they hide nothing."""
    left: dict[str, int] = {}
    for stack in stacks(scene):
        left[stack.place] = min(left.get(stack.place, stack.centres[0][0]), stack.centres[0][0])
    found: dict[str, Point] = {}
    for counter in (ghost.counter for ghost in scene.pieces.ghosts):
        if counter.at is not None:
            found[counter.id] = counter.at
            continue
        x, y = anchor(scene, counter.place)
        x = left[counter.place] - SIZE - GAP if counter.place in left else x
        found[counter.id] = x, y
        left[counter.place] = x + SIZE - CLOSE_STEP
    return found


def _piles(scene: Scene) -> dict[str, dict[str, list[Counter]]]:
    piles: dict[str, dict[str, list[Counter]]] = {}
    for counter in scene.pieces.counters:
        if counter.at is None:
            piles.setdefault(counter.place, {}).setdefault(counter.side, []).append(counter)
    for sides in piles.values():
        for pile in sides.values():
            pile.sort(key=lambda counter: counter.order)
    return piles


def _row(place: str, piles: Mapping[str, list[Counter]], middle: Point, limit: int) -> list[Stack]:
    widths = [_width(min(len(pile), limit)) for pile in piles.values()]
    left = middle[0] - (sum(widths) + GAP * (len(widths) - 1)) // 2 + SIZE // 2
    row: list[Stack] = []
    for (side, pile), width in zip(piles.items(), widths, strict=True):
        centres = tuple((left + shift, middle[1]) for shift in _shifts(len(pile), limit))
        row.append(Stack(place, side, tuple(pile), centres))
        left += width + GAP
    return row


def _shifts(height: int, limit: int) -> tuple[int, ...]:
    step = STEPS.get(min(height, limit), CLOSE_STEP)
    return tuple(step * max(0, i - max(0, height - limit)) for i in range(height))


def _width(shown: int) -> int:
    return SIZE + STEPS.get(shown, CLOSE_STEP) * (shown - 1)
