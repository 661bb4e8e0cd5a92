"""One connection for a command: in a transaction, refused quickly if the database is away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from service.database import Connection
from service.settings import settings

TIMEOUT_SECONDS = 5


@contextmanager
def connected(url: str | None = None) -> Iterator[Connection]:
    """Commits at the end, rolls back on an exception."""
    with psycopg.connect(
        url or settings().database_url,
        connect_timeout=TIMEOUT_SECONDS,
        application_name="fieldpost",
    ) as conn:
        yield conn


def insist() -> None:
    """Fail now rather than after the pool's long patience."""
    with connected():
        pass
