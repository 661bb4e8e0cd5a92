"""Panels: text boxes and cards that lie beside or on the map."""

from textwrap import wrap

from engine.maps.palette import SERIF, paint
from engine.maps.pieces import Panel
from engine.maps.scene import Scene
from engine.maps.svg import group, tag, text

LINE = 17
MARGIN = 10
# Seven units is the width of a wide average letter at size 13.
LETTER = 7


def panels(scene: Scene) -> str:
    x, _, width, _ = scene.frame or (0, 0, *scene.size)
    return "".join(panel(drawn, x + width) for drawn in scene.pieces.panels)


def panel(drawn: Panel, right: int) -> str:
    """A panel is pushed back inside the right edge of the picture."""
    x = min(drawn.at[0], right - drawn.width - MARGIN)
    lines = wrapped(drawn)
    corner_width = 26 if drawn.corner else 0
    return group(
        tag("rect", width=drawn.width, height=height(drawn), rx=4, **paint("panel", drawn.style)),
        text(
            drawn.title, MARGIN + corner_width, 22, 14, font_weight="bold", font_family=SERIF
        ),
        _corner(drawn.corner) if drawn.corner else "",
        *(text(words, MARGIN, 22 + LINE * (n + 1) + 4, 13) for n, words in enumerate(lines)),
        id=f"panel-{drawn.id}",
        role="note",
        fill="#2b2622",
        text_anchor="start",
        transform=f"translate({x} {drawn.at[1]})",
    )  # fmt: skip


def wrapped(drawn: Panel) -> tuple[str, ...]:
    letters = max(8, (drawn.width - 2 * MARGIN) // LETTER)
    return tuple(part for line in drawn.lines for part in wrap(line, letters) or [""])


def height(drawn: Panel) -> int:
    return 34 + LINE * len(wrapped(drawn))


def _corner(figure: str) -> str:
    disc = tag("circle", cx=20, cy=17, r=11, **paint("count"))
    return disc + text(figure, 20, 21, 12, font_weight="bold", fill="#fbf6e6", text_anchor="middle")
