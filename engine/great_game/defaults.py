"""The printed defaults: what stands when a side has said nothing, and what a non-player does."""

from __future__ import annotations

from typing import Any

from engine.core.procedure import Ask
from engine.core.sets import canonical
from engine.great_game.board import GreatGame
from engine.great_game.choices import Spread
from engine.great_game.control import camp_of_state
from engine.great_game.counters import FORTRESS, SIDES, Share
from engine.great_game.geography import (
    CAPITALS,
    DESERT,
    HOMES,
    MAP,
    STATE_OF,
    capital,
    kind_of_line,
)

BY_NAME = {place.name: place.key for place in MAP.places}
ORDERS = {
    "state first": lambda key: (key in SIDES, key == FORTRESS, key),
    "fortress first": lambda key: (key != FORTRESS, key in SIDES, key),
    "imperial first": lambda key: (key not in SIDES, key == FORTRESS, key),
}


def filled(options: Spread, keys: list[str]) -> tuple[Share, ...]:
    """As much as fits for each key in turn."""
    left, shares = options.wanted, []
    for key in keys:
        n = min(left, options.most[key])
        if n:
            shares.append(Share(key, n))
        left -= n
    return canonical(shares)


def in_capital(view: GreatGame, ask: Ask, arguments: Any) -> Any:
    options = ask.options
    assert isinstance(options, Spread)
    first = capital(STATE_OF[next(iter(options.most))])
    return filled(options, sorted(options.most, key=lambda key: (key != first, key)))


def losses(order: str) -> Any:
    def answer(view: GreatGame, ask: Ask, arguments: Any) -> Any:
        assert isinstance(ask.options, Spread)
        return filled(ask.options, sorted(ask.options.most, key=ORDERS[order]))

    return answer


state_first = losses("state first")


def largest_first(view: GreatGame, ask: Ask, arguments: Any) -> Any:
    options = ask.options
    assert isinstance(options, Spread)
    return filled(options, sorted(options.most, key=lambda key: (-options.most[key], key)))


def homeward(view: GreatGame, ask: Ask, arguments: Any) -> Any:
    """Towards the nearest capital of the own camp, over desert only if there is no other way."""
    here = BY_NAME[ask.about]
    homes = [c for c in CAPITALS if camp_of_state(view, STATE_OF[c]) == ask.side]
    return min(
        ask.options,
        key=lambda place: (kind_of_line(here, place) == DESERT, nearest(place, homes), place),
    )


def nearest(place: str, homes: list[str]) -> int:
    found = [MAP.distance(place, home) for home in homes]
    return min((n for n in found if n is not None), default=0)


def first_listed(view: GreatGame, ask: Ask, arguments: Any) -> Any:
    return next(iter(ask.options))


def at_home(view: GreatGame, ask: Ask, arguments: Any) -> Any:
    """The home capital, if the camp still controls it."""
    home = capital(HOMES[ask.side])
    listed = tuple(ask.options)
    return next((arrival for arrival in listed if arrival.place == home), listed[0])
