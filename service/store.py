"""The event stream: appended under the game's lock, read in order, never changed.

Everything here works in the caller's transaction and commits nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

from psycopg import errors
from psycopg.pq import TransactionStatus

from service import straight
from service.database import Connection
from service.straight import BYTEA, INT4, INT8, TEXT, integer


class Row(NamedTuple):
    """An event as it is stored; `private` is what the server knows beyond what it signed."""

    game: str
    seq: int
    canon: bytes
    sig: bytes
    leaf: bytes
    private: bytes | None = None
    roll: int | None = None


class Conflict(Exception):
    """The place in the log is taken: another writer was first, or the roll has its result."""


class NoGame(LookupError):
    """There is no such game."""


COLUMNS = "game, seq, canon, sig, leaf, private, roll"
INSERT = f"INSERT INTO event ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)".encode()
COPY = f"COPY event ({COLUMNS}) FROM STDIN (FORMAT BINARY)"
TYPES = (TEXT, INT8, BYTEA, BYTEA, BYTEA, BYTEA, INT4)
READ = f"SELECT {COLUMNS} FROM event WHERE game = %s AND seq > %s ORDER BY seq"
LAST = "SELECT seq, leaf FROM event WHERE game = %s ORDER BY seq DESC LIMIT 1"
FRESH = "SELECT 'g' || number, number FROM (SELECT nextval('game_number') AS number) AS next"


def lock(conn: Connection, number: int) -> None:
    """Wait for the game with that number; the lock ends with the transaction."""
    conn.execute("SELECT pg_advisory_xact_lock(%s::bigint)", (number,), prepare=True)


def head(conn: Connection, game: str) -> tuple[int, bytes] | None:
    """Number and leaf of the last event; None before the first."""
    found = conn.execute(LAST, (game,), prepare=True, binary=True).fetchone()
    return (found[0], found[1]) if found else None


def locked_head(conn: Connection, game: str) -> tuple[int, bytes] | None:
    """Lock and head in one round trip; the head is read after the lock is granted."""
    found = straight.locked_head(conn, game)
    if found is None:
        raise NoGame(f"there is no game {game}")
    seq, leaf = found
    return (int(seq), bytes.fromhex(leaf[2:].decode())) if seq and leaf else None


def append(conn: Connection, rows: Sequence[Row]) -> None:
    """Write events at their places; if one of them is taken, nothing stays written."""
    try:
        if len(rows) == 1 and is_begun(conn):
            insert(conn, rows[0])
        elif rows:  # from two events on COPY is the faster way
            copy(conn, rows)
    except errors.UniqueViolation as problem:
        raise Conflict(problem.diag.message_detail or str(problem)) from problem


def is_begun(conn: Connection) -> bool:
    return conn.pgconn.transaction_status == TransactionStatus.INTRANS


def insert(conn: Connection, row: Row) -> None:
    values = (
        row.game.encode(),
        integer(row.seq, 8),
        *row[2:6],
        integer(row.roll, 4),
    )
    straight.execute(conn, INSERT, values, TYPES)


def copy(conn: Connection, rows: Sequence[Row]) -> None:
    with conn.cursor() as cursor, cursor.copy(COPY) as stream:
        stream.set_types(TYPES)
        for row in rows:
            stream.write_row(row)


def read(conn: Connection, game: str, after: int = -1) -> list[Row]:
    """The events behind `after`, in order."""
    found = conn.execute(READ, (game, after), prepare=True, binary=True).fetchall()
    return list(map(Row._make, found))


def first(conn: Connection, game: str) -> Row:
    """The event that began the game."""
    query = f"{READ} LIMIT 1"
    found = conn.execute(query, (game, -1), prepare=True, binary=True).fetchone()
    if found is None:
        raise NoGame(f"there is no game {game}")
    return Row._make(found)


def fresh(conn: Connection) -> tuple[str, int]:
    """Id and number for a new game; an id that came with an imported game is passed over."""
    while True:
        made = conn.execute(FRESH).fetchone()
        assert made
        if not conn.execute("SELECT 1 FROM game WHERE id = %s", made[:1]).fetchone():
            return made[0], made[1]
