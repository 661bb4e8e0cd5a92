"""The turn, rule 3: stances, the cup, the storm; and which procedure a position calls for."""

from __future__ import annotations

from engine.core.facts import Handed, Mixed, show
from engine.core.game import Segment
from engine.core.options import Choices
from engine.core.procedure import Ask, Procedure, ask_all, roll, shuffle
from engine.core.tokens import fresh, held_by
from tests.mini.board import CUP, PULLED, SIDES, TABLES, Mini
from tests.mini.cards import draw, play_cards
from tests.mini.combat import battle, declare
from tests.mini.facts import Activated, Phase, Stood, TurnBegan
from tests.mini.movement import move, muster
from tests.mini.setup import conceal, deal, place_scouts
from tests.mini.victory import finish

STANCES = ("bold", "steady")


def stances(board: Mini) -> Procedure[None]:  # 3.1
    yield TurnBegan(board.turn + 1)
    asks = {side: Ask(side, "stance", Choices(*STANCES), "3.1") for side in SIDES}
    chosen = yield from ask_all(asks)
    for side in SIDES:
        yield Stood(side, chosen[side])
    yield Phase("cup")


def fill_cup(board: Mini) -> Procedure[None]:  # 3.2
    chits = TABLES["cup"]["chits"]
    order = yield from shuffle(len(chits), "3.2")
    old = tuple(t.id for place in (CUP, PULLED) for t in held_by(board, place))
    yield Mixed(old, fresh(board, "chit", CUP, [chits[n] for n in order]))
    yield Phase("pull")


def pull(board: Mini) -> Procedure[None]:  # 3.2
    slots = held_by(board, CUP)
    (slot,) = yield from roll(1, len(slots), "3.2")
    chit = slots[slot - 1].id
    yield show(board, chit, "*")
    yield Handed(chit, PULLED)
    yield from opened(board, str(board.tokens[chit].value))


def opened(board: Mini, chit: str) -> Procedure[None]:  # 3.3
    if chit == "storm":
        yield Phase("storm")
        return
    yield Activated(chit, board.activations.get(chit, 0) + 1, TABLES["limits"]["steps"])
    yield Phase("cards")


def storm(board: Mini) -> Procedure[None]:  # 3.4
    for side in SIDES:
        yield from draw(board, side)
    if board.turn == board.last_turn:
        yield from finish(board)
    else:
        yield Phase("stance")


PHASES = {
    "conceal": conceal,
    "deal": deal,
    "scouts": place_scouts,
    "stance": stances,
    "cup": fill_cup,
    "pull": pull,
    "cards": play_cards,
    "move": move,
    "muster": muster,
    "attack": declare,
    "battle": battle,
    "storm": storm,
}


def segment(board: Mini) -> Segment:
    return Segment(board.phase, PHASES[board.phase](board), (f"turn {board.turn}", board.active))
