"""An exported game as a spectator or a side may watch it: facts by event, values where known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.core.facts import Mixed, Shown
from engine.core.game import Game
from engine.core.procedure import Fact
from service.events import Event, parse
from service.seals import TABLE
from service.verify import read_line

SPECTATOR = "spectator"


class Watched:
    """Folds facts and never runs rules."""

    def __init__(self, game: Game, events: Sequence[Event]) -> None:
        self.game, self.events = game, events
        self.values = revealed(events)

    @property
    def is_over(self) -> bool:
        return any(event.kind == "end" for event in self.events)

    def board(self, step: int, eyes: str | None) -> Any:
        """The board after the event `step`."""
        board = self.game.empty_board()
        for event in self.events[: step + 1]:
            for fact in self.facts(event):
                fact.apply(board)
        return board if eyes is None else self.game.view(board, side_of(eyes))

    def facts(self, event: Event) -> list[Fact]:
        return [self.full(f) for f in self.game.decode_facts(msgspec.json.encode(event.facts))]

    def full(self, fact: Fact) -> Fact:
        if isinstance(fact, Mixed):
            tokens = (replace(t, value=self.values.get(t.id, t.value)) for t in fact.tokens)
            return replace(fact, tokens=tuple(tokens))
        if isinstance(fact, Shown) and fact.value is None:
            return replace(fact, value=self.values.get(fact.token))
        return fact

    def seen(self, fact: Fact, eyes: str | None) -> Fact:
        return fact if eyes is None else fact.masked(side_of(eyes))


def side_of(eyes: str) -> str | None:
    return None if eyes == SPECTATOR else eyes


def revealed(events: Sequence[Event]) -> dict[str, Any]:
    """The values of tokens that the end unsealed."""
    return {
        f"t{number}": value
        for event in events
        for fact in event.facts
        if fact["type"] == "Unsealed" and fact["side"] == TABLE
        for number, value in enumerate(fact["values"], fact["first"])
    }


def read_events(lines: Sequence[bytes]) -> list[Event]:
    return [parse(read_line(line)[0]) for line in lines]
