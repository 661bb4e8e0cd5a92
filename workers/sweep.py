"""What the queue forgot: every few seconds, from the database alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

import structlog

from service import adjudication, games, submissions
from service.database import transaction
from service.queue import wake
from workers.alone import alone
from workers.celery import app

log = structlog.get_logger()
PATIENCE_SECONDS = 5  # a worker that was woken has begun by then
ROUND_SECONDS = 30.0  # then the next sweep goes on
NUMBER = -2


@app.task(name="workers.sweep.sweep")
def sweep() -> None:
    """Finish submissions that nobody took up, and rolls whose worker died."""
    with alone(NUMBER) as is_alone:
        if is_alone:
            sweep_round(PATIENCE_SECONDS)


def sweep_round(patience_seconds: int) -> None:
    with transaction() as conn:
        forgotten = submissions.waiting(conn, patience_seconds)
        unrolled = games.rolling(conn)
    end = time.monotonic() + ROUND_SECONDS
    done = each(adjudication.retry, forgotten, "submission", end)
    rolled = each(adjudication.roll_on, unrolled, "game", end)
    if done or rolled:
        log.info("swept", submissions=done, rolls=rolled)
        wake("deliver.deliver")


def each(act: Callable[[Any], object], found: Iterable[Any], what: str, end: float) -> int:
    """How many were looked after; one that fails does not stop the others."""
    count = 0
    for id in found:
        if time.monotonic() > end:
            break
        with structlog.contextvars.bound_contextvars(**{what: id}):
            try:
                act(id)
            except Exception:
                log.exception("not swept")
        count += 1
    return count
