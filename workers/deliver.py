"""The outbox becomes mail: each row in a transaction of its own, one deliverer at a time."""

from __future__ import annotations

import time

import structlog

from service import mailer, outbox
from service.database import Connection, transaction
from service.mailer import Away, BadAddress, Post
from service.outbox import Unsent
from workers.alone import alone
from workers.celery import app

log = structlog.get_logger()
ROUND_SECONDS = 30.0  # then others get the worker; the next wake-up goes on
NUMBER = -3


@app.task(name="workers.deliver.deliver")
def deliver() -> None:
    """Send what is due. A slow mail server holds up one worker and no more."""
    with alone(NUMBER) as is_alone:
        if is_alone:
            deliver_round()


def deliver_round() -> int:
    """How many mails went out."""
    post, sent, end = mailer.post(), 0, time.monotonic() + ROUND_SECONDS
    try:
        while time.monotonic() < end:
            with transaction() as conn:
                row = outbox.take_due(conn)
                if row is None:
                    break
                sent += deliver_one(conn, post, row)
    except Away as problem:
        log.warning("no mail server", problem=str(problem))
    finally:
        post.close()
    return sent


def deliver_one(conn: Connection, post: Post, row: Unsent) -> bool:
    """Send, then mark: a crash in between sends the same Message-ID twice, and loses nothing."""
    try:
        post.send(row.id, mailer.build(row))
    except Away as problem:
        outbox.mark_delayed(conn, row.id, str(problem))
        conn.commit()
        raise
    except BadAddress as problem:
        outbox.give_up(conn, row.id, str(problem))
        log.warning("mail dropped", mail=row.id, problem=str(problem))
        return False
    except Exception as problem:
        outbox.mark_failed(conn, row.id, f"{type(problem).__name__}: {problem}")
        log.warning("mail not sent", mail=row.id, kind=row.kind, attempts=row.attempts + 1)
        return False
    outbox.mark_sent(conn, row.id)
    log.info("mail sent", mail=row.id, kind=row.kind)
    return True
