"""From a submission to events: load, read, run, seal, append; the dice between two transactions."""

from __future__ import annotations

import base64
import traceback
from collections.abc import Callable
from functools import partial

import psycopg
import structlog
from msgspec import Struct

from engine.core import orders
from engine.core.driver import Diverged
from engine.core.play import Refusal
from engine.core.procedure import Chance
from service import doors, games, incidents, loading, notices, snapshots, store, submissions
from service.bodies import HouseEntry
from service.database import Connection, transaction
from service.events import Head
from service.games import About
from service.house_client import HouseError
from service.houses import houses
from service.keyring import event_key
from service.sitting import Outcome, Sitting
from service.submissions import Submission
from service.table import Table

log = structlog.get_logger()
MOST_TRIES = 5
SNAPSHOT_EVERY = 8  # events; an open segment is rarely longer


class Requested(Struct, frozen=True):
    """Dice that a game waits for, as committed."""

    game: str
    head: Head
    houses: tuple[HouseEntry, ...]
    message: bytes


def adjudicate(id: int) -> str:
    """Bring a submission to its one final state; the state it has now."""
    try:
        state, request = apply(id)
    except psycopg.OperationalError:
        raise  # the database is away: the row stays new and the sweeper comes back to it
    except Diverged as problem:
        return hold_for(id, str(problem))
    except Exception:
        log.exception("submission shunted", submission=id)
        return shunt(id, traceback.format_exc())
    if request is not None:
        answer(request)
    return state


def retry(id: int) -> str:
    """Take up a submission that no worker finished; one that ends every worker is put aside."""
    with transaction() as conn:
        tries = submissions.count_try(conn, id)
    if tries > MOST_TRIES:
        return shunt(id, f"it was taken up {MOST_TRIES} times, and each time its worker ended")
    return adjudicate(id)


def apply(id: int) -> tuple[str, Requested | None]:
    """One transaction: the submission, its events, its sheet and its answer."""
    with transaction() as conn:
        found = submissions.find(conn, id)
        if found is None or found.state != "new":
            return ("gone" if found is None else found.state), None
        entry = doors.enter(conn, found)
        if entry.seat is None:
            submissions.finish(conn, id, entry.state, entry.reasons)
            return entry.state, None
        about = games.find(conn, entry.seat.game)
        store.lock(conn, about.number)
        found = submissions.find(conn, id, lock=True)
        if found is None or found.state != "new":
            return ("gone" if found is None else found.state), None
        return decide(conn, about, found, entry)


def decide(
    conn: Connection, about: About, found: Submission, entry: doors.Entry
) -> tuple[str, Requested | None]:
    assert entry.seat is not None
    if about.state == "held":
        submissions.assign(conn, found.id, about.id, entry.seat.player, entry.seat.side)
        notices.held_up(conn, about, entry.seat)
        return "new", None
    sitting = Sitting(conn, about, games.load(conn, about))
    reading = orders.read(sitting.table.game, entry.text)
    closed = closed_reason(sitting.table) or entry.problem
    if closed:
        outcome = Outcome("refused", refusals=[Refusal(0, "", closed, "")])
    else:
        dry = reading.preview or entry.wants_preview(reading)
        outcome = sitting.hand_in(
            entry.seat.side, entry.text, dry=dry, submission=found.id, adds=entry.mode == "answer"
        )
    finish(sitting)
    reply = notices.reply(sitting, found, entry.seat, reading, outcome)
    submissions.assign(conn, found.id, about.id, entry.seat.player, entry.seat.side)
    reasons = [notices.reason(sitting.table.game, r) for r in outcome.refusals]
    submissions.finish(conn, found.id, outcome.state, reasons, sitting.table.head.seq, reply)
    return outcome.state, requested(sitting.table)


def closed_reason(table: Table) -> str | None:
    """Why a game takes no orders, as a key of the wording."""
    if table.is_over:
        return "game_over"
    return None if table.sealing.context is not None else "not_begun"


def finish(sitting: Sitting) -> None:
    """Append what was noted, close a finished game, keep what waits, tell who is asked."""
    conn, table = sitting.conn, sitting.table
    sitting.put_away()
    rows = table.sign(event_key())
    store.append(conn, rows)
    if rows and table.is_over:
        table.ended(loading.plaintexts(table.game, store.read(conn, table.id)))
        store.append(conn, table.sign(event_key()))
        conn.execute(
            "UPDATE game SET state = 'over', ended_at = clock_timestamp() WHERE id = %s",
            (table.id,),
        )
    elif rows and table.began_at - table.saved_at >= SNAPSHOT_EVERY:
        snapshots.put(conn, table.id, table.began_at, loading.kept(table))
    if rows:
        rolling = isinstance(table.waiting, Chance)
        conn.execute(
            "UPDATE game SET rolling = %s WHERE id = %s AND rolling <> %s",
            (rolling, table.id, rolling),
        )
        notices.turn(sitting)


def roll_on(game: str) -> None:
    """Take up the dice of a game whose worker did not."""
    with transaction() as conn:
        about = games.find(conn, game)
        request = requested(games.load(conn, about)) if about.state == "open" else None
    if request is not None:
        answer(request)


def requested(table: Table) -> Requested | None:
    """What the houses are to sign, if play waits for dice."""
    if not isinstance(table.waiting, Chance):
        return None
    return Requested(table.id, table.head, table.start.houses, table.message())


def answer(request: Requested | None) -> None:
    """Roll as long as play waits for dice. Each request was committed before it is asked here."""
    while request is not None:
        try:
            signatures = houses().answers(request.houses, request.message)
        except HouseError as problem:
            log.warning("house is silent", game=request.game, problem=str(problem))
            key = f"house:{request.game}:{request.head.seq}"
            incidents.once(key, "house", request.game, str(problem))
            return
        request = sit(request.game, partial(take_roll, request, signatures))


def take_roll(request: Requested, signatures: list[bytes], sitting: Sitting) -> None:
    """Note the roll and what follows, unless another worker was first."""
    if sitting.table.head == request.head:
        texts = tuple(base64.b64encode(s).decode() for s in signatures)
        sitting.roll(signatures, texts)


def sit(game: str, act: Callable[[Sitting], None]) -> Requested | None:
    """Act on a game under its lock, and append what came of it; the dice it then waits for."""
    with transaction() as conn:
        about = games.find(conn, game)
        store.lock(conn, about.number)
        sitting = Sitting(conn, about, games.load(conn, about))
        act(sitting)
        finish(sitting)
        return requested(sitting.table)


def join(game: str, side: str, phrase: str = "") -> None:
    """Take a seat; when everybody has joined, play begins."""
    answer(sit(game, partial(take_seat, side, phrase)))


def take_seat(side: str, phrase: str, sitting: Sitting) -> None:
    sitting.facts += games.join(sitting.table, side, phrase)
    sitting.go_on()


def shunt(id: int, trace: str) -> str:
    """Put a submission aside with its traceback; the admin sees it and can run it again."""
    with transaction() as conn:
        submissions.finish(conn, id, "shunted", traceback=trace)
        incidents.put(conn, "shunted", None, f"submission {id}: {trace.splitlines()[-1]}")
    return "shunted"


def hold_for(id: int, reason: str) -> str:
    """The rules no longer follow the record: nobody plays on, and the submission waits."""
    with transaction() as conn:
        found = submissions.find(conn, id)
        seat = doors.enter(conn, found).seat if found else None
        if seat is not None:
            submissions.assign(conn, id, seat.game, seat.player, seat.side)
            hold(conn, seat.game, reason)
    return "new"


def hold(conn: Connection, game: str, reason: str) -> None:
    """Stop a game, and tell both players and the admin."""
    conn.execute(
        "UPDATE game SET state = 'held', held_reason = %s WHERE id = %s AND state = 'open'",
        (reason, game),
    )
    incidents.put(conn, "held", game, reason)
    notices.held(conn, games.find(conn, game))


def release(conn: Connection, game: str) -> None:
    conn.execute(
        "UPDATE game SET state = 'open', held_reason = NULL WHERE id = %s AND state = 'held'",
        (game,),
    )
