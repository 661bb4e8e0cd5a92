"""What things are called in orders, and the other spellings that are understood."""

from __future__ import annotations

from engine.core.names import Names, fold
from engine.great_game.board import CARDS
from engine.great_game.counters import NATIONS, OFFICERS
from engine.great_game.counters import ROWS as COUNTERS
from engine.great_game.geography import MAP, STATES
from engine.great_game.geography import ROWS as GEOGRAPHY

PLURALS = {
    "British": ("Brits", "English"),
    "Russian": ("Russians",),
    "Afghan": ("Afghans",),
    "Persian": ("Persians",),
    "Rebels": ("Rebel",),
    "New Rebels": ("New Rebel", "fresh rebels"),
    "Fortress": ("fort", "walls"),
}
STATE_ALIASES = {
    STATES[key].name: tuple(row["aliases"]) for key, row in GEOGRAPHY["states"].items()
}
PLACES = {place.name: place.aliases for place in MAP.places}
NAMES = Names(
    PLACES
    | {name: (*PLACES.get(name, ()), *aliases) for name, aliases in STATE_ALIASES.items()}
    | {row["name"]: tuple(row.get("aliases", ())) for row in COUNTERS["officer"].values()}
    | {card["title"]: tuple(card["aliases"]) for card in CARDS.values()}
)
PLACE_OF = {fold(place.name): place.key for place in MAP.places}
STATE_NAMED = {fold(state.name): state.key for state in STATES.values()} | {"kazakhs": "kazak"}
OFFICER_OF = {fold(officer.name): officer.key for officer in OFFICERS.values()}
NATION_OF = {fold(word): key for key, name in NATIONS.items() for word in (name, *PLURALS[name])}


def officer_name(officer: str) -> str:
    return OFFICERS[officer].name if officer in OFFICERS else officer.title()


def card_name(card: str) -> str:
    title: str = CARDS[card]["title"]
    return title


CALLED: dict[str, str] = (
    dict(NATIONS)
    | {card: row["title"] for card, row in CARDS.items()}
    | {state.key: state.name for state in STATES.values()}
    | {place.key: place.name for place in MAP.places}
    | {officer.key: officer.name for officer in OFFICERS.values()}
)


def called(key: str) -> str:
    return CALLED.get(key, key)
