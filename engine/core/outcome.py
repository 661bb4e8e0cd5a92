"""How a game ended."""

from __future__ import annotations

from msgspec import Struct


class Outcome(Struct, frozen=True):
    winner: str | None  # None: a draw
    grade: str = ""  # the game's own level of victory
    how: str = "victory"  # victory, conceded, time, adjudicated, forfeit, agreed
