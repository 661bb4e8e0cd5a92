"""The opening board, section 13, as facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.facts import Mixed
from engine.core.procedure import Fact
from engine.core.tables import load
from engine.core.tokens import Token
from engine.great_game.board import CARDS, DECK
from engine.great_game.counters import OFFICERS, SIDES, force
from engine.great_game.events import Invaded, Started
from engine.great_game.facts import Arrived, Fortified, OfficerPlaced, Stand
from engine.great_game.geography import FORTRESSES, HERE, STATE_OF, STATES, VASSALS

SCENARIOS = load(HERE / "scenarios.toml")


def opening(scenario: str, switches: tuple[str, ...]) -> tuple[Fact, ...]:  # 13
    row = SCENARIOS[scenario]
    states = tuple(row["states"]) or tuple(STATES)
    players, decades = tuple(row["players"]), tuple(row["decades"])
    return (
        Started(scenario, players, states, decades, switches),
        Mixed((), tuple(pack())),
        *(Fortified(place, sp) for place, sp in FORTRESSES.items() if STATE_OF[place] in states),
        *standing(row),
    )


def pack() -> Iterator[Token]:  # 4
    listed = [key for key, card in CARDS.items() for _ in range(card["count"])]
    for n, card in enumerate(listed):
        yield Token(f"t{n}", "card", DECK, (), card)


def standing(row: dict[str, Any]) -> Iterator[Fact]:  # 13.1 to 13.3
    """SP and officers of the order of battle; who stands in a vassal state invades it."""
    for place, counts in row["sp"].items():
        yield Arrived(place, force(counts), (Stand(place, force(counts)),), "13")
        for side in counts:
            if side in SIDES and STATE_OF[place] in VASSALS:
                yield Invaded(STATE_OF[place], side)
    for officer, place in row["officers"].items():
        if OFFICERS[officer].nation in SIDES:
            yield OfficerPlaced(officer, place, "13")
