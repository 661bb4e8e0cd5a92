"""Conditions on order lines: `attack 1707 with all if odds >= 2:1`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from engine.core.procedure import Ask


class Condition(Struct, frozen=True):
    """A kind of condition, known by a pattern over the folded text after `if`."""

    name: str  # as help pages show it: "odds >= N:M"
    pattern: str
    holds: Callable[[Any, Ask, Any, tuple[str, ...]], bool]  # (view, ask, choice, groups)
    questions: tuple[str, ...] = ()  # keys of those whose choices it can judge; none: all

    def judges(self, question: str) -> bool:
        return not self.questions or question in self.questions


def find(kinds: Iterable[Condition], text: str) -> tuple[Condition, tuple[str, ...]] | None:
    for kind in kinds:
        if matched := re.fullmatch(kind.pattern, text):
            return kind, matched.groups()
    return None
