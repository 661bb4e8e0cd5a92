"""The canonical line of every choice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.great_game.board import GreatGame
from engine.great_game.choices import (
    HALT,
    Arrival,
    Drop,
    March,
    Onward,
    Reaction,
    Reinforce,
    Take,
    Text,
)
from engine.great_game.counters import NATIONS, Force, Share
from engine.great_game.geography import place_name, state_name
from engine.great_game.names import card_name, officer_name


def spell_act(choice: Any, view: GreatGame) -> str:
    if isinstance(choice, Text):
        return spell_text(choice, view)
    if isinstance(choice, Reinforce):
        return f"reinforce {stack(choice.sp, ())}".rstrip()
    if isinstance(choice, March):
        who = stack(choice.sp, choice.officers)
        return f"march {who} from {place_name(choice.source)} to {place_name(choice.to)}"
    if isinstance(choice, Onward):
        return f"on to {place_name(choice.to)}"
    if isinstance(choice, Drop | Take):
        verb = "drop" if isinstance(choice, Drop) else "take"
        return f"{verb} {stack(choice.sp, choice.officers)}"
    assert choice == HALT
    return HALT


def spell_text(text: Text, view: GreatGame) -> str:
    parts = [f"play {card_name(view.card)}"]
    if text.role:
        parts.append(f"as {text.role}")
    if text.on:
        parts.append(f"on {state_name(text.on)}")
    if text.by:
        parts.append(f"by {officer_name(text.by)}")
    return " ".join(parts)


def stack(sp: Force, officers: tuple[str, ...]) -> str:
    """14 British, 3 Persian and Pottinger."""
    words = [f"{share.n} {NATIONS[share.key]}" for share in sp]
    return joined((*words, *(officer_name(o) for o in officers)))


def joined(words: Iterable[str]) -> str:
    listed = tuple(words)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} and {listed[-1]}"


def spell_token(verb: str) -> Any:
    def spell(token: str, view: GreatGame) -> str:
        return f"{verb} {card_name(str(view.tokens[token].value))}"

    return spell


def spell_at(verb: str) -> Any:
    def spell(share: Share, view: GreatGame) -> str:
        return f"{verb} {share.n} at {place_name(share.key)}"

    return spell


def spell_loss(share: Share, view: GreatGame) -> str:
    return f"lose {share.n} {NATIONS[share.key]}"


def spell_place(verb: str) -> Any:
    def spell(place: str, view: GreatGame) -> str:
        return f"{verb} {place_name(place)}"

    return spell


def spell_reaction(verb: str) -> Any:
    def spell(reaction: Reaction, view: GreatGame) -> str:
        return f"{verb} {officer_name(reaction.officer)}" if reaction.officer else verb

    return spell


def spell_arrival(arrival: Arrival, view: GreatGame) -> str:
    return f"place {officer_name(arrival.officer)} at {place_name(arrival.place)}"
