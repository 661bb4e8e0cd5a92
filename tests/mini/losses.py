"""What a result does, 6.8 to 6.10."""

from __future__ import annotations

from engine.core.facts import Handed
from engine.core.options import Lazy
from engine.core.procedure import Procedure, ask
from engine.core.tokens import Token
from tests.mini.board import MAP, Mini, blocks, enemy
from tests.mini.facts import Removed
from tests.mini.movement import enter, is_open, mix_joined
from tests.mini.victory import check_rout
from tests.mini.view import name, seen

Places = tuple[str, ...]


def repulse(board: Mini, target: str, attackers: Places) -> Procedure[None]:  # 6.8
    yield from lose(board, board.active, attackers)


def hold(board: Mini, target: str, attackers: Places) -> Procedure[None]:  # 6.7
    yield from ()


def retreat(board: Mini, target: str, attackers: Places) -> Procedure[None]:  # 6.9
    side = enemy(board.active)
    if not ways_out(board, side, target):
        for block in blocks(board, side, target):
            yield Removed(block.id)
        yield from check_rout(board, side)
        return
    options = Lazy(lambda: ways_out(seen(board, side), side, target))
    to = yield from ask(side, "retreat", options, "6.9", about=name(target))
    yield from withdraw(board, side, target, to)


def withdraw(board: Mini, side: str, target: str, to: str) -> Procedure[None]:  # 6.10
    leaving = blocks(board, side, target)
    for block in leaving:
        yield Handed(block.id, to)
    yield from enter(board, side, to, len(leaving))
    yield from mix_joined(board, side, "6.10")


def rout(board: Mini, target: str, attackers: Places) -> Procedure[None]:  # 6.8
    yield from lose(board, enemy(board.active), (target,))
    if board.outcome is None and blocks(board, enemy(board.active), target):
        yield from retreat(board, target, attackers)


def ways_out(view: Mini, side: str, place: str) -> Places:  # 6.9
    room = len(blocks(view, side, place))
    return tuple(p for p in MAP.neighbours(place) if is_open(view, side, p, room))


def lose(board: Mini, side: str, places: Places) -> Procedure[None]:  # 6.8
    options = Lazy(lambda: losable(seen(board, side), side, places))
    lost = yield from ask(side, "lose", options, "6.8", about=name(places[0]))
    yield Removed(lost)
    yield from check_rout(board, side)


def losable(view: Mini, side: str, places: Places) -> tuple[str, ...]:  # 6.8
    """One block of each kind in each place."""
    kinds: dict[tuple[str, str | None], Token] = {}
    for place in places:
        for block in blocks(view, side, place):
            kinds.setdefault((place, block.value), block)
    return tuple(block.id for block in kinds.values())


RESULTS = {"repulse": repulse, "hold": hold, "retreat": retreat, "rout": rout}
