"""Hands of cards, 5.2: the deal and the exchange."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from engine.core.facts import Handed, mix, show
from engine.core.options import Choices, Options
from engine.core.procedure import Ask, Procedure, shuffle
from engine.core.sets import Owed, Part, SetOptions, canonical
from engine.core.tokens import Token, held_by, known, number
from engine.great_game.board import BOTTOM, DECK, REMOVED, TABLES, GreatGame, hand, is_player, seen
from engine.great_game.counters import SIDES
from engine.great_game.events import Phase


def in_deck(board: GreatGame) -> tuple[Token, ...]:  # 4.1, 5.8
    """All cards but those on the ascent panels and those out of the game."""
    kept = (t for t in board.tokens.values() if not is_out(t.holder))
    return tuple(sorted(kept, key=number))


def is_out(holder: str) -> bool:  # 4.2, 4.3
    return holder == REMOVED or holder.startswith("ascent:")


def deal(board: GreatGame) -> Procedure[None]:  # 5.2
    cards = in_deck(board)
    yield mix(board, cards, (yield from shuffle(len(cards), "5.2")), DECK)
    for side in SIDES:
        for _ in range(TABLES["hand"]["cards"]):
            yield from draw(board, side)
    yield Phase("exchange")


def draw(board: GreatGame, side: str) -> Procedure[None]:  # 5.2
    top = held_by(board, DECK)[0].id
    yield Handed(top, hand(side))
    if is_player(board, side):
        yield show(board, top, side)


class Exchange(SetOptions):
    """Up to two cards of a hand; of cards alike the first."""

    def __init__(self, board: GreatGame, side: str) -> None:
        self.board, self.side = board, side

    @cached_property
    def held(self) -> tuple[Token, ...]:
        cards = known(seen(self.board, self.side), hand(self.side))
        return tuple(sorted(cards, key=lambda token: token.id))

    def extend(self, part: Part) -> Options[str]:
        if len(part) >= TABLES["hand"]["exchange"]:
            return Choices()
        kinds: dict[str | None, str] = {}
        for token in self.held:
            if token.id not in part:
                kinds.setdefault(token.value, token.id)
        return Choices(*kinds.values())

    def missing(self, part: Part) -> tuple[Owed, ...]:
        return ()

    def __iter__(self) -> Iterator[Part]:
        yield ()
        for first in self.extend(()):
            yield (first,)
            for second in self.extend((first,)):
                if canonical((first, second)) == (first, second):
                    yield first, second


def exchange(board: GreatGame) -> Procedure[None]:  # 5.2
    """The British decide first; what is given back goes under the deck."""
    for side in board.players:
        chosen = yield Ask(side, "exchange", Exchange(board, side), "5.2")
        for token in chosen:
            yield Handed(token, BOTTOM)
        for _ in chosen:
            yield from draw(board, side)
    yield Phase("choose")
