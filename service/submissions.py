"""What comes in: a committed row before the sender hears "received"."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from service.database import Connection, transaction
from service.queue import wake

FINISHED = ("applied", "refused", "shunted", "ignored")
LONGEST_RAW = 1_000_000


class TooLong(ValueError):
    """More than any turn needs."""


class Submission(Struct, frozen=True):
    id: int
    door: str
    raw: bytes
    game: str | None
    player: str | None
    side: str | None
    state: str
    attempts: int


class Receipt(Struct, frozen=True):
    id: int
    received_at: str
    is_new: bool  # False: the same thing had come before


def receive(
    door: str,
    raw: bytes,
    key: str = "",
    game: str | None = None,
    player: str | None = None,
    side: str | None = None,
) -> Receipt:
    """Keep what came, then wake a worker. The same content under the same key is one submission."""
    if len(raw) > LONGEST_RAW:
        raise TooLong(f"{len(raw):,} bytes are more than the {LONGEST_RAW:,} that a turn may have")
    with transaction() as conn:
        receipt = keep(conn, door, raw, key, game, player, side)
    if receipt.is_new:
        wake("adjudicate.adjudicate", receipt.id)
    return receipt


def keep(
    conn: Connection,
    door: str,
    raw: bytes,
    key: str,
    game: str | None,
    player: str | None,
    side: str | None,
) -> Receipt:
    digest = sha256(raw).digest()
    unique = f"{door}:{game or ''}:{player or ''}:{key or digest.hex()}"
    row = conn.execute(
        "INSERT INTO submission (key, door, raw, sha256, game, player, side)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (key) DO NOTHING"
        " RETURNING id, received_at",
        (unique, door, raw, digest, game, player, side),
    ).fetchone()
    is_new = row is not None
    if row is None:
        row = conn.execute(
            "SELECT id, received_at FROM submission WHERE key = %s", (unique,)
        ).fetchone()
    assert row is not None
    return Receipt(row[0], row[1].isoformat(timespec="seconds"), is_new)


COLUMNS = "id, door, raw, game, player, side, state, attempts"


def find(conn: Connection, id: int, *, lock: bool = False) -> Submission | None:
    suffix = " FOR UPDATE" if lock else ""
    row = conn.execute(f"SELECT {COLUMNS} FROM submission WHERE id = %s{suffix}", (id,)).fetchone()
    return None if row is None else Submission(*row)


def assign(conn: Connection, id: int, game: str, player: str | None, side: str) -> None:
    conn.execute(
        "UPDATE submission SET game = %s, player = %s, side = %s WHERE id = %s",
        (game, player, side, id),
    )


def finish(
    conn: Connection,
    id: int,
    state: str,
    reasons: Any = (),
    seq: int | None = None,
    reply: int | None = None,
    traceback: str | None = None,
) -> None:
    conn.execute(
        "UPDATE submission SET state = %s, reasons = %s, seq = %s, reply = %s, traceback = %s,"
        " attempts = attempts + 1, finished_at = clock_timestamp() WHERE id = %s AND state = 'new'",
        (state, msgspec.json.encode(reasons).decode(), seq, reply, traceback, id),
    )


def count_try(conn: Connection, id: int) -> int:
    """How often a submission was taken up by the sweep, this time included."""
    row = conn.execute(
        "UPDATE submission SET attempts = attempts + 1 WHERE id = %s AND state = 'new'"
        " RETURNING attempts",
        (id,),
    ).fetchone()
    return int(row[0]) if row else 0


def renew(conn: Connection, id: int) -> bool:
    """Let a shunted submission run once more."""
    cursor = conn.execute(
        "UPDATE submission SET state = 'new', finished_at = NULL, traceback = NULL, attempts = 0"
        " WHERE id = %s AND state = 'shunted'",
        (id,),
    )
    return cursor.rowcount == 1


def waiting(conn: Connection, older_than_seconds: int, most: int = 200) -> list[int]:
    """New submissions that no worker has finished, oldest first; those of held games rest."""
    rows = conn.execute(
        "SELECT s.id FROM submission s LEFT JOIN game g ON g.id = s.game"
        " WHERE s.state = 'new' AND coalesce(g.state, 'open') <> 'held'"
        " AND s.received_at < clock_timestamp() - make_interval(secs => %s)"
        " ORDER BY s.id LIMIT %s",
        (older_than_seconds, most),
    ).fetchall()
    return [row[0] for row in rows]
