"""The non-player camp of the solitaire scenarios, 13.1 and 13.2."""

from __future__ import annotations

from engine.core.procedure import Procedure, roll
from engine.core.tokens import held_by
from engine.great_game.board import Column, GreatGame, enemy, hand, is_player, officers_at, sp_at
from engine.great_game.control import REBEL
from engine.great_game.counters import AKBAR, AYUB, RISEN, SIDES, Share, only
from engine.great_game.events import NonPlayerIgnored, TextPlayed, Used
from engine.great_game.geography import MAP, STATE_OF, STATES, WATER, capital
from engine.great_game.movement import end_march, step
from engine.great_game.rebellion import can_rebel, is_triggered, place_rebels, rise, use_value
from engine.great_game.texts import commitments
from engine.great_game.turns import ACTION, close

COMMITMENTS, REBELLION = "imperial_commitments", "rebellion"


def reveal(board: GreatGame) -> Procedure[dict[str, str]]:  # 13.1, 13.2
    """A card of the non-player's hand, at random."""
    found = {}
    for side in SIDES:
        slots = held_by(board, hand(side))
        if not is_player(board, side) and slots:
            (slot,) = yield from roll(1, len(slots), "13.1")
            found[side] = slots[slot - 1].id
    return found


def non_player(board: GreatGame) -> Procedure[None]:  # 13.1, 13.2
    """Commitments and rebellions happen; other cards are ignored."""
    side, card = board.active, board.card
    if card == COMMITMENTS:
        yield Used(side, card, ACTION)
        yield TextPlayed(side, card)
        yield from commitments(board, enemy(side))
    elif card == REBELLION and can_rebel(board, side):
        yield Used(side, card, ACTION)
        yield from random_rebellion(board)
    else:
        yield NonPlayerIgnored(side, card)
    yield from close(board)


def random_rebellion(board: GreatGame) -> Procedure[None]:  # 13.1, 13.2
    """Dice say which conquered state rises, and where; all rebels stand together."""
    state = yield from drawn(can_rebel(board, board.active))
    yield TextPlayed(board.active, board.card, state)
    if not (yield from is_triggered(board, state)):
        return
    dice = yield from rise(board, state)
    place = yield from drawn(STATES[state].spaces)
    yield from place_rebels(board, state, (Share(place, sum(dice)),))
    yield from use_value(board, state)
    if board.rising:
        yield from march_home(board, state)


def drawn(listed: tuple[str, ...]) -> Procedure[str]:  # 13.1
    if len(listed) == 1:
        return listed[0]
    (die,) = yield from roll(1, len(listed), "13.1")
    return listed[die - 1]


def march_home(board: GreatGame, state: str) -> Procedure[None]:  # 13.1
    """The rebels move and attack towards their capital."""
    column = None
    for place in STATES[state].spaces:
        rebels = only(sp_at(board, place), RISEN)
        fresh = tuple(s for s in rebels if s.key == "new_rebels")
        if fresh and not board.moved.get(place):
            leaders = tuple(o for o in officers_at(board, place) if o in (AKBAR, AYUB))
            column = Column(board.active, REBEL, place, "", rebels, leaders)
    while column is not None and board.points > 0 and (to := next_space(state, column.place)):
        yield from step(board, column, to)
        column = board.column
    if board.column is not None:
        yield from end_march(board)


def next_space(state: str, place: str) -> str:  # 13.1
    """The next space on the shortest way to the capital inside the state, empty if none."""
    way = MAP.path(
        place,
        capital(state),
        lambda space: STATE_OF[space] == state,
        lambda line: line.kind != WATER and STATE_OF[line.a] == STATE_OF[line.b] == state,
    )
    return way[1] if way is not None and len(way) > 1 else ""
