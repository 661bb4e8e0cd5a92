"""Moving, rule 5."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.core.facts import Handed, mix, show
from engine.core.options import Choices, Either, Lazy
from engine.core.procedure import Procedure, ask, shuffle
from engine.core.tokens import Token
from tests.mini.board import MAP, TABLES, Mini, blocks, enemy, occupied, scout
from tests.mini.facts import Controlled, Joined, Looked, Phase, RanInto, Removed, Stepped
from tests.mini.view import seen


class Move(Struct, frozen=True):
    block: str
    to: str


def move(board: Mini) -> Procedure[None]:  # 5.1
    side = board.active
    while True:
        options = Either(Lazy(lambda: moves(seen(board, side), side), marks), Choices("done"))
        choice = yield from ask(side, "move", options, "5.1")
        if choice == "done":
            break
        yield from step(board, choice)
    yield Phase("muster")


def marks(listed: Sequence[Move]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for move in listed for key in (move.block, move.to)))


def moves(view: Mini, side: str) -> Iterator[Move]:  # 5.1
    for place in occupied(view, side):
        for block in one_of_each(view, blocks(view, side, place)):
            for to in MAP.neighbours(place):
                if is_open(view, side, to):
                    yield Move(block.id, to)


def one_of_each(view: Mini, stack: tuple[Token, ...]) -> tuple[Token, ...]:
    """Blocks that can go on, those alike counted once."""
    able = (t for t in stack if view.steps.get(t.id, 0) < view.allowed)
    return tuple({t.value: t for t in able}.values())


def is_open(view: Mini, side: str, place: str, room: int = 1) -> bool:  # 5.2
    ours, theirs = blocks(view, side, place), blocks(view, enemy(side), place)
    fits: bool = len(ours) + room <= TABLES["limits"]["stack"]
    return not theirs and fits


def step(board: Mini, move: Move) -> Procedure[None]:  # 5.1
    taken = board.steps.get(move.block, 0) + 1
    if (yield from runs_into_scout(board, move)):
        yield Stepped(move.block, board.allowed)
        return
    yield Handed(move.block, move.to)
    yield Stepped(move.block, taken)
    yield from enter(board, board.active, move.to, 1)


def runs_into_scout(board: Mini, move: Move) -> Procedure[bool]:  # 5.3
    lying = scout(board, enemy(board.active))
    if lying is None:
        return False
    yield Looked(move.to)
    if lying.value != move.to:
        return False
    yield show(board, lying.id, "*")
    yield RanInto(move.block, move.to)
    yield Removed(lying.id)
    return True


def enter(board: Mini, side: str, place: str, count: int) -> Procedure[None]:  # 5.5
    if board.control.get(place) != side:
        yield Controlled(place, side)
    if len(blocks(board, side, place)) > count and place not in board.joined:
        yield Joined((*board.joined, place))


def muster(board: Mini) -> Procedure[None]:  # 5.4
    yield from mix_joined(board, board.active, "5.4")
    yield Phase("attack")


def mix_joined(board: Mini, side: str, case: str) -> Procedure[None]:  # 5.4, 6.10
    for place in board.joined:
        stack = blocks(board, side, place)
        if len(stack) > 1:
            order = yield from shuffle(len(stack), case)
            yield mix(board, stack, order, place, side)
    if board.joined:
        yield Joined(())
