"""A scene: the data from which the picture of a board follows, whatever the kind of map."""

from msgspec import Struct
from msgspec.structs import replace

from engine.maps.keys import Point
from engine.maps.pieces import Pieces, Side, piece_faults

Size = tuple[int, int]
Box = tuple[int, int, int, int]
SHAPES = ("circle", "star", "square", "outline", "none")
ANCHORS = ("start", "middle", "end")


class SceneError(ValueError):
    """A scene that cannot be drawn; the message lists every fault."""


class Colour(Struct, frozen=True):
    """A colour class of this scene, beside those of the palette."""

    key: str
    fill: str
    ink: str = "#2b2622"


class Patch(Struct, frozen=True):
    """A piece of the base layer: sea, land, desert, tint; or open: coast, river, border, peaks."""

    style: str
    points: tuple[Point, ...]
    colour: str = ""
    closed: bool = True
    curved: bool = True


class Lettering(Struct, frozen=True):
    """A name that belongs to the land and not to a place; `turn` in degrees clockwise."""

    text: str
    at: Point
    style: str = "region"
    turn: int = 0


class Route(Struct, frozen=True):
    kind: str
    points: tuple[Point, ...]


class Spot(Struct, frozen=True):
    """A place as drawn; `label_at` and `stack_at` are offsets, `near` serves the arrow keys."""

    key: str
    title: str
    at: Point
    shape: str = "circle"
    colour: str = ""
    ringed: bool = False
    text: str = ""
    label: str = ""
    label_at: Point = (0, 31)
    anchor: str = "middle"
    stack_at: Point = (0, -34)
    outline: tuple[Point, ...] = ()
    near: tuple[str, ...] = ()
    focusable: bool = True


class Scene(Struct, frozen=True):
    title: str
    size: Size
    description: str = ""
    ground: str = "land"
    base: tuple[Patch, ...] = ()
    lettering: tuple[Lettering, ...] = ()
    routes: tuple[Route, ...] = ()
    spots: tuple[Spot, ...] = ()
    sides: tuple[Side, ...] = ()
    colours: tuple[Colour, ...] = ()
    pieces: Pieces = Pieces()
    stack_limit: int = 4
    frame: Box | None = None

    def __post_init__(self) -> None:
        keys = tuple(spot.key for spot in self.spots)
        faults = (*_spot_faults(self), *piece_faults(self.pieces, keys, self.sides))
        if faults:
            raise SceneError("; ".join(faults))


def _spot_faults(scene: Scene) -> tuple[str, ...]:
    keys = [spot.key for spot in scene.spots]
    return (
        *(f"duplicate place {k!r}" for k in dict.fromkeys(keys) if keys.count(k) > 1),
        *(
            f"place {s.key!r}: unknown shape {s.shape!r}"
            for s in scene.spots
            if s.shape not in SHAPES
        ),
        *(f"place {s.key!r}: no title" for s in scene.spots if not s.title.strip()),
        *(f"place {s.key!r}: unknown anchor" for s in scene.spots if s.anchor not in ANCHORS),
        *(() if scene.stack_limit > 0 else ("the stack limit must be positive",)),
    )


def zoomed(scene: Scene, percent: int) -> Scene:
    """The same scene with its geography scaled, while counters and lettering keep their size."""

    def scaled(point: Point) -> Point:
        return point[0] * percent // 100, point[1] * percent // 100

    def all_scaled(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple(scaled(point) for point in points)

    frame = scene.frame and (*scaled(scene.frame[:2]), *scaled(scene.frame[2:]))
    return replace(
        scene,
        size=scaled(scene.size),
        frame=frame,
        base=tuple(replace(p, points=all_scaled(p.points)) for p in scene.base),
        lettering=tuple(replace(n, at=scaled(n.at)) for n in scene.lettering),
        routes=tuple(replace(r, points=all_scaled(r.points)) for r in scene.routes),
        spots=tuple(
            replace(s, at=scaled(s.at), outline=all_scaled(s.outline)) for s in scene.spots
        ),
        pieces=scene.pieces.moved(scaled),
    )
