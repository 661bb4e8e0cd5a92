"""Counters, their faces by side, and the count on a tall stack."""

from engine.maps.keys import Point
from engine.maps.palette import paint
from engine.maps.pieces import Counter, Side
from engine.maps.scene import Scene
from engine.maps.stacks import Stack, positions, stacks
from engine.maps.svg import group, tag, text, title

DASHES = {"solid": None, "double": None, "dashed": "6 3", "dotted": "1.5 2.5", "dashdot": "7 2 2 2"}


def face(side: Side) -> str:
    """The blank counter of a side, drawn once and used by all of its counters."""
    edge = tag(
        "rect", x=-16, y=-16, width=32, height=32, rx=2, class_="edge", fill="none",
        stroke=side.ink, stroke_width="1.5", stroke_dasharray=DASHES[side.border],
    )  # fmt: skip
    second = tag(
        "rect", x="-13.5", y="-13.5", width=27, height=27, rx=1, class_="edge", fill="none",
        stroke=side.ink, stroke_width=1,
    )  # fmt: skip
    return group(
        tag("rect", x=-16, y=-15, width=36, height=36, rx=4, fill="#2b2622", opacity=".3"),
        tag(
            "rect", x=-18, y=-18, width=36, height=36, rx=4, class_="face", fill=side.fill,
            stroke="#2b2622",
        ),
        edge,
        second if side.border == "double" else "",
        id=f"face-{side.key}",
        class_=f"side-{side.key}",
    )  # fmt: skip


def counters(scene: Scene) -> str:
    sides = {side.key: side for side in scene.sides}
    centres = positions(scene)
    piles = stacks(scene)
    free = [c for c in scene.pieces.counters if c.at is not None]
    lying = [c for pile in piles for c in pile.counters]
    return "".join(
        (
            *(counter(c, sides[c.side], centres[c.id]) for c in (*free, *lying)),
            *(count(pile) for pile in piles if len(pile.counters) > scene.stack_limit),
        )
    )


def counter(piece: Counter, side: Side, at: Point, prefix: str = "unit") -> str:
    return group(
        title(", ".join((piece.name, side.name, *piece.status))),
        tag("use", href=f"#face-{side.key}"),
        _symbol(piece, side),
        _factors(piece, side),
        *(_status(word, place) for place, word in enumerate(piece.status)),
        id=f"{prefix}-{piece.id}",
        class_=" ".join((f"counter side-{side.key}", *(f"is-{_slug(w)}" for w in piece.status))),
        role="img",
        transform=f"translate({at[0]} {at[1]})",
    )


def _symbol(piece: Counter, side: Side) -> str:
    letters = text(
        side.letters, -9, -3 if piece.symbol else 0, 8, font_weight="bold", fill=side.ink
    )
    if not piece.symbol:
        return letters if side.letters else ""
    left, width = (-3, 17) if side.letters else (-11, 22)
    y, height = (-13, 15) if piece.text else (-9, 18)
    drawn = tag("use", href=f"#symbol-{piece.symbol}", x=left, y=y, width=width, height=height)
    return drawn + (letters if side.letters else "")


def _factors(piece: Counter, side: Side) -> str:
    if not piece.text:
        return ""
    length = len(piece.text)
    size = 14 if length < 3 else 12 if length < 4 else 10 if length < 5 else 8
    if not piece.symbol and length < 3:
        size = 18
    low = 12 if size > 12 else 11
    baseline = low if piece.symbol or side.letters else 6
    return text(piece.text, 0, baseline, size, font_weight="bold", fill=side.ink)


def _status(word: str, place: int) -> str:
    x = 16 - 11 * place
    return tag("circle", cx=x, cy=-17, r=6, **paint("status")) + text(
        word[:1].upper(), x, -14, 9, font_weight="bold", fill="#2b2622"
    )


def _slug(word: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in word.lower())


def count(stack: Stack) -> str:
    x, y = stack.top
    height = str(len(stack.counters))
    return group(
        title(f"{height} in the stack"),
        tag("circle", cx=x + 17, cy=y + 17, r=9, **paint("count")),
        text(height, x + 17, y + 21, 11, font_weight="bold", fill="#fbf6e6"),
        id=f"stack-{stack.place}-{stack.side}",
        class_="stack",
    )
