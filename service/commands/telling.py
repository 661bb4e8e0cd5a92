"""An exported game in sentences: what was decided, rolled and ruled, and what followed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from engine.core.facts import Began, Opened
from engine.core.procedure import Fact
from engine.core.questions import spelled
from service import overview, words
from service.commands.watching import Watched, side_of
from service.events import Event
from service.watching import Item, kind_of

HIDDEN = "something hidden"


class Teller:
    """Goes along the events once; `board` stands in front of the event being told."""

    def __init__(self, watched: Watched, eyes: str | None) -> None:
        self.watched, self.eyes = watched, eyes
        self.game = watched.game
        self.board: Any = self.game.empty_board()

    def items(self) -> Iterator[Item]:
        for event in self.watched.events:
            facts = self.watched.facts(event)
            yield from (Item(event.seq, text) for text in self.said(event) if text)
            for fact in facts:
                yield from self.told(event.seq, self.watched.seen(fact, self.eyes))
            for fact in facts:
                fact.apply(self.board)

    def said(self, event: Event) -> tuple[str, ...]:
        body = event.body
        if event.kind == "end":
            return (f"Result: {overview.outcome_text(body['result'])}",)
        if event.kind == "answer" and "choice" in body:
            return (f"{body['side']}: {self.decision(body['question'], body['choice'])}",)
        text = words.words(self.game)["events"].get(kind_of(event.kind, body), "")
        if "question" in body:
            body = body | {"question": self.title(body["question"])}
        return (text.format_map(words.Readable(body)),)

    def told(self, seq: int, fact: Fact) -> Iterator[Item]:
        if isinstance(fact, Began):
            yield Item(seq, ", ".join(filter(None, fact.heading)), is_heading=True)
            return
        if isinstance(fact, Opened):
            opened = self.decision(fact.question, fact.choice)
            fact = replace(fact, question=self.title(fact.question), choice=opened)
        if text := words.sentence(self.game, fact):
            yield Item(seq, text)

    def title(self, question: str) -> str:
        known = self.game.questions.get(question)
        return known.title if known else question.replace("_", " ")

    def decision(self, key: str, recorded: Any) -> str:
        """The line that gives this choice, unless the watcher may not know what it is about."""
        view = self.view()
        if any(names_hidden(part, view) for part in strings(recorded)):
            return f"{self.title(key)}, {HIDDEN}"
        try:
            question = self.game.questions[key]
            choice = self.game.decode_choice(key, recorded)
            parts = choice if isinstance(choice, tuple) and choice else (choice or None,)
            return ", ".join(spelled(question, part, view) for part in parts)
        except Exception:  # only `verify` says whether a record is sound; here it may be anything
            return f"{self.title(key)}, an answer that this version cannot read"

    def view(self) -> Any:
        return self.board if self.eyes is None else self.game.view(self.board, side_of(self.eyes))


def names_hidden(text: str, view: Any) -> bool:
    token = view.tokens.get(text)
    return token is not None and token.value is None


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings(part)
