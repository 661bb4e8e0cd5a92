"""Implementing a card, 5.4: text and moves in either order, or reinforcement."""

from __future__ import annotations

from engine.core.options import Choices, Lazy, Options
from engine.core.procedure import Procedure, ask
from engine.great_game.ascent import ascend, is_ascent
from engine.great_game.board import BOTH, Effect, GreatGame, seen
from engine.great_game.choices import (
    DONE,
    HALT,
    Act,
    Drop,
    March,
    Onward,
    Reinforce,
    Take,
    Text,
)
from engine.great_game.events import Cancelled, InForce, Used
from engine.great_game.menus import Marches, Menu, Parts
from engine.great_game.movement import (
    begin_march,
    drop_off,
    droppable,
    end_march,
    go_on,
    groups,
    may_drop,
    onward_ways,
    open_ways,
    pick_up,
    takeable,
)
from engine.great_game.reactions import emirs_daughter
from engine.great_game.reinforcement import reinforce, reinforcements
from engine.great_game.texts import implement, texts
from engine.great_game.turns import ACTION, REINFORCEMENT, close, current_card

LASTING = ("gunboat_diplomacy", "martini_henry")  # in force by being played


def act(board: GreatGame) -> Procedure[None]:  # 5.4
    """One choice of the side that implements its card."""
    choice: Act = yield from ask(board.active, "act", menu(board, board.active), "5.4")
    if not board.use:
        use = REINFORCEMENT if isinstance(choice, Reinforce) else ACTION
        if not (yield from declare(board, use)):
            yield from close(board)
            return
    yield from perform(board, choice)
    if choice == DONE or is_spent(board):
        yield from close(board)


def menu(board: GreatGame, side: str) -> Options[Act]:  # 5.4
    view = seen(board, side)
    column = Choices(HALT) if board.column is not None else Choices[Act]()
    return Menu(
        Lazy(lambda: reinforcements(view, side) if not view.use else ()),
        Lazy(lambda: texts(view, side)),
        Marches(lambda: groups(view, side), lambda g, sp: open_ways(view, side, g, sp)),
        Lazy(lambda: (Onward(to) for to in onward_ways(view))),
        Parts(Drop, lambda: droppable(view), lambda sp, o: may_drop(view, sp, o)),
        Parts(Take, lambda: takeable(view), lambda sp, o: True),
        column,
        Choices(DONE),
    )


def declare(board: GreatGame, use: str) -> Procedure[bool]:  # 4.2, 5.4, 15 i, 15 l, 15 n
    """Say what the card is played for; False if a reaction takes everything from it."""
    side, card = board.active, board.card
    yield Used(side, card, use)
    if use == REINFORCEMENT:
        return True
    if is_ascent(card, side):
        yield from ascend(board, side, card, current_card(board, side).id)
    if card in LASTING:
        yield InForce(card, Effect(whose(board, card, side), board.count))
    if card == "flashman" and (yield from emirs_daughter(board)):
        yield Cancelled(card)
        return False
    return True


def whose(board: GreatGame, card: str, side: str) -> str:  # 12.4
    """A second card of the kind in one round takes nothing from the player of the first."""
    held = board.effects.get(card)
    return BOTH if held is not None and held.side != side else side


def perform(board: GreatGame, choice: Act) -> Procedure[None]:  # 5.4, 10.2
    if isinstance(choice, Onward):
        yield from go_on(board, choice)
    elif isinstance(choice, Drop):
        yield from drop_off(board, choice)
    elif isinstance(choice, Take):
        yield from pick_up(board, choice)
    else:
        if board.column is not None:
            yield from end_march(board)
        yield from perform_anew(board, choice)


def perform_anew(board: GreatGame, choice: Act) -> Procedure[None]:  # 5.4
    """What ends the march of the stack before."""
    if isinstance(choice, Reinforce):
        yield from reinforce(board, choice)
    elif isinstance(choice, Text):
        yield from implement(board, choice)
    elif isinstance(choice, March):
        yield from begin_march(board, choice)


def is_spent(board: GreatGame) -> bool:  # 5.4
    """Nothing is left to do with this card."""
    if board.use == REINFORCEMENT:
        return True
    side = board.active
    busy = board.column is not None or bool(groups(board, side))
    return not busy and next(iter(texts(board, side)), None) is None
