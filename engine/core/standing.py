"""Standing orders: filing the policies that a side wrote."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from engine.core.game import Game
from engine.core.orders import MOST_LINES, StandingLine, quoted
from engine.core.policies import ASK_ME, file
from engine.core.refusals import TOO_MANY_LINES, Refusal, limited


class Filing(Struct, frozen=True):
    accepted: dict[str, str]  # question key -> canonical text
    refusals: tuple[Refusal, ...]


def file_all(game: Game, view: Any, lines: tuple[StandingLine, ...]) -> Filing:
    """Every standing line as a policy, or a refusal that lists what its question admits."""
    if len(lines) > MOST_LINES:
        return Filing({}, (TOO_MANY_LINES,))
    accepted: dict[str, str] = {}
    refusals: list[Refusal] = []
    names = game.names(view)
    for line in lines:
        filed = file(game.questions[line.question].policies, line.policy, names)
        if filed is None:
            refusals.append(refusal(game, line))
        else:
            accepted[line.question] = filed.text
    return Filing(accepted, tuple(limited(refusals)))


def refusal(game: Game, line: StandingLine) -> Refusal:
    question = game.questions[line.question]
    admitted = (ASK_ME, *(policy.name for policy in question.policies))
    text, policy = quoted(line.text), quoted(line.policy)
    return Refusal(line.number, text, "unknown_policy", "", (policy,), admitted)


def spelled_out(game: Game, standing: dict[str, str]) -> tuple[str, ...]:
    """The standing orders as lines that can be sent back."""
    return tuple(f"{game.questions[key].title}: {text}" for key, text in standing.items())
