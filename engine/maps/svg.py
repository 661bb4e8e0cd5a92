"""SVG text: elements with escaped attributes, in the order they are given."""

import re
from collections.abc import Iterable
from itertools import pairwise

from engine.maps.keys import Point

ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
ENTITIES = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord('"'): "&quot;"}
Attribute = str | int | None


def escape(text: str) -> str:
    return ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", text).translate(ENTITIES)


def tag(name: str, *inner: str, **attributes: Attribute) -> str:
    """Attributes: a trailing underscore falls away, the others become hyphens, None is left out."""
    spelled = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    body = "".join(inner)
    return f"<{name}{spelled}>{body}</{name}>" if body else f"<{name}{spelled}/>"


def group(*inner: str, **attributes: Attribute) -> str:
    return tag("g", *inner, **attributes)


def title(text: str) -> str:
    return tag("title", escape(text)) if text else ""


def text(words: str, x: int, y: int, size: int, **attributes: Attribute) -> str:
    return tag("text", escape(words), x=x, y=y, font_size=size, **attributes)


def pairs(points: Iterable[Point]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def straight(points: tuple[Point, ...], closed: bool = False) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points) + ("Z" if closed else "")


def smooth(points: tuple[Point, ...], closed: bool = False) -> str:
    """A curve led by the points: it touches the middle of each side, and both open ends."""
    if len(points) < 3:
        return straight(points, closed)
    if closed:
        points = (*points, points[0], points[1])
    middles = [_middle(a, b) for a, b in pairwise(points)]
    first, last = (middles[0], middles[-1]) if closed else (points[0], points[-1])
    stops = [*middles[1:-1], last]
    bends = [f"Q{c[0]} {c[1]} {s[0]} {s[1]}" for c, s in zip(points[1:-1], stops, strict=True)]
    return f"M{first[0]} {first[1]}" + "".join(bends) + ("Z" if closed else "")


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
