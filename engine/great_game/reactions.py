"""Reaction cards, 5.4. A window opens by what everybody knows: the trigger, and a card in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core.facts import Handed, show
from engine.core.options import Choices, Either, Lazy
from engine.core.procedure import Procedure, ask
from engine.core.tokens import ALL, held_by, known, one_of_each
from engine.great_game.ascent import may_enter_kashgaria
from engine.great_game.board import GreatGame, enemy, hand, is_player, own_officers, panel, seen
from engine.great_game.choices import DECLINE, Reaction
from engine.great_game.events import Reacted
from engine.great_game.facts import OfficerPlaced
from engine.great_game.forces import DEFENDER, Attack, credit
from engine.great_game.geography import KASHGARIA, STATE_OF, capital, place_name, state_name

QUESTIONS = {
    "spoiler": "spoiler",
    "informant": "informant",
    "hero": "hero",
    "emirs_daughter": "daughter",
}
Officers = Callable[[GreatGame], tuple[str, ...]]


def nobody(view: GreatGame) -> tuple[str, ...]:
    return ("",)


def window(
    board: GreatGame, side: str, card: str, officers: Officers, about: str
) -> Procedure[Reaction | None]:  # 5.4 c
    if not is_player(board, side) or not held_by(board, hand(side)) or not officers(board):
        return None
    held = Lazy(lambda: tuple(reactions(seen(board, side), side, card, officers)))
    choice = yield from ask(
        side, QUESTIONS[card], Either(held, Choices(DECLINE)), "5.4", about=about
    )
    if not isinstance(choice, Reaction):
        return None
    yield show(board, choice.token, ALL)
    yield Handed(choice.token, panel(side, "reaction"))
    yield Reacted(side, card, choice.officer, about)
    return choice


def reactions(view: GreatGame, side: str, card: str, officers: Officers) -> Iterator[Reaction]:
    for token in one_of_each(known(view, hand(side))):
        if token.value == card:
            yield from (Reaction(token.id, officer) for officer in officers(view))


def spoiler(board: GreatGame, state: str) -> Procedure[str]:  # 7.5, 7.5 a, 15 c
    """The officer who contests an emissary, even in Kashgaria."""
    side = enemy(board.active)
    found = yield from window(
        board, side, "spoiler", lambda view: own_officers(view, side), state_name(state)
    )
    if found is None:
        return ""
    yield OfficerPlaced(found.officer, capital(state), "10.1")
    return found.officer


def informant(board: GreatGame) -> Procedure[bool]:  # 5.4 c, 15 e
    found = yield from window(board, enemy(board.active), "informant", nobody, "")
    return found is not None


def emirs_daughter(board: GreatGame) -> Procedure[bool]:  # 15 n
    found = yield from window(board, enemy(board.active), "emirs_daughter", nobody, "")
    return found is not None


def hero(board: GreatGame, attack: Attack) -> Procedure[None]:  # 5.4 c, 15 f
    """One officer joins those who are attacked, if they are of his camp or in its keeping."""
    side = enemy(attack.side)
    if credit(board, attack, DEFENDER) != side:
        return
    if STATE_OF[attack.place] == KASHGARIA and not may_enter_kashgaria(board, side):
        return
    found = yield from window(
        board, side, "hero", lambda view: own_officers(view, side), place_name(attack.place)
    )
    if found is not None:
        yield OfficerPlaced(found.officer, attack.place, "10.1")
