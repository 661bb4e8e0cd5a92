"""What cannot be right in the tables, shipped ones or a club's own."""

from __future__ import annotations

from collections.abc import Iterator

from engine.great_game.board import CARDS, TABLES
from engine.great_game.counters import OFFICERS, SIDES
from engine.great_game.geography import (
    FORTRESSES,
    MAP,
    ROWS,
    SPACES,
    STATES,
    kind_of_line,
)
from engine.great_game.setup import SCENARIOS
from engine.maps.palette import PAINT

KINDS = ("action", "reaction")
UNIQUE = ("crimean_war", "pundits", "royal_geographic_society", "kossacks", "military_surveyors")
PACK = 54


def data_faults() -> tuple[str, ...]:
    return (*map_faults(), *line_faults(), *card_faults(), *officer_faults(), *scenario_faults())


def map_faults() -> Iterator[str]:  # 2.4
    owned = [space for state in STATES.values() for space in state.spaces]
    if sorted(owned) != sorted(SPACES):
        yield "not every space belongs to one state"
    for state in STATES.values():
        if state.capital not in state.spaces:
            yield f"the capital of {state.name} is none of its spaces"
        if state.sp < 0 or (state.sp and not state.nation):
            yield f"{state.name} cannot deploy {state.sp} SP"
    for space, sp in FORTRESSES.items():
        if space not in SPACES or sp < 1:
            yield f"there can be no fortress of {sp} SP at {space}"


def line_faults() -> Iterator[str]:  # 2.5
    if len(MAP.components()) != 1:
        yield "the map falls into parts"
    for line in MAP.lines:
        if f"route-{line.kind}" not in PAINT:
            yield f"the line {line.a} to {line.b} is of no kind"
    for row in ROWS["unjoined"]:
        if kind_of_line(row["a"], row["b"]):
            yield f"{row['a']} and {row['b']} must not be joined"


def card_faults() -> Iterator[str]:  # 4, 5.2
    if (total := sum(card["count"] for card in CARDS.values())) != PACK:
        yield f"the deck has {total} cards and not {PACK}"
    for key, card in CARDS.items():
        if card["count"] < 1 or card["value"] < 0 or card["kind"] not in KINDS:
            yield f"the card {key} has no such count, value or kind"
        if key in UNIQUE and card["count"] != 1:
            yield f"there is one card {key}"
    if TABLES["hand"]["cards"] < TABLES["rounds"]["decade"]:
        yield "a hand does not last for a decade"


def officer_faults() -> Iterator[str]:  # 3.2
    for officer in OFFICERS.values():
        if officer.tactics < 0 or officer.diplomacy < 0:
            yield f"{officer.name} has a rating below 0"
        if officer.nation not in (*SIDES, "bokhara", "rebels"):
            yield f"{officer.name} belongs to nobody"


def scenario_faults() -> Iterator[str]:  # 13
    for key, row in SCENARIOS.items():
        named = (*row["sp"], *row["officers"].values(), *row["control"])
        yield from (f"{key}: no space {space}" for space in named if space not in SPACES)
        coming = (*row["officers"], *row["reinforcements"])
        yield from (f"{key}: no officer {name}" for name in coming if name not in OFFICERS)
