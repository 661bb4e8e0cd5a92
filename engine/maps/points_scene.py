"""The scene of a points-and-lines map: its places and lines in the game's own styles."""

from collections.abc import Mapping

from msgspec import Struct

from engine.maps.keys import Point
from engine.maps.pieces import Pieces, Side
from engine.maps.points import Line, Place, PointMap
from engine.maps.scene import Colour, Lettering, Patch, Route, Scene, Size, Spot

MARGIN = 70


class LabelStyle(Struct, frozen=True):
    at: Point
    anchor: str = "middle"


class PointStyle(Struct, frozen=True):
    """How kinds, owners and single places look; whatever is not named keeps its plain look."""

    shapes: Mapping[str, str] = {}
    colours: Mapping[str, str] = {}
    owners: Mapping[str, str] = {}
    labels: Mapping[str, LabelStyle] = {}
    stacks: Mapping[str, Point] = {}
    capitals: tuple[str, ...] = ()
    routes: Mapping[str, str] = {}


def points_scene(
    map_: PointMap,
    *,
    title: str,
    description: str = "",
    style: PointStyle | None = None,
    pieces: Pieces | None = None,
    sides: tuple[Side, ...] = (),
    base: tuple[Patch, ...] = (),
    lettering: tuple[Lettering, ...] = (),
    colours: tuple[Colour, ...] = (),
    figures: Mapping[str, str] | None = None,
    focusable: tuple[str, ...] | None = None,
    size: Size | None = None,
    ground: str = "land",
) -> Scene:
    """`figures` stand inside a place, such as fortress strengths; `focusable` None means all."""
    style = style or PointStyle()
    figures = figures or {}
    return Scene(
        title=title,
        description=description,
        size=size or natural_size(map_),
        ground=ground,
        base=base,
        lettering=lettering,
        routes=tuple(route(map_, line, style) for line in map_.lines),
        spots=tuple(
            spot(map_, p, style, figures.get(p.key, ""), focusable is None or p.key in focusable)
            for p in map_.places
        ),
        sides=sides,
        colours=colours,
        pieces=pieces or Pieces(),
    )


def natural_size(map_: PointMap) -> Size:
    """Room for the farthest place and its counters, east and south."""
    return (
        max((p.x for p in map_.places), default=0) + MARGIN,
        max((p.y for p in map_.places), default=0) + MARGIN,
    )


def route(map_: PointMap, line: Line, style: PointStyle) -> Route:
    kind = style.routes.get(line.kind, line.kind)
    return Route(kind, map_.trace((line.a, line.b)))


def spot(map_: PointMap, place: Place, style: PointStyle, figure: str, focusable: bool) -> Spot:
    shape = style.shapes.get(place.kind, "circle")
    label = style.labels.get(place.key, LabelStyle((0, 37 if shape == "star" else 31)))
    owner = style.owners.get(place.owner, place.owner)
    return Spot(
        key=place.key,
        title=", ".join(part for part in (place.name, owner, figure) if part),
        at=place.at,
        shape=shape,
        colour=style.colours.get(place.owner, ""),
        ringed=place.key in style.capitals,
        text=figure,
        label=place.name,
        label_at=label.at,
        anchor=label.anchor,
        stack_at=style.stacks.get(place.key, (0, -40 if shape == "star" else -34)),
        near=map_.neighbours(place.key),
        focusable=focusable,
    )
