"""What the cards say, by card: targets on offer, and what happens. Section 4 and the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core.facts import show
from engine.core.procedure import Ask, Procedure, roll
from engine.core.tokens import held_by
from engine.great_game.board import (
    BOTH,
    TABLES,
    Effect,
    GreatGame,
    enemy,
    hand,
    own_officers,
    sp_at,
)
from engine.great_game.choices import Spread, Text
from engine.great_game.conquest import settle
from engine.great_game.counters import OFFICERS, Force, Share, amount
from engine.great_game.defaults import largest_first
from engine.great_game.events import (
    FlashmanReady,
    InForce,
    InformantRolled,
    Pointed,
    SpyRolled,
    TextPlayed,
)
from engine.great_game.facts import CommitmentsRolled
from engine.great_game.geography import PERSIA, SPACES
from engine.great_game.politics import (
    FLASHMAN,
    diplomacy,
    persuade,
    persuade_persia,
    send_emissary,
    targets,
)
from engine.great_game.reactions import informant
from engine.great_game.rebellion import can_rebel, rebel
from engine.great_game.stands import decide, lost, officer_lost

EMISSARY, SPY, COMMANDER = "emissary", "spy", "commander"


def texts(view: GreatGame, side: str) -> Iterator[Text]:  # 5.4
    """The ways to implement the text of the card; none if it has been used or has none."""
    if not view.text_used and view.card in OFFERS:
        yield from OFFERS[view.card](view, side)


def of_emissary(view: GreatGame, side: str) -> Iterator[Text]:  # 7.5, 15 b
    officers = own_officers(view, side)
    yield from (Text(state, o) for state in targets(view, side) for o in officers)


def of_shooting_leave(view: GreatGame, side: str) -> Iterator[Text]:  # 15 d
    yield from (Text("", officer) for officer in own_officers(view, side))


def of_rebellion(view: GreatGame, side: str) -> Iterator[Text]:  # 9, 15 g
    yield from (Text(state) for state in can_rebel(view, side))


def of_flashman(view: GreatGame, side: str) -> Iterator[Text]:  # 15 m
    yield from (Text(state, role=EMISSARY) for state in targets(view, side))
    yield Text(role=SPY)
    if not view.marched:
        yield Text(role=COMMANDER)


def plain(view: GreatGame, side: str) -> Iterator[Text]:
    yield Text()


OFFERS: dict[str, Callable[[GreatGame, str], Iterator[Text]]] = {
    "emissary": of_emissary,
    "shooting_leave": of_shooting_leave,
    "rebellion": of_rebellion,
    "flashman": of_flashman,
    "imperial_commitments": plain,
    "persian_persuasion": plain,
    "pen": plain,
    "crimean_war": plain,
}


def implement(board: GreatGame, text: Text) -> Procedure[None]:  # 5.4
    """Text after moves ends the moves, but for rebels, who march by what is left."""
    card = board.card
    yield TextPlayed(board.active, card, text.on, text.by, text.role)
    if board.marched and card != "rebellion":
        yield Pointed(0)
    yield from EFFECTS[card](board, text)


def emissary(board: GreatGame, text: Text) -> Procedure[None]:  # 7.5, 15 b
    yield from send_emissary(board, text.on, text.by)


def shooting_leave(board: GreatGame, text: Text) -> Procedure[None]:  # 15 d
    if (yield from informant(board)):
        (die,) = yield from roll(1, 6, "card")
        yield InformantRolled(text.by, die)
        if die % 2:
            yield officer_lost(board, text.by, "card")
        return
    yield from spy(board, text.by, OFFICERS[text.by].diplomacy)


def spy(board: GreatGame, officer: str, skill: int) -> Procedure[None]:  # 15 d
    (die,) = yield from roll(1, 6, "card")
    success = die + skill >= TABLES["thresholds"]["leave"]
    yield SpyRolled(board.active, officer, die, skill, success)
    if success:
        for token in held_by(board, hand(enemy(board.active))):
            yield show(board, token.id, board.active)


def rebellion(board: GreatGame, text: Text) -> Procedure[None]:  # 9, 15 g
    yield from rebel(board, text.on)
    if board.marched and not board.rising:
        yield Pointed(0)


def flashman(board: GreatGame, text: Text) -> Procedure[None]:  # 15 m
    if text.role == EMISSARY:
        yield from persuade(board, text.on, FLASHMAN, "", False)
    elif text.role == SPY:
        yield from spy(board, FLASHMAN, diplomacy(board.active, FLASHMAN, ""))
    else:
        yield FlashmanReady(board.active)


def imperial_commitments(board: GreatGame, text: Text) -> Procedure[None]:  # 15 h
    yield from commitments(board, enemy(board.active))


def commitments(board: GreatGame, side: str) -> Procedure[None]:  # 15 h, 13.1
    """A side takes imperial SP off the map, from where it likes."""
    (die,) = yield from roll(1, 6, "card")
    yield CommitmentsRolled(side, die)
    most = {p: amount(sp_at(board, p), side) for p in SPACES if amount(sp_at(board, p), side)}
    options = Spread(die, lambda: most, "card")
    gone: Force = next(iter(options))
    if sum(most.values()) > die and len(most) > 1:
        gone = yield from decide(board, Ask(side, "commitments", options, "card"), largest_first)
    for share in gone:
        yield lost(board, share.key, (Share(side, share.n),), "card")
    yield from settle(board)


def persian_persuasion(board: GreatGame, text: Text) -> Procedure[None]:  # 7.5, 15 j
    if PERSIA not in board.proxy and PERSIA not in board.conquered:
        yield InForce("persian_persuasion", Effect(BOTH, board.count))
    yield from persuade_persia(board)


def pen(board: GreatGame, text: Text) -> Procedure[None]:  # 15 k
    rival = enemy(board.active)
    has_yet_to_play = rival in board.order[board.order.index(board.active) :]
    yield InForce("pen", Effect(rival, board.count + (not has_yet_to_play)))


def crimean_war(board: GreatGame, text: Text) -> Procedure[None]:  # 10.3, 15 o
    yield InForce("crimean_war", Effect(BOTH, board.count))


EFFECTS: dict[str, Callable[[GreatGame, Text], Procedure[None]]] = {
    "emissary": emissary,
    "shooting_leave": shooting_leave,
    "rebellion": rebellion,
    "flashman": flashman,
    "imperial_commitments": imperial_commitments,
    "persian_persuasion": persian_persuasion,
    "pen": pen,
    "crimean_war": crimean_war,
}
