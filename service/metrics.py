"""Figures for Prometheus: gauges read from the database at each scrape, and this process's own."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

import structlog
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from psycopg import Error
from psycopg_pool import PoolTimeout

from service import database
from service.database import Connection
from service.outbox import MOST_ATTEMPTS

log = structlog.get_logger()
PATIENCE_SECONDS = 3.0
PROCESS = str(os.getpid())  # several processes answer at one address, each with its own counts
REGISTRY = CollectorRegistry()

REQUESTS = Counter(
    "fieldpost_requests",
    "Requests answered by this process.",
    ("process", "route", "method", "status"),
    registry=REGISTRY,
)
REQUEST_SECONDS = Histogram(
    "fieldpost_request_seconds",
    "Time to answer a request.",
    ("process", "route"),
    registry=REGISTRY,
)
SUBMISSION_SECONDS = Histogram(
    "fieldpost_submission_seconds",
    "Time until a submission is a committed row.",
    ("process", "door"),
    registry=REGISTRY,
)


class Figure:
    """One gauge or counter: a query whose rows are labels and, at the end, the value."""

    def __init__(
        self, name: str, text: str, labels: Sequence[str], query: str, *, counts: bool = False
    ) -> None:
        self.name, self.text, self.labels, self.query = name, text, labels, query
        self.family = CounterMetricFamily if counts else GaugeMetricFamily

    def read(self, conn: Connection) -> Metric:
        metric = self.family(f"fieldpost_{self.name}", self.text, labels=self.labels)
        for *labels, value in conn.execute(self.query.encode()):
            metric.add_metric([str(label) for label in labels], float(value))
        return metric


FIGURES = (
    Figure(
        "submissions",
        "Submissions by door and state.",
        ("door", "state"),
        "SELECT door, state, count(*) FROM submission GROUP BY door, state",
    ),
    Figure(
        "submission_oldest_new_seconds",
        "Age of the oldest submission that waits to be adjudicated; games on hold do not count.",
        (),
        "SELECT coalesce(extract(epoch FROM clock_timestamp() - min(s.received_at)), 0)"
        " FROM submission s LEFT JOIN game g ON g.id = s.game"
        " WHERE s.state = 'new' AND coalesce(g.state, 'open') <> 'held'",
    ),
    Figure(
        "games",
        "Games by state.",
        ("state",),
        "SELECT state, count(*) FROM game GROUP BY state",
    ),
    Figure(
        "games_waiting_for_dice",
        "Open games whose roll was asked for and has not come.",
        (),
        "SELECT count(*) FROM game WHERE rolling AND state = 'open'",
    ),
    Figure(
        "outbox_unsent",
        "Mails not sent: waiting for their time, or given up.",
        ("state",),
        f"SELECT CASE WHEN attempts < {MOST_ATTEMPTS} THEN 'waiting' ELSE 'given up' END,"
        " count(*) FROM outbox WHERE sent_at IS NULL GROUP BY 1",
    ),
    Figure(
        "incidents",
        "What the admin was told, by kind.",
        ("kind",),
        "SELECT kind, count(*) FROM incident GROUP BY kind",
        counts=True,
    ),
    Figure(
        "events",
        "Events in all games; a game's events are numbered without a gap.",
        (),
        "SELECT coalesce(sum(last.seq + 1), 0) FROM game CROSS JOIN LATERAL"
        " (SELECT seq FROM event WHERE game = game.id ORDER BY seq DESC LIMIT 1) AS last",
        counts=True,
    ),
)


class Stored(Collector):
    """What the database says; the same from every process that is asked."""

    def collect(self) -> Iterator[Metric]:
        found, is_up = self.read()
        yield GaugeMetricFamily("fieldpost_database_up", "1 if the database answers.", is_up)
        yield from found

    def read(self) -> tuple[list[Metric], int]:
        try:
            with database.pool().connection(PATIENCE_SECONDS) as conn:
                return [figure.read(conn) for figure in FIGURES], 1
        except (Error, PoolTimeout) as problem:
            log.warning("no figures", problem=str(problem))
            return [], 0

    def describe(self) -> Iterable[Metric]:
        """Nothing, so that registering asks no database."""
        return ()


REGISTRY.register(Stored())


def page() -> bytes:
    return generate_latest(REGISTRY)
