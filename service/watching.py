"""A stored game as somebody may watch it: facts are folded, and no rule is run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from engine.core.facts import Began
from engine.core.game import Game
from service import catalogue, snapshots, store, words
from service.database import Connection
from service.events import Next
from service.loading import Loading, Past, read

PAGE = 120  # events


class Item(Struct, frozen=True):
    """A sentence, or the heading of those that follow."""

    seq: int
    text: str
    is_heading: bool = False


class Journal(Struct, frozen=True):
    items: tuple[Item, ...]
    before: int | None  # older events end in front of this one


class Watcher:
    """The end of a game, read once: the board, the journal and what play waits for."""

    def __init__(self, conn: Connection, id: str, title: str) -> None:
        self.conn, self.id = conn, id
        self.game: Game = catalogue.find(title)
        saved = snapshots.latest(conn, id)
        self.loading = Loading(self.game, store.first(conn, id), {}, saved)
        rows = store.read(conn, id, after=saved.seq - 1 if saved else -1)
        self.past = [read(row) for row in rows]
        self.loading.fold(self.past, None)

    def view(self, side: str | None) -> Any:
        return self.game.view(self.loading.board, side)

    def waiting(self) -> str:
        """Whom or what play waits for, from the record alone."""
        then = next((p.next for p in reversed(self.past) if p.next is not None), None)
        return waiting_text(self.game, then)

    def journal(self, side: str | None, before: int | None = None) -> Journal:
        """A page of events in front of `before`, as this side may know them."""
        last = self.past[-1].seq if before is None else before - 1
        first = max(0, last - PAGE + 1)
        rows = store.read(self.conn, self.id, after=first - 1)[: last - first + 1]
        found = [item for row in rows for item in self.items(read(row), side)]
        return Journal(tuple(tidied(found)), first or None)

    def items(self, event: Past, side: str | None) -> Iterator[Item]:
        yield from (Item(event.seq, text) for text in self.said(event))
        for fact in self.loading.facts(event):
            if isinstance(fact, Began):
                yield Item(event.seq, " · ".join(filter(None, fact.heading)), is_heading=True)
            elif text := words.sentence(self.game, fact.masked(side)):
                yield Item(event.seq, text)

    def said(self, event: Past) -> tuple[str, ...]:
        """The event itself, where players want to read of it: dice, seats, the organiser's word."""
        body = msgspec.json.decode(event.body)
        text = words.words(self.game)["events"].get(kind_of(event.kind, body), "")
        return (text.format_map(words.Readable(body)),) if text else ()


def kind_of(kind: str, body: dict[str, Any]) -> str:
    if kind == "answer" and "seal" in body:
        return "sealed"
    return "shuffle" if kind == "chance" and body["outcome"] is None else kind


def tidied(items: Iterable[Item]) -> Iterator[Item]:
    """Without headings that repeat the last one or that nothing follows."""
    shown, heading = "", None
    for item in items:
        if item.is_heading:
            heading = item if item.text else heading
            continue
        if heading is not None and heading.text != shown:
            shown = heading.text
            yield heading
        yield item


def waiting_text(game: Game, then: Next | None) -> str:
    if then is None:
        return "the players to take their seats"
    if then.ask is not UNSET:
        return "; ".join(f"{a.side}: {question_text(game, a.question, a.case)}" for a in then.ask)
    if then.chance is not UNSET:
        return f"the dice ({then.chance.spec}, case {then.chance.case})"
    return "nothing: the game is over"


def question_text(game: Game, key: str, case: str) -> str:
    """Without its subject, which the record does not repeat."""
    text = words.words(game)["questions"].get(key, "")
    if not text or "{" in text:
        text = game.questions[key].title if key in game.questions else key.replace("_", " ")
    return f"{text} (case {case})"
