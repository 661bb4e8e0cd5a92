"""Draw a scene as one SVG that stands alone; a page may restyle it by class."""

from engine.maps.badges import badges
from engine.maps.counters import counters, face
from engine.maps.marks import arrows, ghosts, heads, marks
from engine.maps.palette import SANS, SERIF, paint
from engine.maps.panels import panels
from engine.maps.scene import Scene
from engine.maps.spots import labels, places
from engine.maps.svg import Attribute, escape, group, tag
from engine.maps.symbols import symbols
from engine.maps.terrain import routes, terrain, textures

LABEL = paint("label") | {"paint_order": "stroke", "stroke_linejoin": "round"}


def draw(scene: Scene) -> str:
    x, y, width, height = scene.frame or (0, 0, *scene.size)
    return tag(
        "svg",
        tag("title", escape(scene.title), id="board-title"),
        tag("desc", escape(scene.description), id="board-desc") if scene.description else "",
        tag("defs", definitions(scene)),
        layer("terrain", terrain(scene), aria_hidden="true"),
        layer("lines", routes(scene), aria_hidden="true"),
        layer("places", places(scene)),
        layer("labels", group(labels(scene), **LABEL), **SILENT, font_family=SERIF),
        layer("counters", badges(scene) + counters(scene)),
        layer("marks", marks(scene), **SILENT),
        layer("arrows", ghosts(scene) + arrows(scene), **SILENT),
        layer("panels", panels(scene)),
        xmlns="http://www.w3.org/2000/svg",
        class_="board",
        width=width,
        height=height,
        viewBox=f"{x} {y} {width} {height}",
        role="group",
        aria_labelledby="board-title",
        aria_describedby="board-desc" if scene.description else None,
        font_family=SANS,
        text_anchor="middle",
    )


SILENT: dict[str, Attribute] = {"aria_hidden": "true", "pointer_events": "none"}


def layer(name: str, body: str, **attributes: Attribute) -> str:
    return group(body, id=f"layer-{name}", class_=name, **attributes)


def definitions(scene: Scene) -> str:
    pieces = scene.pieces
    drawn = (*pieces.counters, *(ghost.counter for ghost in pieces.ghosts))
    present = {counter.side for counter in drawn}
    faces = "".join(face(side) for side in scene.sides if side.key in present)
    return textures(scene) + symbols(c.symbol for c in drawn) + faces + heads(scene)
