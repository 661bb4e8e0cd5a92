"""How orders are written: the kinds of question, their verbs, policies and conditions."""

from __future__ import annotations

from typing import Any

from engine.core.conditions import Condition
from engine.core.policies import Policy
from engine.core.procedure import Ask
from engine.core.questions import Question
from engine.great_game.board import GreatGame
from engine.great_game.choices import DECLINE, DONE, Act, Arrival, Reaction
from engine.great_game.counters import Force, total
from engine.great_game.defaults import (
    at_home,
    first_listed,
    homeward,
    in_capital,
    largest_first,
    losses,
)
from engine.great_game.policies import with_officer, without_officer
from engine.great_game.reading import read_act, read_at, read_loss
from engine.great_game.spelling import (
    spell_act,
    spell_arrival,
    spell_at,
    spell_loss,
    spell_place,
    spell_reaction,
    spell_token,
)


def reaction(key: str, policies: tuple[Policy, ...], label: str) -> Question:
    return Question(
        key,
        (key,),
        spell_reaction(key),
        choice=Reaction | str,
        menu=False,
        closing=DECLINE,
        window=True,
        label=label,
        policies=policies,
        default="never",
    )


def spread(
    key: str, verbs: tuple[str, ...], label: str, policies: tuple[Policy, ...], default: str
) -> Question:
    return Question(
        key,
        verbs,
        spell_at(verbs[0]),
        read_at(verbs),
        choice=Force,
        menu=False,
        label=label,
        policies=policies,
        default=default,
    )


def is_first(view: GreatGame, ask: Ask, choice: Any, groups: tuple[str, ...]) -> bool:  # 5.3
    return view.order[:1] == (ask.side,)


def is_second(view: GreatGame, ask: Ask, choice: Any, groups: tuple[str, ...]) -> bool:  # 5.3
    return view.order[:1] != (ask.side,)


def has_left(view: GreatGame, ask: Ask, choice: Any, groups: tuple[str, ...]) -> bool:
    """At least so many SP in the stack on the march."""
    return view.column is not None and total(view.column.sp) >= int(groups[0])


ACT_VERBS = (
    "play", "march", "move", "on", "go on", "march on", "continue", "drop", "leave", "take",
    "pick up", "halt", "reinforce",
)  # fmt: skip
QUESTIONS = (
    Question("card", ("choose", "select", "card"), spell_token("choose")),
    Question("act", ACT_VERBS, spell_act, read_act, choice=Act, closing=DONE),
    Question("exchange", ("exchange", "swap"), spell_token("exchange"), choice=tuple[str, ...]),
    Question(
        "arrive",
        ("place",),
        spell_arrival,
        choice=Arrival,
        menu=False,
        label="officers",
        policies=(Policy("at home", at_home),),
    ),
    reaction("spoiler", with_officer("diplomacy"), "Spoiler"),
    reaction("informant", without_officer(), "Informant"),
    reaction("hero", with_officer("tactics"), "Hero"),
    reaction("daughter", without_officer(), "Emir's Daughter"),
    spread(
        "deploy", ("deploy", "set up"), "deployment", (Policy("capital", in_capital),), "capital"
    ),
    spread("rebels", ("raise",), "rebels", (Policy("capital", in_capital),), "ask me"),
    spread(
        "commitments",
        ("withdraw",),
        "commitments",
        (Policy("largest first", largest_first),),
        "largest first",
    ),
    Question(
        "leader",
        ("join",),
        spell_place("join rebels at"),
        menu=False,
        label="rebel leader",
        policies=(Policy("with most rebels", first_listed),),
        default="with most rebels",
    ),
    Question(
        "losses",
        ("lose",),
        spell_loss,
        read_loss,
        choice=Force,
        menu=False,
        policies=(
            Policy("state first", losses("state first")),
            Policy("fortress first", losses("fortress first")),
            Policy("imperial first", losses("imperial first")),
        ),
        default="state first",
    ),
    Question(
        "retreat",
        ("retreat",),
        spell_place("retreat to"),
        menu=False,
        policies=(Policy("nearest capital", homeward),),
        default="nearest capital",
    ),
)
CONDITIONS = (
    Condition("first", "first", is_first),
    Condition("second", "second", is_second),
    Condition("N left", r"(\d+) left", has_left),
)
