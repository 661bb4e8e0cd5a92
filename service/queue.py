"""Wake a worker. The queue may forget: whatever matters is a committed row that a sweeper finds."""

from __future__ import annotations

from functools import lru_cache

import structlog
from celery import Celery
from kombu.exceptions import OperationalError

from service.settings import settings

log = structlog.get_logger()


def broker(url: str) -> str:
    """Celery spells a socket address in its own way."""
    return url.replace("unix://", "redis+socket://", 1) if url.startswith("unix://") else url


@lru_cache(maxsize=1)
def client() -> Celery:
    app = Celery("fieldpost", broker=broker(settings().redis_url))
    app.conf.update(
        task_ignore_result=True,
        broker_transport_options={"socket_connect_timeout": 1, "socket_timeout": 2},
    )
    return app


def wake(task: str, *arguments: object) -> None:
    """Send a task by name; a queue that is down is no fault of the caller's."""
    try:
        client().send_task(f"workers.{task}", arguments, retry=False)
    except (OperationalError, OSError) as problem:
        log.warning("queue is down", task=task, problem=str(problem))
