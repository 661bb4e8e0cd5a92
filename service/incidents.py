"""What the admin must know."""

from __future__ import annotations

import structlog

from service.database import Connection, transaction

log = structlog.get_logger()


def put(conn: Connection, kind: str, game: str | None, text: str) -> None:
    log.error("incident", kind=kind, game=game, text=text)
    conn.execute("INSERT INTO incident (kind, game, text) VALUES (%s, %s, %s)", (kind, game, text))


_told: dict[str, None] = {}


def once(key: str, kind: str, game: str | None, text: str) -> None:
    """Tell of a lasting trouble once per process, not at every try."""
    if key not in _told:
        _told[key] = None
        with transaction() as conn:
            put(conn, kind, game, text)
