"""Random games to check, made once for each game, scenario and seed."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

import msgspec

from engine.core.board import copied
from engine.core.driver import Driver, Given, named, open_asks
from engine.core.fuzz import by_choice, pick
from engine.core.fuzz_mail import by_mail
from engine.core.game import Game
from engine.core.match import Match, begin
from engine.core.procedure import Ask
from engine.core.questions import lines_of

MOST = 200  # options looked at, at one question
_encode = msgspec.json.Encoder(order="sorted").encode


def canon(thing: Any) -> bytes:
    return _encode(thing)


@lru_cache(maxsize=64)
def played(game: Game, scenario: str, seed: int) -> Match:
    """A whole random game, every second one by mail. Shared: play on a copy, `started`."""
    rng = Random(seed)
    options = {o.key: pick(o.values, rng) for o in game.scenario(scenario).options}
    match = begin(game, scenario, options, pick(game.editions, rng))
    (by_mail() if seed % 2 else by_choice())(match, rng)
    return match


def started(match: Match) -> Match:
    """The same game before its first entry."""
    facts = match.facts[0]
    opening = facts[: next(n for n, f in enumerate(facts) if type(f).__name__ == "Began")]
    board = match.game.empty_board()
    for fact in opening:
        fact.apply(board)
    driver = Driver(match.game, board)
    return Match(driver, [], [[*opening, *driver.open()]])


def follow(match: Match, entry: Any) -> None:
    """Enter what another record holds."""
    if isinstance(entry, Given):
        match.answer(entry.side, entry.choice)
    elif hasattr(entry, "outcome"):
        match.roll(entry.outcome)
    else:
        match.correct(entry.facts)


def notice(driver: Driver) -> tuple[Any, ...]:
    """What everybody is told that play waits for."""
    abouts = tuple(ask.about for ask in open_asks(driver.waiting))
    return named(driver.waiting), abouts, tuple(sorted(driver.sealed))


def listed(ask: Ask) -> list[Any]:
    return list(islice(ask.options, MOST))


def state(driver: Driver) -> tuple[Any, ...]:
    """Everything that two drivers at the same place must share."""
    offers = [(ask.side, listed(ask), ask.options.marks()) for ask in open_asks(driver.waiting)]
    return notice(driver), offers, dict(driver.sealed), copied(driver.board)


def spelled_lines(match: Match) -> tuple[str, ...]:
    """Every line that was or could have been written in a game: a fixed set of probe orders."""
    twin, found = started(match), dict[str, None]()
    for entry in match.record:
        for ask in open_asks(twin.driver.waiting):
            view = match.game.view(twin.driver.board, ask.side)
            question = match.game.questions[ask.question]
            for option in islice(ask.options, 4):
                found.update(dict.fromkeys(lines_of(question, ask.options, option, view)))
        follow(twin, entry)
    return tuple(found)
