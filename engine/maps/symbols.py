"""Counter symbols after nineteenth-century staff maps, each in a field of 24 by 16."""

from collections.abc import Iterable

from engine.maps.svg import tag

INK = "#2b2622"
PAPER = "#fbf6e6"
BOX = "M1 1H23V15H1Z"
OUTLINES = {
    "infantry": f"{BOX}M1 1L23 15M23 1L1 15",
    "cavalry": f"{BOX}M1 15L23 1",
    "artillery": f"{BOX}M12 5a3 3 0 1 0 .01 0",
    "fort": "M3 15V3H7V6H10V3H14V6H17V3H21V15Z",
    "supply": "M3 2H21V10H3ZM3 6H21M7 10a2.5 2.5 0 1 0 .01 0M17 10a2.5 2.5 0 1 0 .01 0",
    "leader": "M4 15C4 10 8 9 12 9S20 10 20 15ZM12 1a3.5 3.5 0 1 0 .01 0",
    "irregular": "M3 2C10 4 16 8 19 15M21 2C14 4 8 8 5 15M16 14L21 12M8 14L3 12",
    "ship": "M2 11H22L19 15H5ZM12 11V1M13 2L20 9H13ZM11 4V9H5Z",
    "camp": "M2 15L12 2L22 15ZM12 7L15 15H9ZM12 2V0",
}
FILLS = {"infantry": "none", "cavalry": "none", "artillery": INK, "irregular": "none"}
NAMES = tuple(OUTLINES)


def symbol(name: str) -> str:
    lines = OUTLINES[name].removeprefix(BOX)
    box = tag("path", d=BOX) if lines != OUTLINES[name] else ""
    if name == "irregular":
        box = tag("path", d=BOX, stroke="none")
    drawn = tag("path", d=lines, fill=FILLS.get(name), stroke_linejoin="round")
    return tag(
        "symbol", box, drawn, id=f"symbol-{name}", viewBox="0 0 24 16", class_="symbol",
        fill=PAPER, stroke=INK, stroke_width="1.5",
    )  # fmt: skip


def symbols(used: Iterable[str]) -> str:
    wanted = frozenset(used)
    return "".join(symbol(name) for name in NAMES if name in wanted)
