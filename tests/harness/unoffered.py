"""Whatever is not on offer is refused, on every door, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from engine.core import orders
from engine.core.driver import Driver, Given, Illegal, open_asks, rerun
from engine.core.match import Match
from engine.core.play import advance
from engine.core.procedure import Ask, Chance
from engine.core.sheets import Sheet
from tests.harness.matches import follow, spelled_lines, started, state

NONSENSE: tuple[Any, ...] = (None, "", "nonsense", "done ", 0, 1, True, -1, (), ("nonsense",), [])


def check_unoffered(match: Match, seed: int = 0, every: int = 3) -> None:
    rng, live = Random(seed), started(match)
    given = [entry.choice for entry in match.record if isinstance(entry, Given)]
    lines = spelled_lines(match)
    for n, entry in enumerate(match.record):
        check_answers(live.driver, rng.sample(given, min(6, len(given))))
        if n % every == 0:
            check_lines(live.driver, rng.sample(lines, min(4, len(lines))))
        follow(live, entry)


def check_answers(driver: Driver, given: list[Any]) -> None:
    before = state(driver)
    asks = {ask.side: ask for ask in open_asks(driver.waiting)}
    for side in (*driver.game.sides, "nobody"):
        for choice in wrong(asks.get(side), given):
            with pytest.raises(Illegal):
                driver.answer(side, choice)
    with pytest.raises(Illegal):
        driver.roll((0,) if isinstance(driver.waiting, Chance) else (1,))
    assert state(driver) == before, "a refused answer changed the game"


def wrong(ask: Ask | None, given: list[Any]) -> Iterator[Any]:
    """Answers that this question does not offer; any answer where there is no question."""
    tried = (*NONSENSE, *given, *(m for choice in given for m in mutated(choice)))
    return (choice for choice in tried if ask is None or not offered(ask, choice))


def offered(ask: Ask, choice: Any) -> bool:
    return any(type(choice) is type(o) and choice == o for o in ask.options)


def mutated(choice: Any) -> Iterator[Any]:
    if isinstance(choice, tuple):
        yield (*choice, *choice)
        yield tuple(reversed(choice))
        yield choice[1:]
    elif isinstance(choice, msgspec.Struct):
        yield msgspec.to_builtins(choice)
        for field in choice.__struct_fields__:
            yield msgspec.structs.replace(choice, **{field: "nowhere"})


def check_lines(driver: Driver, lines: list[str]) -> None:
    """Text that anybody sends: what comes of it is legal, and a refusal leaves no step."""
    before = state(driver)
    for side in driver.game.sides:
        for line in lines:
            check_line(driver, side, line)
            assert state(driver) == before, f"reading {line!r} of {side} changed the game"


def check_line(driver: Driver, side: str, line: str) -> None:
    sheet = Sheet(side, orders.read(driver.game, line).lines)
    done = advance(driver, {side: sheet}, {}, fresh=side)
    if done.refused:
        assert done.steps == [] and done.driver is driver
    asked = [ask.side for ask in open_asks(driver.waiting)]
    if side not in asked:
        assert not any(step.side == side and step.how == "hand" for step in done.steps[:1])
    record = [Given(s.side, s.question, s.case, s.choice) for s in done.steps]
    rerun(driver.fork(), record, legal=True)
