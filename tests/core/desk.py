"""Sheets as a player sends them, on positions of the miniature game."""

from __future__ import annotations

from typing import Any

from engine.core import orders
from engine.core.driver import Driver
from engine.core.play import Advance, advance, preview
from engine.core.sheets import Sheet
from tests.mini.game import GAME
from tests.mini.positions import field, play

MOVES = ("red guard at mill", "red foot at ford", "blue foot at market")
SLOTS = ("cup has red", "cup has storm")


def at(*texts: str, **fields: Any) -> Driver:
    driver, _ = play(field(*texts, *SLOTS, **fields))
    return driver


def sheet(side: str, text: str) -> Sheet:
    return Sheet(side, orders.read(GAME, text).lines)


def send(driver: Driver, side: str, text: str, **others: Any) -> Advance:
    """A fresh sheet of a side; others: pending sheets and standing orders of both."""
    sheets = {**others.get("sheets", {}), side: sheet(side, text)}
    return advance(driver, sheets, others.get("standing", {}), fresh=side)


def look(driver: Driver, side: str, text: str) -> tuple[Advance, Any]:
    return preview(driver, sheet(side, text), {})


def given(done: Advance) -> list[tuple[str, str, Any]]:
    return [(step.side, step.question, step.choice) for step in done.steps]


def understood(done: Advance, side: str) -> list[tuple[int, str]]:
    return [(taken.line, taken.text) for taken in done.taken.get(side, [])]


def refused(done: Advance, side: str) -> list[tuple[int, str, str]]:
    return [(r.line, r.key, r.case) for r in done.refusals.get(side, [])]
