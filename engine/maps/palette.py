"""Colours and strokes of a period map: every class with the attributes that stand alone."""

from collections.abc import Iterator

from engine.maps.symbols import INK, PAPER

SANS = "DejaVu Sans, Verdana, sans-serif"
SERIF = "DejaVu Serif, Georgia, serif"
PAINT: dict[str, dict[str, str]] = {
    "sea": {"fill": "#c3d3d2"},
    "sea-edge": {"fill": "none", "stroke": "#c3d3d2"},
    "land": {"fill": "#f0e7d0"},
    "desert": {"fill": "#e6cf98"},
    "steppe": {"fill": "#e6e3c0"},
    "mountain": {"fill": "#dac9a8"},
    "tint": {"fill-opacity": ".28"},
    "waterline": {"fill": "none", "stroke": "#8aa5a6"},
    "coast": {"fill": "none", "stroke": "#6f8a8c", "stroke-width": "1.5"},
    "river": {"fill": "none", "stroke": "#86a9b3", "stroke-width": "2"},
    "border": {
        "fill": "none", "stroke": "#a88f6c", "stroke-width": "1.5", "stroke-dasharray": "8 3 2 3",
    },
    "peak": {"fill": "#cdb890", "stroke": "#8d7650", "stroke-width": "1"},
    "grain": {"fill": "#c0a05a"},
    "neatline": {"fill": "none", "stroke": "#5b4d3a"},
    "casing": {"fill": "none", "stroke": "#f8f2e2", "stroke-width": "7"},
    "route": {"fill": "none", "stroke": "#77706a", "stroke-width": "3"},
    "route-land": {"fill": "none", "stroke": "#66794a", "stroke-width": "3.5"},
    "route-desert": {
        "fill": "none", "stroke": "#b97a1f", "stroke-width": "3.5", "stroke-dasharray": "9 6",
    },
    "route-water": {
        "fill": "none", "stroke": "#3f7489", "stroke-width": "4", "stroke-dasharray": "0 8",
        "stroke-linecap": "round",
    },
    "route-rail": {
        "fill": "none", "stroke": "#3b3531", "stroke-width": "3.5", "stroke-dasharray": "3 2",
    },
    "spot": {"fill": "#fbf6e6", "stroke": INK, "stroke-width": "1.75"},
    "ring": {"fill": "none", "stroke": INK, "stroke-width": "1.25"},
    "label": {"fill": INK, "stroke": "#f8f2e2", "stroke-width": "4"},
    "region": {"fill": "#8b765a"},
    "water": {"fill": "#5c7f88"},
    "sands": {"fill": "#98752f"},
    "panel": {"fill": "#fbf6e6", "stroke": "#5b4d3a", "stroke-width": "1.25"},
    "count": {"fill": INK, "stroke": PAPER, "stroke-width": "1.25"},
    "status": {"fill": "#f3d36b", "stroke": INK, "stroke-width": "1"},
    "badge": {"fill": "#a4342b", "stroke": PAPER, "stroke-width": "1.25"},
    "halo": {"fill": "none", "stroke": "#fffdf5", "stroke-width": "6"},
    "mark-unit": {
        "fill": "none", "stroke": "#1d5fa8", "stroke-width": "3", "stroke-dasharray": "6 3",
    },
    "mark-place": {
        "fill": "none", "stroke": "#1d5fa8", "stroke-width": "3", "stroke-dasharray": "6 3",
    },
    "mark-chosen": {"fill": "none", "stroke": "#b3121d", "stroke-width": "3.5"},
    "mark-from": {
        "fill": "none", "stroke": INK, "stroke-width": "2.5", "stroke-dasharray": "2 4",
    },
    "mark-to": {"fill": "none", "stroke": INK, "stroke-width": "3"},
    "mark-changed": {
        "fill": "none", "stroke": "#8a3f9b", "stroke-width": "3", "stroke-dasharray": "10 3",
    },
    "mark-lost": {"fill": "none", "stroke": "#b3121d", "stroke-width": "3"},
    "arrow-move-head": {"fill": "#2d3f6b"},
    "arrow-attack-head": {"fill": "#a01f1f"},
    "arrow-retreat-head": {"fill": "#5d5852"},
    "arrow-move": {"fill": "none", "stroke": "#2d3f6b", "stroke-width": "4"},
    "arrow-attack": {"fill": "none", "stroke": "#a01f1f", "stroke-width": "5"},
    "arrow-retreat": {
        "fill": "none", "stroke": "#5d5852", "stroke-width": "4", "stroke-dasharray": "7 5",
    },
}  # fmt: skip
COLOURS = {
    "red": "#c4635a", "green": "#7d9a66", "brown": "#a9805a", "grey": "#a3a09b",
    "tan": "#d2b48c", "olive": "#a2a05c", "blue": "#7d9fc0", "purple": "#9a7fae",
    "orange": "#dd9a55", "teal": "#6fa8a0", "yellow": "#e6cd6a", "white": "#faf6ea",
    "pink": "#dba6a6",
}  # fmt: skip
DARK = {
    "sea-edge-stroke": "#26363b", "ring-stroke": "#f1e9d6", "sands-fill": "#d0ac62",
    "route-stroke": "#b8aea2", "route-rail-stroke": "#d8cfbe", "arrow-move-head-fill": "#a9bff0",
    "arrow-attack-head-fill": "#ff7f76", "arrow-retreat-head-fill": "#c9c2b6",
    "sea-fill": "#26363b", "land-fill": "#3a362d", "desert-fill": "#55472a",
    "steppe-fill": "#3f3f2c", "mountain-fill": "#4a4234", "waterline-stroke": "#44606a",
    "coast-stroke": "#7f9aa0", "river-stroke": "#4d7380", "border-stroke": "#83714f",
    "peak-fill": "#5a4f3b", "peak-stroke": "#8d7d5e", "grain-fill": "#7b6636",
    "casing-stroke": "#2a2620", "route-land-stroke": "#9db077", "route-desert-stroke": "#d99a3c",
    "route-water-stroke": "#78aec2", "label-fill": "#f1e9d6", "label-stroke": "#23201b",
    "region-fill": "#b29c7b", "water-fill": "#86aab4", "neatline-stroke": "#9a8a6c",
    "halo-stroke": "#1b1916", "mark-unit-stroke": "#7db6ff", "mark-place-stroke": "#7db6ff",
    "mark-chosen-stroke": "#ff6b62", "mark-from-stroke": "#f1e9d6", "mark-to-stroke": "#f1e9d6",
    "mark-changed-stroke": "#d89be6", "mark-lost-stroke": "#ff6b62",
    "arrow-move-stroke": "#a9bff0", "arrow-attack-stroke": "#ff7f76",
    "arrow-retreat-stroke": "#c9c2b6",
}  # fmt: skip


def paint(style: str, *more: str) -> dict[str, str]:
    """The class and its attributes, ready for a tag; further classes carry none."""
    known = {key.replace("-", "_"): value for key, value in PAINT.get(style, {}).items()}
    return {"class_": " ".join((style, *more)), **known}


def route_style(kind: str) -> str:
    style = f"route-{kind}"
    return style if style in PAINT else "route"


def stylesheet() -> str:
    """Rules for a page: each colour becomes a variable that falls back to the printed one."""
    return "\n".join((*_rules(), f"@media (prefers-color-scheme:dark){{.board{{{_dark()}}}}}", ""))


def _rules() -> Iterator[str]:
    for style, attributes in PAINT.items():
        for name in ("fill", "stroke"):
            if attributes.get(name, "").startswith("#"):
                variable = f"var(--board-{style}-{name},{attributes[name]})"
                yield f".board .{style}{{{name}:{variable}}}"


def _dark() -> str:
    return "".join(f"--board-{name}:{value};" for name, value in DARK.items())
