"""What a side sees, how it is drawn, and what it may call things."""

from __future__ import annotations

from engine.core.board import masked_board
from engine.core.names import Names
from engine.maps.pieces import Counter, Pieces, Side
from engine.maps.points_scene import points_scene
from engine.maps.scene import Scene
from tests.mini.board import MAP, SIDES, TABLES, Mini, blocks

LOOKS = (Side("red", "Red", "#a33"), Side("blue", "Blue", "#236", border="dashed"))
NAMES = Names({place.name: place.aliases for place in MAP.places} | {"done": ()})


def seen(board: Mini, side: str | None) -> Mini:
    return masked_board(board, side)


def name(place: str) -> str:
    return MAP.place(place).name


def scene(view: Mini) -> Scene:
    counters = tuple(
        Counter(t.id, side, t.value or "block", place.key, text=strength_text(t.value))
        for side in SIDES
        for place in MAP.places
        for t in blocks(view, side, place.key)
    )
    return points_scene(
        MAP, title="Mill Stream", sides=LOOKS, pieces=Pieces(counters), figures=flags(view)
    )


def flags(view: Mini) -> dict[str, str]:
    return {place.key: view.control.get(place.key, "")[:1].upper() for place in MAP.places}


def strength_text(kind: str | None) -> str:
    return "" if kind is None else str(TABLES["strength"][kind])
