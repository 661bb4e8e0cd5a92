"""Marks on places and counters, arrows and ghosts: what may be done and what has changed."""

from math import isqrt

from engine.maps.counters import counter
from engine.maps.keys import Point
from engine.maps.palette import paint
from engine.maps.pieces import ARROWS, Arrow, Ghost, Mark, Side, Stop
from engine.maps.scene import Scene, Spot
from engine.maps.spots import radius
from engine.maps.stacks import ghost_positions, positions
from engine.maps.svg import group, pairs, straight, tag

CROSS = "M-15 -15L15 15M15 -15L-15 15"
CLEAR_START = 7
CLEAR_END = 20


def marks(scene: Scene) -> str:
    centres = positions(scene)
    spots = {spot.key: spot for spot in scene.spots}
    return "".join(
        on_unit(mark, centres[mark.unit]) if mark.unit else on_place(mark, spots[mark.place])
        for mark in scene.pieces.marks
    )


def on_unit(mark: Mark, at: Point) -> str:
    x, y = at
    if mark.kind == "lost":
        drawn = tag("path", d=CROSS, transform=f"translate({x} {y})", **paint("mark-lost"))
    else:
        box = {"x": x - 21, "y": y - 21, "width": 42, "height": 42, "rx": 6}
        drawn = tag("rect", **box, **paint("halo"))
        drawn += tag("rect", **box, **paint(f"mark-{mark.kind}"))
    return group(drawn, data_for=f"unit-{mark.unit}")


def on_place(mark: Mark, spot: Spot) -> str:
    style = paint(f"mark-{mark.kind}")
    if spot.outline:
        ring = tag("polygon", points=pairs(spot.outline), **paint("halo"))
        ring += tag("polygon", points=pairs(spot.outline), **style)
    else:
        size = radius(spot) + 4
        ring = _ring(spot.at, size, paint("halo")) + _ring(spot.at, size, style)
        if mark.kind == "to":
            ring += _ring(spot.at, size + 4, style | {"stroke_width": "1.5"})
    return group(ring, data_for=f"place-{spot.key}")


def _ring(at: Point, size: int, style: dict[str, str]) -> str:
    return tag("circle", cx=at[0], cy=at[1], r=size, **style)


def heads(scene: Scene) -> str:
    """Arrow heads for the styles in use; a marker cannot take the colour of its line."""
    used = {arrow.style for arrow in scene.pieces.arrows}
    return "".join(head(style) for style in ARROWS if style in used)


def head(style: str) -> str:
    tip = tag("path", d="M0 0L9 5L0 10L2 5Z", **paint(f"arrow-{style}-head"))
    return tag(
        "marker", tip, id=f"head-{style}", viewBox="0 0 10 10", refX=3, refY=5,
        markerWidth=18, markerHeight=18, markerUnits="userSpaceOnUse", orient="auto",
    )  # fmt: skip


def arrows(scene: Scene) -> str:
    spots = {spot.key: spot for spot in scene.spots}
    return "".join(arrow(drawn, spots) for drawn in scene.pieces.arrows)


def arrow(drawn: Arrow, spots: dict[str, Spot]) -> str:
    way = [spots[stop].at if isinstance(stop, str) else stop for stop in drawn.path]
    first, last = (radius(spots[s]) if isinstance(s, str) else 0 for s in _ends(drawn))
    way[0] = towards(way[0], way[1], first + CLEAR_START)
    way[-1] = towards(way[-1], way[-2], last + CLEAR_END)
    d = straight(tuple(way))
    look = paint(f"arrow-{drawn.style}")
    return tag("path", d=d, **paint("halo") | {"stroke_width": "8"}, opacity=".8") + tag(
        "path", d=d, marker_end=f"url(#head-{drawn.style})", **look
    )


def _ends(drawn: Arrow) -> tuple[Stop, Stop]:
    return drawn.path[0], drawn.path[-1]


def towards(start: Point, goal: Point, length: int) -> Point:
    """A point `length` on the way; no further than a third of it."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    far = max(1, isqrt(dx * dx + dy * dy))
    length = min(length, far // 3)
    return start[0] + dx * length // far, start[1] + dy * length // far


def ghosts(scene: Scene) -> str:
    sides = {side.key: side for side in scene.sides}
    centres = ghost_positions(scene)
    return "".join(
        ghost(g, sides[g.counter.side], centres[g.counter.id]) for g in scene.pieces.ghosts
    )


def ghost(drawn: Ghost, side: Side, at: Point) -> str:
    x, y = at
    faint = group(counter(drawn.counter, side, at, prefix="ghost"), opacity=".45", class_="ghost")
    if not drawn.lost:
        return faint
    return faint + tag("path", d=CROSS, transform=f"translate({x} {y})", **paint("mark-lost"))
