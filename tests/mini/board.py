"""The board: where play stands, who holds what. Blocks, cards, chits and scouts are tokens."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, field

from engine.core.board import Board
from engine.core.tables import load
from engine.core.tokens import Token, held_by
from engine.maps.points import Line, Place, PointMap

HERE = Path(__file__).parent
TABLES = load(HERE / "tables.toml")
MAP_ROWS = load(HERE / "map.toml")
SIDES = ("red", "blue")
DECK, DISCARD, CUP, PULLED = "deck", "discard", "cup", "pulled"
MAP = PointMap(
    tuple(
        Place(
            row["key"],
            row["name"],
            row["at"][0],
            row["at"][1],
            tuple(row["aliases"]),
            row.get("camp", ""),
            "town" if row.get("town") else "",
        )
        for row in MAP_ROWS["place"]
    ),
    tuple(Line(a, b) for a, b in MAP_ROWS["lines"]["list"]),
)
TOWNS = tuple(place.key for place in MAP.places if place.kind == "town")
CAMPS = {place.owner: place.key for place in MAP.places if place.owner}


class Assault(Struct, frozen=True, order=True):
    target: str
    source: str


class Mini(Board, kw_only=True):
    turn: int = 0
    last_turn: int = 0
    phase: str = "conceal"
    active: str = ""
    scouts: bool = False
    control: dict[str, str] = field(default_factory=dict)
    stances: dict[str, str] = field(default_factory=dict)
    activations: dict[str, int] = field(default_factory=dict)  # of this turn
    steps: dict[str, int] = field(default_factory=dict)  # taken by each block in this activation
    allowed: int = 0  # steps that each block may take
    joined: tuple[str, ...] = ()  # stacks to be mixed
    assaults: tuple[Assault, ...] = ()  # declared and not yet fought


def enemy(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def blocks(board: Mini, side: str, place: str) -> tuple[Token, ...]:
    return tuple(t for t in held_by(board, place) if t.back == side)


def occupied(board: Mini, side: str) -> tuple[str, ...]:
    """The places where a side has blocks, in the order of the map."""
    return tuple(p.key for p in MAP.places if blocks(board, side, p.key))


def hand(side: str) -> str:
    return f"hand:{side}"


def scout(board: Mini, side: str) -> Token | None:
    return next(iter(held_by(board, f"scout:{side}")), None)


def strength(token: Token) -> int:  # 1.2
    found: int = TABLES["strength"][token.value]
    return found
