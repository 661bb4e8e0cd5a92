"""A game that a hash seed decides: for the test that such a game is noticed."""

from __future__ import annotations

from engine.core.procedure import Fact
from tests.mini.facts import Controlled
from tests.mini.game import MillStream


class Unsteady(MillStream):
    def opening(self, scenario: str, options: dict[str, str], edition: str) -> tuple[Fact, ...]:
        facts = super().opening(scenario, options, edition)
        held = {fact.place for fact in facts if isinstance(fact, Controlled)}
        return (*facts, *(Controlled(place, "red") for place in held))


GAME = Unsteady()
