"""Everything printed: the map, the tables and the cards, each value with its provenance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.charts import Chart, mark, marked, source
from engine.core.tables import load
from engine.great_game.board import TABLES
from engine.great_game.counters import NATIONS
from engine.great_game.counters import ROWS as COUNTERS
from engine.great_game.geography import (
    DESERT,
    FORTRESSES,
    HERE,
    LAND,
    MAP,
    ROWS,
    STATES,
    WATER,
    place_name,
)
from engine.great_game.names import called
from engine.great_game.setup import SCENARIOS

DECK = load(HERE / "cards.toml")
KINDS = (LAND, DESERT, WATER)
NONE = "-"
Row = tuple[str, ...]


def charts(page: str) -> tuple[Chart, ...]:
    return {"map": map_charts, "charts": table_charts, "cards": card_charts}[page]()


def map_charts() -> tuple[Chart, ...]:
    return (
        Chart("states", tuple(states())),
        Chart("spaces", tuple(spaces())),
        Chart("ways", tuple(ways())),
        Chart("lines", tuple(lines())),
        Chart("unjoined", tuple(unjoined())),
    )


def states() -> Iterator[Row]:
    for key, state in STATES.items():
        where = marked(ROWS, f"states.{key}.capital", place_name(state.capital))
        sp = marked(ROWS, f"states.{key}.sp", state.sp) if state.sp else NONE
        count = marked(ROWS, f"states.{key}.spaces", len(state.spaces))
        yield state.name, where, count, sp


def spaces() -> Iterator[Row]:
    for state in STATES.values():
        for space in state.spaces:
            name = marked(ROWS, f"names.{space}", place_name(space))
            owner = marked(ROWS, f"states.{state.key}.spaces", state.name)
            yield name, owner, fortress(space), "capital" if space == state.capital else ""


def fortress(space: str) -> str:  # 2.4
    if space not in FORTRESSES:
        return NONE
    return marked(ROWS, f"fortresses.{space}", FORTRESSES[space])


def ways() -> Iterator[Row]:
    """From each space, where to; the kind of line once for all that share it."""
    for place in sorted(MAP.places, key=lambda p: p.name):
        yield place.name, "; ".join(filter(None, (by_kind(place.key, kind) for kind in KINDS)))


def by_kind(space: str, kind: str) -> str:
    joined = (line for line in MAP.lines if line.kind == kind and space in (line.a, line.b))
    names = sorted(place_name(line.other(space)) for line in joined)
    return f"{kind}: {', '.join(names)}" if names else ""


def lines() -> Iterator[Row]:  # 2.5
    for n, row in enumerate(ROWS["line"]):
        ends = place_name(row["a"]), place_name(row["b"])
        yield *ends, row["kind"], source(ROWS, f"line.{n}")


def unjoined() -> Iterator[Row]:
    for n, row in enumerate(ROWS["unjoined"]):
        yield place_name(row["a"]), place_name(row["b"]), source(ROWS, f"unjoined.{n}")


def table_charts() -> tuple[Chart, ...]:
    return (
        Chart("numbers", tuple(numbers())),
        Chart("officers", tuple(officers())),
        Chart("limits", tuple(limits())),
        Chart("scenarios", tuple(scenarios())),
        Chart("symbols", ()),
    )


def numbers() -> Iterator[Row]:
    for path, value in TABLES.leaves():
        yield path, str(value), source(TABLES, path)


def officers() -> Iterator[Row]:  # 3.2
    for key, row in COUNTERS["officer"].items():
        path = f"officer.{key}"
        ratings = [marked(COUNTERS, f"{path}.{name}", row[name]) for name in RATINGS]
        arrives = marked(COUNTERS, path, f"{row['arrives']}s") if "arrives" in row else NONE
        yield row["name"], NATIONS.get(row["nation"], called(row["nation"])), *ratings, arrives


RATINGS = ("tactics", "diplomacy")


def limits() -> Iterator[Row]:  # 5.4
    for nation, limit in COUNTERS["limit"].items():
        yield NATIONS[nation], str(limit), source(COUNTERS, f"limit.{nation}")
    for key, state in STATES.items():
        if state.sp:
            yield NATIONS[state.nation], str(state.sp), source(ROWS, f"states.{key}.sp")


def scenarios() -> Iterator[Row]:  # 13
    for key, row in SCENARIOS.items():
        decades = f"{row['decades'][0]}s to {row['decades'][-1]}s"
        yield row["title"], decades, source(SCENARIOS, key)
        yield from (("", called(place), amounts(counts)) for place, counts in row["sp"].items())
        yield from (("", called(who), called(place)) for who, place in row["officers"].items())
        yield from arrivals(row["reinforcements"])


def amounts(counts: dict[str, int]) -> str:
    return ", ".join(f"{n} {NATIONS[nation]} SP" for nation, n in counts.items())


def arrivals(rows: dict[str, dict[str, Any]]) -> Iterator[Row]:  # 5.1
    for who, row in rows.items():
        yield "", called(who), f"{row['arrives']}s {called(row['place'])}".rstrip()


def card_charts() -> tuple[Chart, ...]:
    rows = DECK["card"]
    total = sum(row["count"] for row in rows.values())
    cards = tuple(card(key, row) for key, row in rows.items())
    return (Chart("deck", ((str(total), str(len(rows))),)), Chart("pack", cards))


def card(key: str, row: dict[str, Any]) -> Row:  # 4
    path = f"card.{key}"
    count = marked(DECK, f"{path}.count", row["count"])
    value = marked(DECK, f"{path}.value", row["value"])
    text = f"{row['text']} ({mark(DECK, f'{path}.text')})"
    return row["title"], row["kind"], count, value, text
