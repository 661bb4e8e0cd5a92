"""Badges at places: flags of control, figures for damage, discontent and the like."""

from engine.maps.keys import Point
from engine.maps.palette import paint
from engine.maps.pieces import Badge
from engine.maps.scene import Scene
from engine.maps.spots import fill_of, radius
from engine.maps.svg import group, tag, text, title
from engine.maps.symbols import INK

SHAPES = {
    "flag": "M-9 11V-10H11L7 -4L11 2H-9",
    "round": "M0 -10a10 10 0 1 0 .01 0Z",
    "triangle": "M0 -10L10 8H-10Z",
    "diamond": "M0 -11L11 0L0 11L-11 0Z",
}
WORDS = {"flag": (-1, -1, 9), "round": (0, 4, 11), "triangle": (0, 6, 11), "diamond": (0, 4, 10)}
PITCH = 23


def badges(scene: Scene) -> str:
    """In a row leftwards from the place, clear of its marks."""
    spots = {spot.key: spot for spot in scene.spots}
    before: dict[str, int] = {}
    drawn: list[str] = []
    for shown in scene.pieces.badges:
        spot = spots[shown.place]
        number = before[shown.place] = before.get(shown.place, -1) + 1
        at = spot.at[0] - radius(spot) - 20 - PITCH * number, spot.at[1]
        drawn.append(badge(scene, shown, at))
    return "".join(drawn)


def badge(scene: Scene, shown: Badge, at: Point) -> str:
    look, ink, words = _look(scene, shown)
    x, y, size = WORDS[shown.shape]
    return group(
        title(shown.title),
        tag("path", d=SHAPES[shown.shape], **look),
        text(words, x, y, size, font_weight="bold", fill=ink) if words else "",
        class_=f"badge-{shown.shape}",
        role="img",
        transform=f"translate({at[0]} {at[1]})",
    )


def _look(scene: Scene, shown: Badge) -> tuple[dict[str, str], str, str]:
    """Attributes, ink and words; a side without words shows its letters beside its colour."""
    plain = paint("badge")
    side = next((s for s in scene.sides if s.key == shown.side), None)
    if side is not None:
        own = {"class_": f"badge-face side-{side.key}", "fill": side.fill, "stroke": INK}
        return plain | own, side.ink, shown.text or side.letters or side.name[:1]
    if shown.colour:
        own = {"class_": "badge-face", "fill": fill_of(scene, shown.colour), "stroke": INK}
        return plain | own, INK, shown.text
    return plain, "#fff", shown.text
