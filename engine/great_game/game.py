"""The Great Game as the rest of Fieldpost sees it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.bots import Bot
from engine.core.charts import Chart
from engine.core.game import Game, Option, Scenario, Segment
from engine.core.names import Names
from engine.core.outcome import Outcome
from engine.core.procedure import Fact
from engine.great_game import charts, events, facts, faults, scene, sequence, setup, victory
from engine.great_game import view as views
from engine.great_game.board import CARDS, GreatGame
from engine.great_game.bot import sensible
from engine.great_game.counters import SIDES
from engine.great_game.geography import HERE
from engine.great_game.names import NAMES, called
from engine.great_game.orders import CONDITIONS, QUESTIONS

RULINGS = tomllib.loads((HERE / "rulings.toml").read_text(encoding="utf-8"))
EDITIONS = RULINGS["editions"]
OPTIONS = (Option("balance", ("off", "on")), Option("reactions", ("policy", "ask")))


def facts_of(module: Any) -> tuple[type[Fact], ...]:
    kinds = (thing for thing in vars(module).values() if isinstance(thing, type))
    return tuple(k for k in kinds if issubclass(k, Fact) and k.__module__ == module.__name__)


class TheGreatGame(Game):
    key = "great_game"
    title = "The Great Game"
    sides = SIDES
    editions = tuple(EDITIONS)
    scenarios = tuple(
        Scenario(key, row["title"], tuple(row["players"]), OPTIONS if key == "campaign" else ())
        for key, row in setup.SCENARIOS.items()
    )
    board_type = GreatGame
    fact_types = facts_of(facts) + facts_of(events)
    question_kinds = QUESTIONS
    bots: Mapping[str, Bot] = {"sensible": sensible}
    conditions = CONDITIONS
    tally_keys = tuple(f"card {card} {use}" for card in CARDS for use in views.uses(card))

    def opening(self, scenario: str, options: dict[str, str], edition: str) -> tuple[Fact, ...]:
        chosen = {option.key: option.values[0] for option in OPTIONS} | options
        switches = (*EDITIONS[edition], *(f"{key}={value}" for key, value in chosen.items()))
        return setup.opening(scenario, switches)

    def segment(self, board: Any) -> Segment:
        return sequence.segment(board)

    def names(self, view: Any) -> Names:
        return NAMES

    def score_now(self, board: Any) -> Outcome:
        return victory.score_now(board)

    def scene(self, view: Any) -> Any:
        return scene.scene(view)

    def charts(self, page: str) -> tuple[Chart, ...]:
        return charts.charts(page)

    def data_faults(self) -> tuple[str, ...]:
        return faults.data_faults()

    def called(self, key: str) -> str:
        return called(key)

    def tally(self, fact: Fact) -> Iterable[str]:
        return views.tally(fact)


GAME = TheGreatGame()
