"""Places and their labels: shapes, colours, hit targets, roving focus."""

from engine.maps.keys import Point
from engine.maps.palette import COLOURS, PAINT, paint
from engine.maps.scene import Scene, Spot
from engine.maps.svg import group, pairs, tag, text, title

HIT = 18
RADIUS = {"circle": 10, "star": 17, "square": 11, "outline": 14, "none": 10}
# A five-pointed star of radius 100, blunt enough to hold two figures.
STAR = (
    (0, -100), (37, -51), (95, -31), (60, 19), (59, 81),
    (0, 63), (-59, 81), (-60, 19), (-95, -31), (-37, -51),
)  # fmt: skip


def radius(spot: Spot) -> int:
    return RADIUS[spot.shape] + (4 if spot.ringed else 0)


def fill_of(scene: Scene, colour: str) -> str:
    own = {c.key: c.fill for c in scene.colours}
    return own.get(colour) or COLOURS.get(colour) or PAINT["spot"]["fill"]


def places(scene: Scene) -> str:
    first = next((spot.key for spot in scene.spots if spot.focusable), None)
    return "".join(place(scene, spot, spot.key == first) for spot in scene.spots)


def place(scene: Scene, spot: Spot, is_first: bool) -> str:
    return group(
        title(spot.title),
        hit(spot),
        shape(spot, fill_of(scene, spot.colour)),
        ring(spot) if spot.ringed else "",
        figure(spot) if spot.text else "",
        id=f"place-{spot.key}",
        class_=f"place {spot.colour}".rstrip(),
        role="button" if spot.focusable else "img",
        tabindex=(0 if is_first else -1) if spot.focusable else None,
        data_near=" ".join(spot.near) or None,
    )


def hit(spot: Spot) -> str:
    x, y = spot.at
    return tag("circle", cx=x, cy=y, r=HIT, class_="hit", fill="none", pointer_events="all")


def shape(spot: Spot, fill: str) -> str:
    x, y = spot.at
    size = RADIUS[spot.shape]
    look = paint("spot") | {"fill": fill, "class_": "shape"}
    match spot.shape:
        case "star":
            return tag(
                "polygon", points=pairs(star(spot.at, size)), stroke_linejoin="round", **look
            )
        case "square":
            return tag("rect", x=x - size, y=y - size, width=2 * size, height=2 * size, **look)
        case "outline":
            return tag("polygon", points=pairs(spot.outline), **look | {"fill_opacity": ".35"})
        case "none":
            return ""
    return tag("circle", cx=x, cy=y, r=size, **look)


def star(at: Point, size: int) -> tuple[Point, ...]:
    return tuple((at[0] + x * size // 100, at[1] + y * size // 100) for x, y in STAR)


def ring(spot: Spot) -> str:
    x, y = spot.at
    return tag("circle", cx=x, cy=y, r=radius(spot), **paint("ring"))


def figure(spot: Spot) -> str:
    x, y = spot.at
    return text(spot.text, x, y + 4, 11, font_weight="bold", fill="#2b2622")


def labels(scene: Scene) -> str:
    return "".join(label(spot) for spot in scene.spots if spot.label)


def label(spot: Spot) -> str:
    x, y = spot.at[0] + spot.label_at[0], spot.at[1] + spot.label_at[1]
    side = None if spot.anchor == "middle" else spot.anchor
    return text(spot.label, x, y, 15, text_anchor=side)
