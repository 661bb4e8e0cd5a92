"""The practice opponent "sensible": it sees what its side sees and looks one card ahead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.game import Game
from engine.core.options import Rng
from engine.core.procedure import Ask
from engine.core.sets import canonical
from engine.great_game.board import GreatGame, sp_at
from engine.great_game.bot_cards import plan, worths
from engine.great_game.bot_march import best_march, onward
from engine.great_game.bot_odds import WEIGHTS
from engine.great_game.bot_war import War
from engine.great_game.choices import DECLINE, DONE, Act, Reaction, Spread
from engine.great_game.counters import OFFICERS, RISEN, Share, amount, minus, only, total
from engine.great_game.defaults import first_listed, homeward, in_capital, state_first
from engine.great_game.geography import HOMES, STATE_OF, STATES, capital
from engine.great_game.hands import Exchange
from engine.great_game.policies import best


def sensible(game: Game, view: Any, ask: Ask, rng: Rng) -> Any:
    """A good answer; any legal one if it should not be on offer."""
    choice = ANSWERS[ask.question](view, ask)
    return choice if choice in ask.options else ask.options.sample(rng)


def act(view: GreatGame, ask: Ask) -> Act:  # 5.4
    war = War(view, ask.side)
    if view.column is not None:
        return onward(war)
    if not view.use or not view.text_used:
        return plan(war).choice
    return best_march(war, view.points)[1] or DONE


def card(view: GreatGame, ask: Ask) -> str:  # 5.3
    """The card that does most now; one for reactions only if it does more than it would later."""
    kinds: dict[str, str] = {str(view.tokens[token].value): token for token in ask.options}
    worth = worths(view, ask.side, tuple(kinds))
    return kinds[max(kinds, key=lambda kind: worth[kind] - held(kind))]


def held(kind: str) -> int:
    return int(WEIGHTS["held"].get(kind, 0))


def exchange(view: GreatGame, ask: Ask) -> tuple[str, ...]:  # 5.2
    """The worst cards, if they are bad enough."""
    options = ask.options
    assert isinstance(options, Exchange)
    kinds = {token.id: str(token.value) for token in options.held}
    worth = worths(view, ask.side, tuple(dict.fromkeys(kinds.values())))
    part: tuple[str, ...] = ()
    while listed := tuple(options.extend(part)):
        worst = min(listed, key=lambda token: worth[kinds[token]] + held(kinds[token]))
        if worth[kinds[worst]] + held(kinds[worst]) >= int(WEIGHTS["card"]["exchange"]):
            break
        part = canonical((*part, worst))
    return part


def arrive(view: GreatGame, ask: Ask) -> Any:  # 5.1
    """Fighters to the largest stack, the others home."""
    home = capital(HOMES[ask.side])
    return max(
        ask.options,
        key=lambda a: (
            amount(sp_at(view, a.place), ask.side) * OFFICERS[a.officer].tactics,
            a.place == home,
        ),
    )


def react(rating: str) -> Callable[[GreatGame, Ask], Reaction | str]:  # 5.4 c
    """The card if it is held, with the officer who does it best."""

    def answer(view: GreatGame, ask: Ask) -> Reaction | str:
        found: Reaction | str = best(rating)(view, ask, ())
        return found or DECLINE

    return answer


def commitments(view: GreatGame, ask: Ask) -> tuple[Share, ...]:  # 15 h
    """From the large stacks first, and the last SP of a space only if there is no other."""
    options = ask.options
    assert isinstance(options, Spread)
    gone, keys = dict.fromkeys(options.most, 0), list(options.most)
    for _ in range(options.wanted):
        left = {key: options.most[key] - gone[key] for key in keys}
        gone[max(keys, key=lambda key: (left[key], key))] += 1
    return canonical([Share(key, n) for key, n in gone.items() if n])


def rebels(view: GreatGame, ask: Ask) -> tuple[Share, ...]:  # 9
    """All in one space: on the strongest garrison that they can hope to beat, else the weakest."""
    options = ask.options
    assert isinstance(options, Spread)
    foreign = {place: foreigners(view, place) for place in options.most}
    guarded = [place for place in foreign if foreign[place]]
    weak = [place for place in guarded if 2 * foreign[place] <= options.wanted]
    if weak:
        return (Share(max(weak, key=lambda place: foreign[place]), options.wanted),)
    first = capital(STATE_OF[next(iter(options.most))])
    return (Share(min(guarded, key=lambda p: foreign[p], default=first), options.wanted),)


def foreigners(view: GreatGame, place: str) -> int:
    here = sp_at(view, place)
    return total(minus(here, only(here, (*RISEN, STATES[STATE_OF[place]].nation))))


def printed(default: Any) -> Callable[[GreatGame, Ask], Any]:
    """The printed default is sensible enough."""
    return lambda view, ask: default(view, ask, ())


ANSWERS: Mapping[str, Callable[[GreatGame, Ask], Any]] = {
    "act": act,
    "card": card,
    "exchange": exchange,
    "arrive": arrive,
    "spoiler": react("diplomacy"),
    "informant": react("tactics"),
    "hero": react("tactics"),
    "daughter": react("tactics"),
    "commitments": commitments,
    "rebels": rebels,
    "deploy": printed(in_capital),
    "leader": printed(first_listed),
    "losses": printed(state_first),
    "retreat": printed(homeward),
}
