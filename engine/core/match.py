"""A game in memory with its whole record: what tests, fuzzers and local play keep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from engine.core.driver import Corrected, Driver, Entry, Given, Rolled, open_ask, rerun
from engine.core.facts import Began
from engine.core.game import Game
from engine.core.options import Rng
from engine.core.play import Step
from engine.core.procedure import SHUFFLE, Chance, Fact


class Match(Struct):
    driver: Driver
    record: list[Entry] = field(default_factory=list)
    facts: list[list[Fact]] = field(default_factory=list)  # the opening, then those of each entry

    @property
    def game(self) -> Game:
        return self.driver.game

    def answer(self, side: str, choice: Any) -> list[Fact]:
        asked = open_ask(self.driver.waiting, side)
        facts = self.driver.answer(side, choice)
        return self.keep(Given(side, asked.question, asked.case, choice), facts)

    def roll(self, outcome: tuple[int, ...]) -> list[Fact]:
        open_ = self.driver.waiting
        facts = self.driver.roll(outcome)
        assert isinstance(open_, Chance)
        return self.keep(Rolled(open_.spec, open_.case, outcome), facts)

    def correct(self, facts: Iterable[Fact]) -> list[Fact]:
        given = tuple(facts)
        return self.keep(Corrected(given), self.driver.correct(given))

    def take(self, driver: Driver, steps: Iterable[Step]) -> None:
        """Go on from where a run of sheets and policies led."""
        self.driver = driver
        for step in steps:
            entry = Given(step.side, step.question, step.case, step.choice)
            self.keep(entry, list(step.facts))

    def keep(self, entry: Entry, facts: list[Fact]) -> list[Fact]:
        self.record.append(entry)
        self.facts.append(facts)
        return facts

    def flat(self) -> list[Fact]:
        return [fact for facts in self.facts for fact in facts]


def begin(
    game: Game, scenario: str, options: Mapping[str, str] | None = None, edition: str = ""
) -> Match:
    opening = list(game.opening(scenario, dict(options or {}), edition or game.editions[-1]))
    driver = Driver(game, folded(game, opening))
    return Match(driver, [], [opening + driver.open()])


def folded(game: Game, facts: Iterable[Fact]) -> Any:
    """The board that facts alone make."""
    board = game.empty_board()
    for fact in facts:
        fact.apply(board)
    return board


def resumed(game: Game, facts: list[list[Fact]], record: list[Entry]) -> Driver:
    """A driver from the facts up to the last segment's beginning and the record since."""
    last = max(n for n, some in enumerate(facts) if any(isinstance(f, Began) for f in some))
    began = max(n for n, fact in enumerate(facts[last]) if isinstance(fact, Began))
    before = [fact for some in facts[:last] for fact in some] + facts[last][:began]
    driver = Driver(game, folded(game, before))
    driver.open()
    rerun(driver, record[last:])
    return driver


def outcome_of(spec: str, rng: Rng) -> tuple[int, ...]:
    """A chance by the caller's source of it, for games that nobody has to trust."""
    if not spec.startswith(SHUFFLE):
        return tuple(rng.randrange(int(face)) + 1 for face in spec.split(","))
    order = list(range(int(spec.removeprefix(SHUFFLE))))
    for n in range(len(order) - 1, 0, -1):
        other = rng.randrange(n + 1)
        order[n], order[other] = order[other], order[n]
    return tuple(order)
