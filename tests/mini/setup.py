"""Setting up, rule 2: blocks, deck, scouts."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.facts import Mixed, mix
from engine.core.options import Choices
from engine.core.procedure import Ask, Fact, Procedure, ask_all, shuffle
from engine.core.tables import load
from engine.core.tokens import Token, fresh, held_by
from tests.mini.board import DECK, HERE, MAP, SIDES, TABLES, Mini, occupied
from tests.mini.cards import draw
from tests.mini.facts import Controlled, Joined, Phase, Started
from tests.mini.movement import mix_joined

SCENARIOS = load(HERE / "scenarios.toml")
CARDS = load(HERE / "cards.toml")


def opening(scenario: str, length: str, switches: tuple[str, ...]) -> tuple[Fact, ...]:  # 2.1
    row = SCENARIOS[scenario]
    tokens = tuple(standing(row)) + tuple(pack(sum(1 for _ in standing(row))))
    held = [(place, side) for side in SIDES for place in row[side]]
    return (
        Started(row["turns"][length], row["scouts"], switches),
        Mixed((), tokens),
        *(Controlled(place, side) for place, side in held),
    )


def standing(row: dict[str, dict[str, list[str]]]) -> Iterator[Token]:
    listed = [(s, p, kind) for s in SIDES for p, kinds in row[s].items() for kind in kinds]
    for n, (side, place, kind) in enumerate(listed):
        yield Token(f"t{n}", side, place, (side,), kind)


def pack(first: int) -> Iterator[Token]:  # 1.3
    listed = [card for card, count in CARDS["deck"].items() for _ in range(count)]
    for n, card in enumerate(listed, first):
        yield Token(f"t{n}", "card", DECK, (), card)


def conceal(board: Mini) -> Procedure[None]:  # 2.1
    for side in SIDES:
        yield Joined(occupied(board, side))
        yield from mix_joined(board, side, "2.1")
    yield Phase("deal")


def deal(board: Mini) -> Procedure[None]:  # 2.2
    deck = held_by(board, DECK)
    yield mix(board, deck, (yield from shuffle(len(deck), "2.2")), DECK)
    for side in SIDES:
        for _ in range(TABLES["limits"]["dealt"]):
            yield from draw(board, side)
    yield Phase("scouts" if board.scouts else "stance")


def place_scouts(board: Mini) -> Procedure[None]:  # 2.3
    places = Choices(*(place.key for place in MAP.places))
    asks = {side: Ask(side, "scout", places, "2.3", sealed=True) for side in SIDES}
    chosen = yield from ask_all(asks)
    for side in SIDES:
        yield Mixed((), fresh(board, "scout", f"scout:{side}", [chosen[side]], (side,)))
    yield Phase("stance")
