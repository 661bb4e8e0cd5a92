"""Policies: answers filed early for windows and contingent questions. Nothing composes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from engine.core.names import Names, fold
from engine.core.procedure import Ask

ASK_ME = "ask me"
Standing = Mapping[str, str]  # question key -> the policy's canonical text


class Policy(Struct, frozen=True):
    """One way to answer a question without being asked."""

    name: str  # "never", "weakest first", or a pattern such as "OFFICER if PLACES"
    answer: Callable[[Any, Ask, Any], Any]  # (view, ask, arguments) -> choice, None to be asked
    read: Callable[[str, Names], Any] | None = None  # folded text -> arguments, None if not mine
    spell: Callable[[Any], str] | None = None  # arguments -> the text we write


class Filed(Struct, frozen=True):
    policy: Policy | None  # None: ask me
    arguments: Any
    text: str


def file(policies: tuple[Policy, ...], text: str, names: Names) -> Filed | None:
    """The policy that a text means, None if no policy admits it."""
    if fold(text) == ASK_ME:
        return Filed(None, None, ASK_ME)
    for folded in (fold(text), names.canonical(text)):  # as written, where a number may be a number
        for policy in policies:
            arguments = read(policy, folded, names)
            if arguments is not None:
                written = policy.name if policy.spell is None else policy.spell(arguments)
                return Filed(policy, arguments, written)
    return None


def read(policy: Policy, folded: str, names: Names) -> Any:
    if policy.read is not None:
        return policy.read(folded, names)
    return () if folded == fold(policy.name) else None


def always(choice: Any) -> Callable[[Any, Ask, Any], Any]:
    """A policy's answer that never varies."""
    return lambda view, ask, arguments: choice


def never(closing: Any) -> Policy:
    return Policy("never", always(closing))
