"""For machines that watch: is the process alive, is it ready, and its figures."""

from __future__ import annotations

import hmac
from functools import lru_cache
from typing import Any

import redis
from alembic.script import ScriptDirectory
from flask import Blueprint, Response, abort, jsonify, request
from prometheus_client import CONTENT_TYPE_LATEST
from psycopg import Error
from psycopg_pool import PoolTimeout

from service import database, metrics
from service.settings import ROOT, settings
from service.web.mailbox import is_loopback_request

health = Blueprint("health", __name__)
PATIENCE_SECONDS = 2.0


@health.get("/healthz")
def alive() -> Response:
    return jsonify(status="alive")


@health.get("/readyz")
def ready() -> tuple[Response, int]:
    """Without its database the site can do nothing; without the queue only more slowly."""
    stored, queue = database_state(), queue_state()
    is_ready = stored == "ok"
    status = ("ready" if queue == "ok" else "degraded") if is_ready else "not ready"
    return jsonify(status=status, database=stored, queue=queue), 200 if is_ready else 503


@health.get("/metrics")
def figures() -> Response:
    if not (is_loopback_request() or has_token()):
        abort(403, "Figures are for the machine itself, or for who has FIELDPOST_METRICS_TOKEN.")
    return Response(metrics.page(), content_type=CONTENT_TYPE_LATEST)


def has_token() -> bool:
    token = settings().metrics_token
    given = request.headers.get("Authorization", "")
    return token is not None and hmac.compare_digest(given.encode(), f"Bearer {token}".encode())


def database_state() -> str:
    try:
        with database.pool().connection(PATIENCE_SECONDS) as conn:
            row = conn.execute("SELECT version_num FROM alembic_version").fetchone()
    except (Error, PoolTimeout):
        return "does not answer"
    found = row[0] if row else "nothing"
    return "ok" if found == newest() else f"is at step {found}, this code expects {newest()}"


@lru_cache(maxsize=1)
def newest() -> str | None:
    return ScriptDirectory(str(ROOT / "ops" / "migrations")).get_current_head()


def queue_state() -> str:
    options: dict[str, Any] = {"socket_connect_timeout": 1, "socket_timeout": 1}
    try:
        with redis.Redis.from_url(settings().redis_url, **options) as queue:
            queue.ping()
    except redis.RedisError:
        return "does not answer"
    return "ok"
