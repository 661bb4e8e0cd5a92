"""What a fuzz run is to reach, and under which key each fact counts."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.procedure import Fact
from engine.great_game.board import CARDS
from engine.great_game.events import Reacted, TextPlayed, Used


def uses(card: str) -> tuple[str, ...]:
    """The ways to play a card that a fuzz run is to reach."""
    reaction = ("reaction",) if CARDS[card]["kind"] == "reaction" else ()
    return ("action", "reinforcement", *reaction)


def tally(fact: Fact) -> Iterator[str]:
    if isinstance(fact, Used):
        yield f"card {fact.card} {fact.use}"
    elif isinstance(fact, Reacted):
        yield f"card {fact.card} reaction"
    elif isinstance(fact, TextPlayed):
        yield f"text {fact.card} {fact.role}".rstrip()
