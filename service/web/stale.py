"""Buttons belong to the question they were shown with, and answer no other."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import render_template, request
from msgspec import Struct
from werkzeug import Response

from engine.core.driver import open_asks
from service import store
from service.database import Connection
from service.doors import SeatedPlayer
from service.table import Table


class Mark(Struct, frozen=True):
    """A question as a page showed it."""

    seq: int  # the game's last event then
    case: str
    question: str


class Event(Struct, frozen=True):
    kind: str
    body: dict[str, Any] = {}
    facts: list[Any] = []


def marked() -> Mark | None:
    """The question that the form was shown with."""
    seq, _, rest = request.form.get("asked", "").partition(":")
    case, _, question = rest.partition(":")
    return Mark(int(seq), case, question) if seq.isdecimal() and len(seq) < 10 else None


def needs_mark() -> bool:
    """A button or a set; a written sheet and the `go` for a preview stand for themselves."""
    form = request.form
    return "closing" in form or form.get("answer", "go") != "go"


def is_open(conn: Connection, table: Table | None, seat: SeatedPlayer, mark: Mark | None) -> bool:
    """Whether it is still the same question; without a table (a held game) the log tells."""
    if mark is None:
        return False
    asks = open_asks(table.waiting) if table else ()
    now = {(ask.side, ask.case, ask.question) for ask in asks}
    if table and (seat.side, mark.case, mark.question) not in now:
        return False
    later = store.read(conn, seat.game, after=mark.seq)
    return not any(settles(row.canon, seat.side) for row in later)


def settles(canon: bytes, side: str) -> bool:
    """Whatever changes the position, or answers for this side, leaves the old question behind."""
    event = msgspec.json.decode(canon, type=Event)
    return bool(event.facts) or (event.kind == "answer" and event.body.get("side") == side)


def refused(back: str) -> Response:
    return Response(render_template("stale.html", back=back), 409, mimetype="text/html")
