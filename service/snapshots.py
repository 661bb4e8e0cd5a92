"""Boards kept to save time. Dropping them all changes nothing but that."""

from typing import NamedTuple

from service.database import Connection


class Snapshot(NamedTuple):
    seq: int
    board: bytes


PUT = """
    INSERT INTO snapshot (game, seq, board) VALUES (%b, %b, %b)
    ON CONFLICT (game, seq) DO UPDATE SET board = excluded.board
"""
LATEST = "SELECT seq, board FROM snapshot WHERE game = %s ORDER BY seq DESC LIMIT 1"
UP_TO = "SELECT seq, board FROM snapshot WHERE game = %s AND seq <= %s ORDER BY seq DESC LIMIT 1"


def put(conn: Connection, game: str, seq: int, board: bytes) -> None:
    conn.execute(PUT, (game, seq, board), prepare=True)


def latest(conn: Connection, game: str, up_to: int | None = None) -> Snapshot | None:
    """The newest snapshot, or the newest that is not behind the event `up_to`."""
    query, values = (LATEST, (game,)) if up_to is None else (UP_TO, (game, up_to))
    found = conn.execute(query, values, prepare=True, binary=True).fetchone()
    return Snapshot._make(found) if found else None


def drop(conn: Connection, game: str) -> int:
    """How many there were."""
    return conn.execute("DELETE FROM snapshot WHERE game = %s", (game,)).rowcount


def drop_all(conn: Connection) -> int:
    return conn.execute("DELETE FROM snapshot").rowcount
