"""Pieces of a scene that no map kind owns: counters, badges, marks, arrows, ghosts, panels."""

from collections import Counter as Tally
from collections.abc import Callable, Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace

from engine.maps.keys import Point, is_key
from engine.maps.symbols import NAMES

Stop = str | Point
BORDERS = ("solid", "dashed", "double", "dotted", "dashdot")
BADGES = ("flag", "round", "triangle", "diamond")
MARKS = ("unit", "place", "chosen", "from", "to", "changed", "lost")
ARROWS = ("move", "attack", "retreat")


class Side(Struct, frozen=True):
    """Sides are told apart by border or letters as well as by colour."""

    key: str
    name: str
    fill: str
    ink: str = "#fff"
    border: str = "solid"
    letters: str = ""


class Counter(Struct, frozen=True):
    """Stands at `at`, else in the stack of `place`; a higher `order` lies nearer the top."""

    id: str
    side: str
    name: str
    place: str = ""
    at: Point | None = None
    symbol: str = ""
    text: str = ""
    status: tuple[str, ...] = ()
    order: int = 0


class Badge(Struct, frozen=True):
    place: str
    shape: str
    title: str
    text: str = ""
    side: str = ""
    colour: str = ""


class Mark(Struct, frozen=True):
    kind: str
    place: str = ""
    unit: str = ""


class Arrow(Struct, frozen=True):
    path: tuple[Stop, ...]
    style: str = "move"


class Ghost(Struct, frozen=True):
    """Where a counter stood before the change; `lost` when it left the board there."""

    counter: Counter
    lost: bool = False


class Panel(Struct, frozen=True):
    """A text box; `corner` is a figure set apart, such as the value of a card."""

    id: str
    at: Point
    width: int
    title: str
    lines: tuple[str, ...] = ()
    corner: str = ""
    style: str = "note"


class Pieces(Struct, frozen=True):
    counters: tuple[Counter, ...] = ()
    badges: tuple[Badge, ...] = ()
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    panels: tuple[Panel, ...] = ()

    def moved(self, shift: Callable[[Point], Point]) -> "Pieces":
        def counter(c: Counter) -> Counter:
            return c if c.at is None else replace(c, at=shift(c.at))

        def arrow(a: Arrow) -> Arrow:
            return replace(a, path=tuple(s if isinstance(s, str) else shift(s) for s in a.path))

        return replace(
            self,
            counters=tuple(counter(c) for c in self.counters),
            ghosts=tuple(replace(g, counter=counter(g.counter)) for g in self.ghosts),
            arrows=tuple(arrow(a) for a in self.arrows),
            panels=tuple(replace(p, at=shift(p.at)) for p in self.panels),
        )


def piece_faults(
    pieces: Pieces, places: Collection[str], sides: tuple[Side, ...]
) -> tuple[str, ...]:
    known, flags = frozenset(places), frozenset(s.key for s in sides)
    return (
        *_side_faults(sides),
        *_counter_faults(pieces, known, flags),
        *_badge_faults(pieces, known, flags),
        *_mark_faults(pieces, known),
        *_arrow_faults(pieces, known),
        *_repeated("counter", [c.id for c in pieces.counters]),
        *_repeated("ghost", [g.counter.id for g in pieces.ghosts]),
        *_repeated("panel", [p.id for p in pieces.panels]),
    )


def _repeated(kind: str, keys: list[str]) -> Iterator[str]:
    for key, times in Tally(keys).items():
        if times > 1:
            yield f"duplicate {kind} {key!r}"
        if not is_key(key):
            yield f"{kind} id {key!r} is not made of letters, digits, '.', '_' and '-'"


def _side_faults(sides: tuple[Side, ...]) -> Iterator[str]:
    yield from _repeated("side", [s.key for s in sides])
    looks = Tally((s.border, s.letters) for s in sides)
    for side in sides:
        if side.border not in BORDERS:
            yield f"side {side.key!r}: unknown border {side.border!r}"
        if looks[side.border, side.letters] > 1:
            yield f"side {side.key!r}: only its colour tells it apart"


def _counter_faults(pieces: Pieces, places: frozenset[str], sides: frozenset[str]) -> Iterator[str]:
    for counter in (*pieces.counters, *(g.counter for g in pieces.ghosts)):
        if counter.at is None and counter.place not in places:
            yield f"counter {counter.id!r}: unknown place {counter.place!r}"
        if counter.side not in sides:
            yield f"counter {counter.id!r}: unknown side {counter.side!r}"
        if counter.symbol and counter.symbol not in NAMES:
            yield f"counter {counter.id!r}: unknown symbol {counter.symbol!r}"


def _badge_faults(pieces: Pieces, places: frozenset[str], sides: frozenset[str]) -> Iterator[str]:
    for badge in pieces.badges:
        if badge.place not in places or badge.shape not in BADGES:
            yield f"badge {badge.title!r}: unknown place or shape"
        if badge.side and badge.side not in sides:
            yield f"badge {badge.title!r}: unknown side {badge.side!r}"


def _mark_faults(pieces: Pieces, places: frozenset[str]) -> Iterator[str]:
    units = {c.id for c in pieces.counters}
    for mark in pieces.marks:
        on_board = mark.unit in units if mark.unit else mark.place in places
        if not on_board or mark.kind not in MARKS:
            yield f"mark {mark.kind!r} on {mark.unit or mark.place!r}: unknown kind or target"


def _arrow_faults(pieces: Pieces, places: frozenset[str]) -> Iterator[str]:
    for arrow in pieces.arrows:
        if len(arrow.path) < 2 or arrow.style not in ARROWS:
            yield f"arrow {arrow.path}: needs two stops and a known style"
        for stop in arrow.path:
            if isinstance(stop, str) and stop not in places:
                yield f"arrow: unknown place {stop!r}"
