"""The base layer: sea with engraved shores, land, sand, peaks, tints, lettering, neat line."""

from engine.maps.palette import SERIF, paint, route_style
from engine.maps.scene import Lettering, Patch, Route, Scene
from engine.maps.spots import fill_of
from engine.maps.svg import group, smooth, straight, tag, text

# Each shore line is a wide stroke with the water laid over its inner part.
SHORES = (15, 10, 6)


def terrain(scene: Scene) -> str:
    width, height = scene.size
    return "".join(
        (
            tag("rect", width=width, height=height, **paint(scene.ground)),
            *(patch(scene, n, drawn) for n, drawn in enumerate(scene.base)),
            *(lettering(drawn) for drawn in scene.lettering),
            neatline(width, height),
        )
    )


def patch(scene: Scene, number: int, drawn: Patch) -> str:
    d = (smooth if drawn.curved else straight)(drawn.points, drawn.closed)
    match drawn.style:
        case "sea":
            return _sea(d, f"sea-{number}")
        case "land" if scene.ground == "sea":
            return _shores(d) + tag("path", d=d, **paint("land")) + _coast(d)
        case "desert":
            return tag("path", d=d, **paint("desert")) + tag("path", d=d, fill="url(#sand)")
        case "peaks":
            return "".join(tag("use", href="#peak", x=x, y=y) for x, y in drawn.points)
        case "tint":
            look = paint("tint", drawn.colour) | {"fill": fill_of(scene, drawn.colour)}
            return tag("path", d=d, **look)
    return tag("path", d=d, **paint(drawn.style))


def _sea(d: str, key: str) -> str:
    clip = tag("clipPath", tag("path", d=d), id=key)
    water = tag("path", d=d, **paint("sea"))
    return clip + water + group(_shores(d), clip_path=f"url(#{key})") + _coast(d)


def _shores(d: str) -> str:
    dark = paint("waterline")
    light = paint("sea-edge")
    return "".join(
        tag("path", d=d, **dark, stroke_width=2 * width, opacity=".55")
        + tag("path", d=d, **light, stroke_width=2 * width - 2)
        for width in SHORES
    )


def _coast(d: str) -> str:
    return tag("path", d=d, **paint("coast"))


def textures(scene: Scene) -> str:
    styles = {drawn.style for drawn in scene.base}
    grains = "".join(
        tag("circle", cx=x, cy=y, r=".8") for x, y in ((2, 3), (9, 6), (5, 11), (13, 13))
    )
    sand = tag(
        "pattern", group(grains, **paint("grain")), id="sand", width=16, height=16,
        patternUnits="userSpaceOnUse",
    )  # fmt: skip
    peak = tag("path", id="peak", d="M-11 7L-2 -9L4 1L7 -4L13 7", **paint("peak"))
    return (sand if "desert" in styles else "") + (peak if "peaks" in styles else "")


def lettering(drawn: Lettering) -> str:
    x, y = drawn.at
    size = {"region": 19, "water": 15}.get(drawn.style, 14)
    return text(
        drawn.text, x, y, size, **paint(drawn.style), font_family=SERIF, letter_spacing=3,
        font_style=None if drawn.style == "region" else "italic",
        transform=f"rotate({drawn.turn} {x} {y})" if drawn.turn else None,
    )  # fmt: skip


def neatline(width: int, height: int) -> str:
    outer = tag("rect", x=2, y=2, width=width - 4, height=height - 4, stroke_width=3)
    inner = tag("rect", x=7, y=7, width=width - 14, height=height - 14, stroke_width=1)
    return group(outer, inner, **paint("neatline"))


def routes(scene: Scene) -> str:
    return "".join(route(drawn) for drawn in scene.routes)


def route(drawn: Route) -> str:
    d = smooth(drawn.points)
    return tag("path", d=d, **paint("casing")) + tag("path", d=d, **paint(route_style(drawn.kind)))
