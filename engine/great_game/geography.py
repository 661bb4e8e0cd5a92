"""The map: spaces, lines and states, sections 2.4 and 2.5."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from engine.core.tables import load
from engine.maps.points import Line, Place, PointMap

HERE = Path(__file__).parent
ROWS = load(HERE / "map.toml")
LAND, DESERT, WATER = "land", "desert", "water"


class State(Struct, frozen=True):
    key: str
    name: str
    capital: str
    spaces: tuple[str, ...]
    nation: str  # whose SP are its own, empty where only fortresses fight
    sp: int  # how many a vassal state can deploy


STATES = {
    key: State(key, row["name"], row["capital"], tuple(row["spaces"]), row["nation"], row["sp"])
    for key, row in ROWS["states"].items()
}
STATE_OF = {space: state.key for state in STATES.values() for space in state.spaces}
FORTRESSES: dict[str, int] = dict(ROWS["fortresses"])
HOMES = {"british": "britain", "russian": "russia"}
VASSALS = tuple(key for key in STATES if key not in HOMES.values())
HOME_OF = {"afghan": "afghanistan", "persian": "persia", **HOMES}
CAPITALS = tuple(state.capital for state in STATES.values())
KASHGARIA, PERSIA, AFGHANISTAN, BOKHARA = "kashgaria", "persia", "afghanistan", "bokhara"
MAP = PointMap(
    tuple(
        Place(
            key,
            name,
            ROWS["at"][key][0],
            ROWS["at"][key][1],
            tuple(ROWS["aliases"].get(key, ())),
            STATE_OF[key],
            "fortress" if key in FORTRESSES else "",
        )
        for key, name in ROWS["names"].items()
    ),
    tuple(Line(row["a"], row["b"], row["kind"]) for row in ROWS["line"]),
)
SPACES = tuple(place.key for place in MAP.places)


def capital(state: str) -> str:  # 2.4
    return STATES[state].capital


def place_name(space: str) -> str:
    return MAP.place(space).name


def state_name(state: str) -> str:
    return STATES[state].name


def kind_of_line(a: str, b: str) -> str:  # 2.5
    """The colour of the line between two spaces, empty where there is none."""
    line = MAP.line(a, b)
    return "" if line is None else line.kind
