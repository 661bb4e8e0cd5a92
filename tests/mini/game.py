"""Mill Stream as the rest of Fieldpost sees it."""

from __future__ import annotations

import tomllib
from typing import Any

from engine.core.game import Game, Option, Scenario, Segment
from engine.core.names import Names
from engine.core.outcome import Outcome
from engine.core.procedure import Fact
from engine.core.questions import Question
from tests.mini import sequence, setup, victory
from tests.mini import view as views
from tests.mini.board import HERE, SIDES, Mini
from tests.mini.facts import FACTS
from tests.mini.orders import CONDITIONS, QUESTIONS

EDITIONS = tomllib.loads((HERE / "rulings.toml").read_text(encoding="utf-8"))["editions"]
OPTIONS = (Option("length", ("short", "long")), Option("reactions", ("policy", "ask")))


class MillStream(Game):
    key = "mini"
    title = "Mill Stream"
    sides = SIDES
    editions = tuple(EDITIONS)
    scenarios = tuple(
        Scenario(key, row["title"], SIDES, OPTIONS) for key, row in setup.SCENARIOS.items()
    )
    board_type = Mini
    fact_types = FACTS
    question_kinds: tuple[Question, ...] = QUESTIONS
    conditions = CONDITIONS
    words = HERE / "words.toml"

    def opening(self, scenario: str, options: dict[str, str], edition: str) -> tuple[Fact, ...]:
        chosen = {option.key: option.values[0] for option in OPTIONS} | options
        switches = (*EDITIONS[edition], f"reactions={chosen['reactions']}")
        return setup.opening(scenario, chosen["length"], switches)

    def segment(self, board: Any) -> Segment:
        return sequence.segment(board)

    def names(self, view: Any) -> Names:
        return views.NAMES

    def score_now(self, board: Any) -> Outcome:
        return victory.score_now(board)

    def scene(self, view: Any) -> Any:
        return views.scene(view)


GAME = MillStream()
