"""The kinds of question that a game asks: how a line answers one, and which policies it admits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from engine.core.names import Names, fold, nearest
from engine.core.options import Options
from engine.core.policies import ASK_ME, Policy
from engine.core.procedure import Ask
from engine.core.sets import SetOptions

CLOSING = ("done", "pass", "none", "decline", "no")


class Misfit(Exception):
    """A line that does not fit its question; `key` names the wording, `near` what would fit."""

    def __init__(
        self, key: str, case: str, of: tuple[str, ...] = (), near: tuple[str, ...] = ()
    ) -> None:
        super().__init__(key, case, of, near)
        self.key, self.case, self.of, self.near = key, case, of, near


class Question(Struct, frozen=True):
    key: str
    verbs: tuple[str, ...]  # the first words of its lines, folded; the first of them is canonical
    spell: Callable[[Any, Any], str]  # (choice or element, view) -> the canonical line
    read: Callable[[Ask, Options[Any], Any, str], Any] | None = None  # (ask, options, view, words)
    choice: Any = str  # the type that a recorded choice decodes to
    menu: bool = True  # taken in written order; else contingent, matched by question and subject
    closing: Any = None  # the choice that ends the menu or declines the window
    window: bool = False  # a reaction: opens by public facts alone
    label: str = ""  # what standing orders call it
    policies: tuple[Policy, ...] = ()
    default: str = ASK_ME  # the policy in force until its owner files another

    @property
    def title(self) -> str:
        return self.label or self.key.replace("_", " ")

    @property
    def declining(self) -> str:
        """The line that declines a contingent question by name: `no ambush`."""
        return "" if self.menu else f"no {fold(self.title)}"


def spelled(question: Question, choice: Any, view: Any) -> str:
    """The canonical line of a choice; `done` or `no ambush` for the one that closes."""
    if choice is None or choice == question.closing:
        return question.declining or CLOSING[0]
    return question.spell(choice, view)


def lines_of(question: Question, options: Options[Any], choice: Any, view: Any) -> tuple[str, ...]:
    """The lines that give this choice: one, or one for each element of a set and its `done`."""
    if not isinstance(options, SetOptions):
        return (spelled(question, choice, view),)
    lines = tuple(spelled(question, element, view) for element in choice)
    return (*lines, spelled(question, None, view)) if question.menu or not lines else lines


def read_line(
    question: Question, ask: Ask, options: Options[Any], view: Any, names: Names, words: str
) -> Any:
    """The choice that a line means, or a Misfit."""
    wanted = names.canonical(words)
    if question.read is not None:
        return question.read(ask, options, view, wanted)
    lines = list(spellings(question, options, view))
    for alike in (fold, names.canonical):  # the quick look first
        for text, option in lines:
            if alike(text) == wanted:
                return option
    raise Misfit("not_on_offer", ask.case, (words,), nearest(wanted, [text for text, _ in lines]))


def spellings(question: Question, options: Iterable[Any], view: Any) -> Iterable[tuple[str, Any]]:
    return ((spelled(question, option, view), option) for option in options)
