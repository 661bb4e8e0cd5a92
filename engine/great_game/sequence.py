"""The sequence of play, section 5: decades, rounds, initiative, turns."""

from __future__ import annotations

from engine.core.facts import Ended, Handed, show
from engine.core.game import Segment
from engine.core.options import Lazy
from engine.core.procedure import Ask, Procedure, ask_all, roll
from engine.core.tokens import ALL, held_by, known, one_of_each
from engine.great_game.actions import act
from engine.great_game.board import CARDS, TABLES, GreatGame, hand, panel, seen
from engine.great_game.conquest import settle, sojourns
from engine.great_game.counters import BRITISH, RUSSIAN, SIDES
from engine.great_game.events import DecadeBegan, Expired, Initiative, Phase, RoundBegan
from engine.great_game.hands import deal, exchange
from engine.great_game.invasion import lapses, stay_on
from engine.great_game.officers import arrivals, officer_loss
from engine.great_game.rebellion import grow_old
from engine.great_game.solitaire import non_player, reveal
from engine.great_game.turns import next_turn
from engine.great_game.victory import score_now


def choose(board: GreatGame) -> Procedure[None]:  # 5.3
    """Both sides lay a card face down and turn it together; a side without cards passes."""
    yield RoundBegan(board.round + 1, board.count + 1)
    asks = {side: card_ask(board, side) for side in board.players if held_by(board, hand(side))}
    chosen = dict((yield from ask_all(asks)) if asks else {})
    chosen |= yield from reveal(board)
    for side in SIDES:
        if side in chosen:
            yield Handed(chosen[side], panel(side, "current"))
            yield show(board, chosen[side], ALL)
    yield from initiative(board)
    yield from next_turn(board)


def card_ask(board: GreatGame, side: str) -> Ask:  # 5.3
    return Ask(side, "card", Lazy(lambda: kinds_held(seen(board, side), side)), "5.3")


def kinds_held(view: GreatGame, side: str) -> tuple[str, ...]:
    """One card of each kind in a hand."""
    return tuple(token.id for token in one_of_each(known(view, hand(side))))


def initiative(board: GreatGame) -> Procedure[None]:  # 5.3
    """The lesser value goes first; of equal values an odd die is Russian, an even one British."""
    values = {side: value_of(board, side) for side in SIDES if current(board, side)}
    order, die = sorted(values, key=lambda side: values[side]), 0
    if len(values) == len(SIDES) and len(dict.fromkeys(values.values())) == 1:
        (die,) = yield from roll(1, 6, "5.3")
        order = [RUSSIAN, BRITISH] if die % 2 else [BRITISH, RUSSIAN]
    yield Initiative(tuple(order), die)


def current(board: GreatGame, side: str) -> str:
    return next((t.value or "" for t in held_by(board, panel(side, "current"))), "")


def value_of(board: GreatGame, side: str) -> int:
    found: int = CARDS[current(board, side)]["value"]
    return found


def end_round(board: GreatGame) -> Procedure[None]:  # 5.7, 8.1, 8.4, 9.1
    yield from sojourns(board)
    yield from lapses(board)
    yield from stay_on(board)
    yield from settle(board)
    yield from grow_old(board)
    ended = tuple(
        name
        for name, e in sorted(board.effects.items(), key=lambda item: item[0])
        if e.until <= board.count
    )
    if ended:
        yield Expired(ended)
    for side in SIDES:
        for kind in ("current", "reaction"):
            for token in held_by(board, panel(side, kind)):
                yield Handed(token.id, panel(side, "played"))
    last = board.round >= TABLES["rounds"]["decade"]
    yield Phase("decade_end" if last else "choose")


def end_decade(board: GreatGame) -> Procedure[None]:  # 5.8
    yield from officer_loss(board)
    at = board.decades.index(board.decade)
    if board.decade == board.decades[-1]:
        yield Ended(score_now(board))
        return
    yield DecadeBegan(board.decades[at + 1])
    yield Phase("arrivals")


PHASES = {
    "arrivals": arrivals,
    "deal": deal,
    "exchange": exchange,
    "choose": choose,
    "act": act,
    "non_player": non_player,
    "round_end": end_round,
    "decade_end": end_decade,
}


def segment(board: GreatGame) -> Segment:  # 5
    heading = (str(board.decade), f"round {board.round}", board.active)
    return Segment(board.phase, PHASES[board.phase](board), heading)
