"""What a game is to the rest of Fieldpost. Each game package has one instance, `GAME`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, reduce
from operator import or_
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.board import Board, masked_board
from engine.core.charts import Chart
from engine.core.conditions import Condition
from engine.core.facts import SHARED
from engine.core.names import Names
from engine.core.outcome import Outcome
from engine.core.policies import Standing
from engine.core.procedure import Fact, Procedure
from engine.core.questions import Question


class Segment(Struct, frozen=True):
    """A short stretch of play: what resuming has to re-run at most."""

    name: str
    procedure: Procedure[None]
    heading: tuple[str, ...] = ()


class Option(Struct, frozen=True):
    key: str
    values: tuple[str, ...]  # the first is the default


class Scenario(Struct, frozen=True):
    key: str
    title: str
    players: tuple[str, ...]  # the sides that people play; the rest is run by the rules
    options: tuple[Option, ...] = ()


class Game(ABC):
    key: str
    title: str
    sides: tuple[str, ...]
    editions: tuple[str, ...]  # the last is the one that new games begin on
    scenarios: tuple[Scenario, ...]
    board_type: type[Board]
    fact_types: tuple[type[Fact], ...]
    question_kinds: tuple[Question, ...]  # in the order in which their menus come
    conditions: tuple[Condition, ...] = ()
    tally_keys: tuple[str, ...] = ()  # table results, cards, events that a fuzz run is to reach
    bots: Mapping[str, Callable[..., Any]] = {}  # practice opponents beyond the free ones
    words: Path | None = None  # where the wording stands, if not among the templates

    @abstractmethod
    def opening(self, scenario: str, options: dict[str, str], edition: str) -> tuple[Fact, ...]:
        """The whole opening board as facts."""

    @abstractmethod
    def segment(self, board: Any) -> Segment:
        """The procedure for the position that the board holds."""

    @abstractmethod
    def names(self, view: Any) -> Names:
        """Everything that the side of this view may name."""

    @abstractmethod
    def score_now(self, board: Any) -> Outcome:
        """The outcome if play had to stop here."""

    def view(self, board: Any, side: str | None) -> Any:
        return masked_board(board, side)

    def scene(self, view: Any) -> Any:
        """What `engine.maps` draws for this view; None for a game without a map."""
        return None

    def charts(self, page: str) -> tuple[Chart, ...]:
        """The printed values, for each of `engine.core.charts.PAGES`; empty if there are none."""
        return ()

    def data_faults(self) -> tuple[str, ...]:
        """What cannot be right in the tables; asked before a club's own edition is taken in."""
        return ()

    def called(self, key: str) -> str:
        """What players call a thing whose key a fact carries."""
        return key

    def tally(self, fact: Fact) -> Iterable[str]:
        """Under which of the `tally_keys`, or others, a fuzz run counts this fact."""
        return ()

    @cached_property
    def questions(self) -> dict[str, Question]:
        return {question.key: question for question in self.question_kinds}

    @cached_property
    def verbs(self) -> dict[str, tuple[Question, ...]]:
        found: dict[str, tuple[Question, ...]] = {}
        for question in self.question_kinds:
            for verb in filter(None, (*question.verbs, question.declining)):
                found[verb] = (*found.get(verb, ()), question)
        return found

    @cached_property
    def _facts(self) -> msgspec.json.Decoder[list[Fact]]:
        kinds = reduce(or_, self.fact_types + SHARED)
        return msgspec.json.Decoder(list[kinds])  # type: ignore[valid-type]

    @cached_property
    def _board(self) -> msgspec.json.Decoder[Board]:
        return msgspec.json.Decoder(self.board_type)

    def decode_facts(self, raw: bytes | msgspec.Raw) -> list[Fact]:
        return self._facts.decode(raw)

    def decode_board(self, raw: bytes) -> Board:
        return self._board.decode(raw)

    def decode_choice(self, question: str, choice: Any) -> Any:
        """A recorded choice as the rules know it."""
        return msgspec.convert(choice, self.questions[question].choice)

    def scenario(self, key: str) -> Scenario:
        for scenario in self.scenarios:
            if scenario.key == key:
                return scenario
        listed = ", ".join(s.key for s in self.scenarios)
        raise LookupError(f"{self.key} has no scenario {key!r}; it has {listed}")

    def empty_board(self) -> Board:
        return self.board_type()

    def default_standing(self) -> Standing:
        return {q.key: q.default for q in self.question_kinds}
