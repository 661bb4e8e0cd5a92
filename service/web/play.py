"""The player's page. The token in its address is the key to the seat, and nothing else is."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response

from engine.core.driver import Diverged
from engine.core.orders import GO
from service import doors, overview, receipts, submissions
from service import games as played
from service.addresses import Claim
from service.database import Connection, transaction
from service.doors import Form, SeatedPlayer
from service.metrics import PROCESS, SUBMISSION_SECONDS
from service.seatview import SeatView, look
from service.table import Table
from service.watching import Watcher
from service.web import once, stale
from service.web.games import picture

play = Blueprint("play", __name__, url_prefix="/games/<game>/play/<token>")
WRONG = "This link does not open a seat. Take the one in your newest mail of this game."


@play.get("")
def board(game: str, token: str) -> str:
    with transaction() as conn:
        seat = seat_of(conn, game, token)
        return page(conn, seat, token)


@play.post("")
def submit(game: str, token: str) -> Response:
    """Keep the orders as a committed row, then say so."""
    raw = msgspec.json.encode(Form(orders_given(), mode_given()))
    with transaction() as conn:
        seat = seat_of(conn, game, token)
        key = f"{once.given()}:{sha256(raw).hexdigest()[:16]}"
        if stale.needs_mark() and not (is_asked(conn, seat) or is_known(conn, seat, key)):
            return stale.refused(url_for("play.board", game=game, token=token))
    with SUBMISSION_SECONDS.labels(PROCESS, "form").time():
        receipt = submissions.receive("form", raw, key, game, seat.player, seat.side)
    sent_url = url_for("play.sent", game=game, token=token, submission=receipt.id)
    return redirect(sent_url, 303)


@play.get("/sent/<int:submission>")
def sent(game: str, token: str, submission: int) -> str:
    with transaction() as conn:
        seat = seat_of(conn, game, token)
        receipt = receipts.find(conn, submission, seat.game, seat.side)
        line = overview.find(conn, game)
    if receipt is None:
        abort(404)
    return render_template("sent.html", receipt=receipt, seat=seat, line=line, token=token)


def is_asked(conn: Connection, seat: SeatedPlayer) -> bool:
    """Whether the question that the pressed button was shown with is still open."""
    table = loaded(conn, seat, played.find(conn, seat.game).state)
    return stale.is_open(conn, table, seat, stale.marked())


def is_known(conn: Connection, seat: SeatedPlayer, key: str) -> bool:
    """A second click comes after its own answer; it is shown what became of the first."""
    row = conn.execute(
        "SELECT 1 FROM submission WHERE game = %s AND side = %s AND right(key, %s) = %s",
        (seat.game, seat.side, len(key) + 1, f":{key}"),
    ).fetchone()
    return row is not None


def seat_of(conn: Connection, game: str, token: str) -> SeatedPlayer:
    seat = doors.claimed(conn, Claim(game, token))
    if seat is None:
        abort(404, WRONG)
    return seat


def orders_given() -> str:
    """One button's line, the ticked lines of a set, or the whole sheet."""
    form = request.form
    if "answer" in form:
        return form["answer"]
    if "closing" in form:
        parts = form.getlist("part") or [form.get("empty", "")]
        closing = form["closing"]
        return "\n".join(line for line in (*parts, closing) if line)
    return form.get("orders", "")


def mode_given() -> str:
    """A button answers one question and leaves waiting orders alone; `go` plays a preview."""
    if "closing" in request.form or request.form.get("answer", GO) != GO:
        return "answer"
    return "preview" if request.form.get("do") == "preview" else "go"


def page(conn: Connection, seat: SeatedPlayer, token: str) -> str:
    line = overview.find(conn, seat.game)
    watcher = Watcher(conn, seat.game, played.find(conn, seat.game).title)
    shown = seat_view(conn, seat, line.state)
    view = shown.view if shown else watcher.view(seat.side)
    values: dict[str, Any] = {
        "line": line,
        "seat": seat,
        "token": token,
        "once": once.issue(),
        "shown": shown,
        "board": picture(watcher.game, view),
        "journal": watcher.journal(seat.side, request.args.get("before", type=int)),
        "waiting": shown.waiting if shown else watcher.waiting(),
        "draft": draft(conn, seat),
    }
    return render_template("play.html", **values)


def draft(conn: Connection, seat: SeatedPlayer) -> str:
    """Orders that were sent before and are to be corrected."""
    again = request.args.get("again", type=int)
    return "" if again is None else receipts.orders(conn, again, seat.game, seat.side)


def seat_view(conn: Connection, seat: SeatedPlayer, state: str) -> SeatView | None:
    """The open question needs the rules; a game on hold, or not begun, shows its facts alone."""
    table = loaded(conn, seat, state)
    begun = table is not None and table.sealing.context is not None
    return look(conn, table, seat.side) if table and begun else None


def loaded(conn: Connection, seat: SeatedPlayer, state: str) -> Table | None:
    if state != "open":
        return None
    try:
        return played.load(conn, played.find(conn, seat.game))
    except Diverged:
        return None
