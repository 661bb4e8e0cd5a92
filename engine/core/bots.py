"""The practice opponents that every game gets for free: random, and do-nothing."""

from __future__ import annotations

from typing import Any, Protocol

from engine.core.game import Game
from engine.core.options import Rng
from engine.core.policies import file
from engine.core.procedure import Ask


class Bot(Protocol):
    def __call__(self, game: Game, view: Any, ask: Ask, rng: Rng, /) -> Any: ...


def random(game: Game, view: Any, ask: Ask, rng: Rng) -> Any:
    """Any legal answer."""
    return ask.options.sample(rng)


def do_nothing(game: Game, view: Any, ask: Ask, rng: Rng) -> Any:
    """Close every menu, decline every window, take the printed default; else any legal answer."""
    question = game.questions[ask.question]
    if question.closing is not None and question.closing in ask.options:
        return question.closing
    if () in ask.options:
        return ()
    filed = file(question.policies, question.default, game.names(view))
    if filed is not None and filed.policy is not None:
        choice = filed.policy.answer(view, ask, filed.arguments)
        if choice is not None and choice in ask.options:
            return choice
    return random(game, view, ask, rng)


BOTS: dict[str, Bot] = {"random": random, "do-nothing": do_nothing}
