"""A table for tests: order text of both sides, scripted cards and dice."""

from __future__ import annotations

from typing import Any

from engine.core import orders
from engine.core.driver import open_asks
from engine.core.match import Match, begin
from engine.core.play import Advance, advance
from engine.core.procedure import Chance, Fact
from engine.core.sheets import Sheet, remainder
from engine.core.standing import file_all
from engine.great_game.board import CARDS, GreatGame
from engine.great_game.game import GAME

PACK = [key for key, card in CARDS.items() for _ in range(card["count"])]


class Table:
    """A game whose dice are given beforehand, in the order in which they fall."""

    def __init__(self, scenario: str, *hands: tuple[str, ...], dice: Any = (), **options: str):
        self.match: Match = begin(GAME, scenario, options)
        self.sheets: dict[str, Sheet] = {}
        self.standing: dict[str, dict[str, str]] = {}
        self.dice = list(dice)
        self.match.roll(dealt(*hands))

    @property
    def board(self) -> GreatGame:
        board: GreatGame = self.match.driver.board
        return board

    def send(self, side: str, text: str) -> Advance:
        """A mail of a side; play goes on as far as sheets, policies and dice carry it."""
        reading = orders.read(GAME, text)
        filing = file_all(GAME, GAME.view(self.board, side), reading.standing)
        assert not filing.refusals, filing.refusals
        self.standing.setdefault(side, {}).update(filing.accepted)
        sheets = {**self.sheets, side: Sheet(side, reading.lines)}
        done = advance(self.match.driver, sheets, self.standing, side)
        self.keep(done)
        self.run()
        return done

    def run(self) -> None:
        while isinstance(self.match.driver.waiting, Chance) and self.dice:
            self.match.roll(self.dice.pop(0))
            self.keep(advance(self.match.driver, self.sheets, self.standing))

    def keep(self, done: Advance) -> None:
        self.match.take(done.driver, done.steps)
        asked = [ask.side for ask in open_asks(done.waiting, done.driver.sealed)]
        left = {s: remainder(GAME, sheet, s in asked) for s, sheet in done.sheets.items()}
        self.sheets = {s: rest.pending for s, rest in left.items() if rest.pending is not None}

    def facts(self, kind: type[Fact]) -> list[Any]:
        return [fact for fact in self.match.flat() if isinstance(fact, kind)]


def dealt(*hands: tuple[str, ...]) -> tuple[int, ...]:
    """A shuffle that deals these hands, British first."""
    free = dict.fromkeys(range(len(PACK)))
    order = []
    for card in (card for hand in hands for card in hand):
        found = next(n for n in free if PACK[n] == card)
        del free[found]
        order.append(found)
    return (*order, *free)
