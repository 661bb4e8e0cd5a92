"""Mail to send: a row in the same transaction as what it tells of."""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec import Struct

from service.database import Connection


class Mail(Struct, frozen=True):
    key: str  # the same key is the same mail
    kind: str
    player: str
    subject: str
    body: str
    game: str | None = None
    headers: dict[str, str] = {}


class Unsent(Struct, frozen=True):
    id: int
    kind: str
    subject: str
    body: str
    headers: dict[str, str]
    address: str | None
    name: str | None
    attempts: int
    created_at: datetime


MOST_ATTEMPTS = 16
FIRST_PAUSE_SECONDS = 10  # each pause is twice the one before; the last ends after four days


def put(conn: Connection, mail: Mail) -> int | None:
    """The id of the new row, None if that mail was written before."""
    row = conn.execute(
        "INSERT INTO outbox (key, player, game, kind, subject, body, headers)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (key) DO NOTHING RETURNING id",
        (
            mail.key,
            mail.player,
            mail.game,
            mail.kind,
            mail.subject,
            mail.body,
            msgspec.json.encode(mail.headers).decode(),
        ),
    ).fetchone()
    return None if row is None else int(row[0])


def take_due(conn: Connection) -> Unsent | None:
    """A row to send now; others that send at the same time pass over it."""
    row = conn.execute(
        "SELECT o.id, o.kind, o.subject, o.body, o.headers, p.address, p.name, o.attempts,"
        " o.created_at FROM outbox o LEFT JOIN player p ON p.id = o.player"
        " WHERE o.sent_at IS NULL AND o.attempts < %s AND clock_timestamp() >="
        " o.created_at + make_interval(secs => %s * (2 ^ o.attempts - 1))"
        " ORDER BY o.attempts, o.id LIMIT 1 FOR UPDATE OF o SKIP LOCKED",
        (MOST_ATTEMPTS, FIRST_PAUSE_SECONDS),
    ).fetchone()
    return None if row is None else Unsent(*row)


def mark_sent(conn: Connection, id: int) -> None:
    conn.execute(
        "UPDATE outbox SET sent_at = clock_timestamp(), attempts = attempts + 1, error = NULL"
        " WHERE id = %s",
        (id,),
    )


def mark_failed(conn: Connection, id: int, error: str) -> None:
    """The mail was not taken; it is tried again after a while."""
    conn.execute(
        "UPDATE outbox SET attempts = attempts + 1, error = %s WHERE id = %s", (error[:500], id)
    )


def mark_delayed(conn: Connection, id: int, error: str) -> None:
    """Nobody was there to take it, which is not the mail's fault."""
    conn.execute("UPDATE outbox SET error = %s WHERE id = %s", (error[:500], id))


def give_up(conn: Connection, id: int, error: str) -> None:
    """A mail that can never be sent."""
    conn.execute(
        "UPDATE outbox SET attempts = %s, error = %s WHERE id = %s",
        (MOST_ATTEMPTS, error[:500], id),
    )
