"""A record made ready to be re-run: `more` events joined, hidden choices and orders filled in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from service.bodies import Answer, ChanceBody, Standing, body_of
from service.events import Event, Next
from service.private import decode_private
from service.seals import Tally
from service.store import Row
from service.verify import Revealed


class Told(Struct):
    """An event together with the `more` events behind it, and what was hidden in it."""

    seq: int
    kind: str
    body: Any
    facts: list[Any]  # as the log has them
    next: Next | None
    choice: Any = UNSET
    outcome: tuple[int, ...] | None = None
    full: list[Any] | None = None  # with hidden values, where the service kept them


def merged(events: Iterable[Event]) -> list[Told]:
    told: list[Told] = []
    for event in events:
        if event.kind == "more":
            told[-1].facts += event.facts
            told[-1].next = event.next
        else:
            facts = list(event.facts)
            told.append(Told(event.seq, event.kind, body_of(event), facts, event.next))
    return told


def reveal(told: Iterable[Told], revealed: Revealed) -> None:
    """Fill in what the seeds opened: sealed choices by their number, shuffles by their roll."""
    tally = Tally()
    for event in told:
        body = event.body
        if isinstance(body, Answer):
            index = tally.counts.get(body.side, 0)
            event.choice = revealed.sealed[body.side][index] if body.is_sealed else body.choice
        if isinstance(body, Answer | Standing):
            tally.take(body)
        if isinstance(body, ChanceBody):
            secret = revealed.orders.get(body.roll)
            event.outcome = secret if body.outcome is None else body.outcome


def uncover(told: Iterable[Told], rows: Sequence[Row]) -> dict[str, Any]:
    """Fill in what the service kept beside the log; the values of all tokens."""
    tokens: dict[str, Any] = {}
    for event in told:
        private, body = decode_private(rows[event.seq].private), event.body
        if isinstance(body, Answer):
            event.choice = private.choice if body.is_sealed else body.choice
        if isinstance(body, ChanceBody):
            event.outcome = private.outcome or None if body.outcome is None else body.outcome
        event.full = event.facts if private.facts is UNSET else msgspec.json.decode(private.facts)
        for fact in event.full:
            if fact["type"] == "Mixed":
                tokens.update((token["id"], token["value"]) for token in fact["tokens"])
    return tokens
