"""Work that one process at a time is enough for, whatever the number of workers and hosts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from service.database import transaction


@contextmanager
def alone(number: int) -> Iterator[bool]:
    """Whether nobody else is at it. Games lock by positive numbers, so these are negative."""
    with transaction() as conn:
        row = conn.execute("SELECT pg_try_advisory_xact_lock(%s::bigint)", (number,)).fetchone()
        yield bool(row and row[0])
