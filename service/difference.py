"""The first difference between the facts of a record and those that the rules state, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.procedure import Fact
from service.record import Wrong

LONGEST = 160


def check(recorded: Sequence[Any], stated: Sequence[Fact]) -> None:
    """Raise on the first fact that is not what the rules say."""
    due = msgspec.json.decode(msgspec.json.encode(stated))
    for number, (one, other) in enumerate(zip(recorded, due, strict=False), 1):
        if one != other:
            raise Wrong(f"fact {number} {between(one, other)}")
    if len(recorded) < len(due):
        raise Wrong(f"the rules also state {short(due[len(recorded)])}")
    if len(recorded) > len(due):
        raise Wrong(f"the rules do not state {short(recorded[len(due)])}")


def between(one: dict[str, Any], other: dict[str, Any]) -> str:
    """What two facts in the same place say differently."""
    if one.get("type") != other["type"]:
        return f"is {short(one)}, but the rules give {short(other)}"
    for key in other:
        if one.get(key) != other[key]:
            return f"({other['type']}) {by_field(key, one.get(key), other[key])}"
    return f"({other['type']}) has more fields than it should"


def by_field(key: str, one: Any, other: Any) -> str:
    if key == "tokens" and isinstance(one, list):
        for mine, due in zip(one, other, strict=False):
            if mine != due:
                return token(mine, due)
    return f"says {key} {short(one)}, but the rules give {short(other)}"


def token(one: dict[str, Any], other: dict[str, Any]) -> str:
    if {**one, "seal": ""} == {**other, "seal": ""}:
        return f"seals the token {other['id']} with another value than the rules give it"
    return f"says {short(one)}, but the rules give {short(other)}"


def short(thing: Any) -> str:
    text = msgspec.json.encode(thing).decode()
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
