"""Cards, rule 4, and drawing them, 3.4 and 3.5."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from engine.core.facts import Handed, mix, show
from engine.core.options import Choices, Either, Lazy
from engine.core.procedure import Procedure, ask, shuffle
from engine.core.tokens import held_by, known, one_of_each
from tests.mini.board import DECK, DISCARD, MAP, TABLES, Mini, blocks, enemy, hand, occupied
from tests.mini.facts import Allowed, Phase
from tests.mini.view import seen


class Card(Struct, frozen=True):
    token: str
    block: str = ""  # what a spy looks at


def play_cards(board: Mini) -> Procedure[None]:  # 4.1
    side = board.active
    while True:
        options = Either(Lazy(lambda: playable(seen(board, side), side)), Choices("done"))
        choice = yield from ask(side, "play", options, "4.1")
        if choice == "done":
            break
        yield from PLAYS[str(board.tokens[choice.token].value)](board, choice)
    yield Phase("move")


def playable(view: Mini, side: str) -> Iterator[Card]:  # 4.1
    kinds: dict[str | None, str] = {t.value: t.id for t in one_of_each(known(view, hand(side)))}
    if "march" in kinds:
        yield Card(kinds["march"])
    if "spy" in kinds:
        yield from (Card(kinds["spy"], block) for block in in_sight(view, side))


def in_sight(view: Mini, side: str) -> tuple[str, ...]:  # 4.2
    ours = occupied(view, side)
    places = [p for p in occupied(view, enemy(side)) if any(n in ours for n in MAP.neighbours(p))]
    found = (t for place in places for t in blocks(view, enemy(side), place))
    return tuple(t.id for t in found if t.value is None)


def spy(board: Mini, card: Card) -> Procedure[None]:  # 4.2
    yield from discard(board, card.token)
    yield show(board, card.block, board.active)


def march(board: Mini, card: Card) -> Procedure[None]:  # 4.3
    yield from discard(board, card.token)
    yield Allowed(board.allowed + TABLES["limits"]["steps"])


def discard(board: Mini, token: str) -> Procedure[None]:  # 4.1
    yield show(board, token, "*")
    yield Handed(token, DISCARD)


def draw(board: Mini, side: str) -> Procedure[None]:  # 3.4
    if len(held_by(board, hand(side))) >= TABLES["limits"]["hand"]:
        return
    if not held_by(board, DECK):
        yield from renew(board)
    if deck := held_by(board, DECK):
        yield Handed(deck[0].id, hand(side))
        yield show(board, deck[0].id, side)


def renew(board: Mini) -> Procedure[None]:  # 3.5
    if discards := held_by(board, DISCARD):
        yield mix(board, discards, (yield from shuffle(len(discards), "3.5")), DECK)


PLAYS = {"spy": spy, "march": march}
