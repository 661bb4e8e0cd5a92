"""Points and lines: places joined by roads, desert tracks and sea lanes."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from engine.maps.keys import Point, is_key

Through = Callable[[str], bool]


class MapError(ValueError):
    """Map data that cannot be a map, or a question about a place that is not on it."""


class Place(Struct, frozen=True):
    key: str
    name: str
    x: int
    y: int
    aliases: tuple[str, ...] = ()
    owner: str = ""
    kind: str = ""

    @property
    def at(self) -> Point:
        return self.x, self.y


class Line(Struct, frozen=True):
    a: str
    b: str
    kind: str = "land"
    via: tuple[Point, ...] = ()

    def other(self, place: str) -> str:
        return self.b if place == self.a else self.a


Along = Callable[[Line], bool]


class PointMap(Struct, frozen=True, dict=True):
    """Ties in any search go to the line that stands first in the data."""

    places: tuple[Place, ...]
    lines: tuple[Line, ...]

    def __post_init__(self) -> None:
        if faults := "; ".join((*_place_faults(self.places), *_line_faults(self))):
            raise MapError(faults)

    @cached_property
    def _places(self) -> dict[str, Place]:
        return {place.key: place for place in self.places}

    @cached_property
    def _lines(self) -> dict[str, tuple[Line, ...]]:
        touching: dict[str, list[Line]] = {key: [] for key in self._places}
        for line in self.lines:
            touching[line.a].append(line)
            touching[line.b].append(line)
        return {key: tuple(lines) for key, lines in touching.items()}

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def place(self, key: str) -> Place:
        if key not in self._places:
            raise MapError(f"unknown place {key!r}")
        return self._places[key]

    def names(self) -> Mapping[str, str]:
        return {name: p.key for p in self.places for name in (p.name, *p.aliases)}

    def lines_at(self, place: str) -> tuple[Line, ...]:
        return self._lines[self.place(place).key]

    def neighbours(self, place: str, kinds: Collection[str] | None = None) -> tuple[str, ...]:
        lines = self.lines_at(place)
        return tuple(ln.other(place) for ln in lines if kinds is None or ln.kind in kinds)

    def line(self, a: str, b: str) -> Line | None:
        other = self.place(b).key
        return next((ln for ln in self.lines_at(a) if ln.other(a) == other), None)

    def path(
        self, start: str, goal: str, through: Through | None = None, along: Along | None = None
    ) -> tuple[str, ...] | None:
        """The shortest way, both ends included; `through` is not asked about the ends."""
        goal = self.place(goal).key
        came_from: dict[str, str] = {}
        for step, before in self._flood(start, through, along):
            came_from[step] = before
            if step == goal:
                return _way_back(came_from, start, goal)
        return None

    def distance(
        self, start: str, goal: str, through: Through | None = None, along: Along | None = None
    ) -> int | None:
        way = self.path(start, goal, through, along)
        return None if way is None else len(way) - 1

    def within(
        self, place: str, steps: int, through: Through | None = None, along: Along | None = None
    ) -> tuple[str, ...]:
        """Places at most `steps` lines away, nearest first, the place itself included."""
        far: dict[str, int] = {}
        for step, before in self._flood(place, through, along):
            far[step] = far[before] + 1 if far else 0
            if far[step] > steps:
                del far[step]
                break
        return tuple(far)

    def components(self) -> tuple[tuple[str, ...], ...]:
        """The separate parts of the map; a sound map has one."""
        parts: list[tuple[str, ...]] = []
        for place in self.places:
            if not any(place.key in part for part in parts):
                found = {step for step, _ in self._flood(place.key, None, None)}
                parts.append(tuple(p.key for p in self.places if p.key in found))
        return tuple(parts)

    def trace(self, path: tuple[str, ...]) -> tuple[Point, ...]:
        """The points that a march along `path` runs over, bends of the lines included."""
        points = [self.place(path[0]).at]
        for a, b in pairwise(path):
            line = self.line(a, b)
            if line is None:
                raise MapError(f"no line {a!r} to {b!r}")
            points += line.via if line.a == a else reversed(line.via)
            points.append(self.place(b).at)
        return tuple(points)

    def _flood(
        self, start: str, through: Through | None, along: Along | None
    ) -> Iterator[tuple[str, str]]:
        """Each place in reach, nearest first, with the place before it."""
        seen = {self.place(start).key: start}
        queue = [start]
        yield start, start
        for here in queue:
            if here != start and through is not None and not through(here):
                continue
            for line in self._lines[here]:
                there = line.other(here)
                if there not in seen and (along is None or along(line)):
                    seen[there] = here
                    queue.append(there)
                    yield there, here


def _way_back(came_from: Mapping[str, str], start: str, goal: str) -> tuple[str, ...]:
    way = [goal]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return tuple(reversed(way))


def _place_faults(places: tuple[Place, ...]) -> Iterator[str]:
    keys: set[str] = set()
    meant: dict[str, str] = {}
    for place in places:
        if not is_key(place.key):
            yield f"place key {place.key!r} is not made of letters, digits, '.', '_' and '-'"
        if place.key in keys:
            yield f"duplicate place {place.key!r}"
        keys.add(place.key)
        for name in (place.name, *place.aliases):
            if meant.setdefault(name.casefold(), place.key) != place.key:
                yield f"name {name!r} means {meant[name.casefold()]!r} and {place.key!r}"


def _line_faults(map_: PointMap) -> Iterator[str]:
    keys = {place.key for place in map_.places}
    seen: set[tuple[str, str]] = set()
    for line in map_.lines:
        label = f"line {line.a!r} to {line.b!r}"
        pair = min(line.a, line.b), max(line.a, line.b)
        yield from (f"{label}: unknown place {end!r}" for end in pair if end not in keys)
        if line.a == line.b:
            yield f"{label}: joins a place to itself"
        elif pair in seen:
            yield f"{label}: duplicate line"
        seen.add(pair)
