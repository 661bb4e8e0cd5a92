"""The checks of `doctor` on what has come to rest: submissions, games, dice, mail."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg

from service.commands.connect import connected

Found = Iterator[tuple[str, str, str]]  # grade, what, advice
SHUNTED = "SELECT count(*), min(id)::text FROM submission WHERE state = 'shunted'"
HELD = "SELECT count(*), min(id) FROM game WHERE state = 'held'"
ROLLING = """
    SELECT count(*), min(g.id) FROM game g
    WHERE g.rolling AND g.state = 'open' AND clock_timestamp() - interval '5 minutes' >
        (SELECT at FROM event WHERE game = g.id ORDER BY seq DESC LIMIT 1)
"""
UNSENT = """
    SELECT count(*), (array_agg(error ORDER BY id DESC) FILTER (WHERE error IS NOT NULL))[1]
    FROM outbox WHERE sent_at IS NULL AND created_at < clock_timestamp() - interval '1 hour'
"""
RESTING = (
    (
        SHUNTED,
        "Shunted submissions",
        "`admin shunted` lists them; mend, then `admin rerun {}`.",
    ),
    (HELD, "Held games", "Read why, mend or adjudicate, then `admin release {}`."),
    (
        ROLLING,
        "Games that wait for dice longer than 5 minutes",
        "{} is one: is its house running, and does it trust this service's event key?",
    ),
    (
        UNSENT,
        "Mails unsent for more than an hour",
        "The last error was: {}. See that the worker, the clock and the mail server run.",
    ),
)


def resting() -> Found:
    """Nothing of this stops the service, and all of it waits for a person."""
    try:
        with connected() as conn:
            for query, what, advice in RESTING:
                count, example = conn.execute(query.encode()).fetchone() or (0, "")
                grade = "warn" if count else "ok"
                yield grade, f"{what}: {count}", advice.format(example or "none") if count else ""
    except psycopg.OperationalError:
        return  # the check of the database has said so
