"""Submissions become events, and the mails that tell of them are sent off at once."""

from __future__ import annotations

import structlog

from service import adjudication
from service.queue import wake
from workers.celery import app

log = structlog.get_logger()


@app.task(name="workers.adjudicate.adjudicate")
def adjudicate(submission: int) -> None:
    with structlog.contextvars.bound_contextvars(submission=submission):
        log.info("submission finished", state=adjudication.adjudicate(submission))
    wake("deliver.deliver")


@app.task(name="workers.adjudicate.roll_on")
def roll_on(game: str) -> None:
    with structlog.contextvars.bound_contextvars(game=game):
        adjudication.roll_on(game)
    wake("deliver.deliver")
