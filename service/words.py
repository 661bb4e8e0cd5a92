"""Wording: the sentences behind the keys that rules and refusals carry."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from engine.core.driver import Waiting, open_asks
from engine.core.game import Game
from engine.core.overlay import BETWEEN
from engine.core.play import Refusal
from engine.core.procedure import Ask, Chance, Fact
from engine.core.tokens import ALL
from service.settings import ROOT

WORDS = ROOT / "templates" / "words"
SAID = {ALL: "everybody"}


@lru_cache(maxsize=32)
def catalogue(*paths: Path) -> dict[str, dict[str, str]]:
    """The sections of all files, later files over earlier ones."""
    merged: dict[str, dict[str, str]] = {}
    for path in paths:
        for section, entries in tomllib.loads(path.read_text(encoding="utf-8")).items():
            merged.setdefault(section, {}).update(entries)
    return merged


def words(game: Game) -> dict[str, dict[str, str]]:
    own = game.words or WORDS / f"{game.key.partition(BETWEEN)[0]}.toml"
    return catalogue(WORDS / "core.toml", own) if own.exists() else catalogue(WORDS / "core.toml")


def refusal(game: Game, refused: Refusal) -> str:
    """One sentence for what was wrong, and what would have fitted."""
    known = words(game)["refusals"]
    text = known.get(refused.key, known["other"]).format(*padded(refused.of), key=refused.key)
    case = f" (case {refused.case})" if refused.case else ""
    near = f" {known['near'].format('; '.join(refused.near))}" if refused.near else ""
    return f"{text}{case}.{near}"


def padded(of: tuple[str, ...]) -> tuple[str, ...]:
    return (*of, "", "", "")


def sentence(game: Game, fact: Fact) -> str | None:
    """One line of the journal; None for a fact that players need not read."""
    text = words(game)["facts"].get(type(fact).__name__)
    if text is None:
        return None
    return text.format_map(Readable(msgspec.to_builtins(fact), game.called)).strip() or None


def question(game: Game, ask: Ask) -> str:
    text = words(game)["questions"].get(ask.question, ask.question.replace("_", " "))
    return f"{text.format(about=ask.about)} (case {ask.case})"


def waiting_for(game: Game, waiting: Waiting, answered: Any = ()) -> str:
    """Whom or what play waits for."""
    if waiting is None:
        return "nobody"
    if isinstance(waiting, Chance):
        return f"the dice ({waiting.spec}, case {waiting.case})"
    return "; ".join(f"{a.side}: {question(game, a)}" for a in open_asks(waiting, answered))


class Readable(dict[str, Any]):
    """A fact's fields for a sentence: lists read as lists, the hidden as such, keys as names."""

    def __init__(self, fields: Mapping[str, Any], called: Callable[[str], str] = str) -> None:
        super().__init__(fields)
        self.called = called

    def __missing__(self, key: str) -> str:
        return ""

    def __getitem__(self, key: str) -> Any:
        value = super().__getitem__(key)
        return "something hidden" if value is None else self.read(value)

    def read(self, value: Any, between: str = ", ") -> Any:
        """A list with commas, the lists in it without."""
        if isinstance(value, list | tuple):
            return between.join(str(self.read(part, " ")) for part in value)
        if isinstance(value, dict):
            return Readable(value, self.called)  # for sentences with {column[place]}
        return self.called(SAID.get(value, value)) if isinstance(value, str) else value
