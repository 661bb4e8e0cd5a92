"""How orders are written: the kinds of question, their policies, and the conditions."""

from __future__ import annotations

from typing import Any

from engine.core.conditions import Condition
from engine.core.names import Names
from engine.core.policies import Policy, never
from engine.core.procedure import Ask
from engine.core.questions import Question
from tests.mini.board import CAMPS, MAP, TABLES, Assault, Mini, blocks, enemy, strength
from tests.mini.cards import Card
from tests.mini.movement import Move
from tests.mini.view import NAMES, name


def spell_play(card: Card, view: Mini) -> str:
    kind = view.tokens[card.token].value
    if not card.block:
        return f"play {kind}"
    place = view.tokens[card.block].holder
    stack = [t.id for t in blocks(view, view.tokens[card.block].back, place)]
    return f"play {kind} on {name(place)} block {stack.index(card.block) + 1}"


def spell_move(move: Move, view: Mini) -> str:
    block = view.tokens[move.block]
    return f"move {block.value} {name(block.holder)} to {name(move.to)}"


def spell_attack(assault: Assault, view: Mini) -> str:
    return f"attack {name(assault.target)} from {name(assault.source)}"


def spell_lose(token: str, view: Mini) -> str:
    return f"lose {view.tokens[token].value} at {name(view.tokens[token].holder)}"


def weakest(view: Mini, ask: Ask, arguments: Any) -> str:
    return min(ask.options, key=lambda token: strength(view.tokens[token]))


def homeward(view: Mini, ask: Ask, arguments: Any) -> str:
    camp = CAMPS[ask.side]
    return min(ask.options, key=lambda place: MAP.distance(place, camp) or 0)


def spring(view: Mini, ask: Ask, arguments: Any) -> str:
    """The first ambush in hand, else none."""
    return next(iter(ask.options))


def spring_at(view: Mini, ask: Ask, places: tuple[str, ...]) -> str:
    return spring(view, ask, ()) if ask.about in places else "decline"


def read_places(folded: str, names: Names) -> tuple[str, ...] | None:
    if not folded.startswith("at "):
        return None
    found = tuple(names.find(part) for part in folded.removeprefix("at ").split(","))
    return tuple(p for p in found if p) if all(found) else None


def holds_odds(view: Mini, ask: Ask, assault: Any, groups: tuple[str, ...]) -> bool:
    ours = sum(strength(t) for t in blocks(view, ask.side, assault.source))
    theirs = sum(guessed(view, enemy(ask.side), assault.target))
    return ours * int(groups[1]) >= theirs * int(groups[0])


def guessed(view: Mini, side: str, place: str) -> list[int]:
    unknown: int = TABLES["unknown"]["strength"]
    return [unknown if t.value is None else strength(t) for t in blocks(view, side, place)]


def is_first(view: Mini, ask: Ask, choice: Any, groups: tuple[str, ...]) -> bool:
    return view.activations.get(ask.side, 0) == 1


QUESTIONS = (
    Question("scout", ("scout",), lambda place, view: f"scout at {name(place)}", menu=True),
    Question("stance", ("stance",), lambda stance, view: f"stance {stance}"),
    Question("play", ("play",), spell_play, choice=Card | str, closing="done"),
    Question("move", ("move", "march to"), spell_move, choice=Move | str, closing="done"),
    Question("attack", ("attack",), spell_attack, choice=tuple[Assault, ...]),
    Question(
        "ambush",
        ("ambush", "spring"),
        lambda token, view: "ambush",
        menu=False,
        closing="decline",
        window=True,
        policies=(
            never("decline"),
            Policy("always", spring),
            Policy("at PLACES", spring_at, read_places, lambda places: f"at {', '.join(places)}"),
        ),
        default="never",
    ),
    Question(
        "lose",
        ("lose",),
        spell_lose,
        menu=False,
        label="losses",
        policies=(Policy("weakest first", weakest),),
        default="weakest first",
    ),
    Question(
        "retreat",
        ("retreat",),
        lambda place, view: f"retreat to {name(place)}",
        menu=False,
        policies=(Policy("homeward", homeward),),
    ),
)
CONDITIONS = (
    Condition("odds >= N:M", r"odds >= ([1-9]\d{0,5}):([1-9]\d{0,5})", holds_odds, ("attack",)),
    Condition("first", "first", is_first),
)
__all__ = ["CONDITIONS", "NAMES", "QUESTIONS"]
