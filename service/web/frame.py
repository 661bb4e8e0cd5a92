"""Around every request: a number, a line in the log, figures, strict headers."""

from __future__ import annotations

import secrets
import time

import structlog
from flask import Flask, Response, abort, g, request

from service.metrics import PROCESS, REQUEST_SECONDS, REQUESTS

log = structlog.get_logger()
QUIET = ("health.alive", "health.ready", "health.figures", "static")
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self' data:;"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def put_around(app: Flask) -> None:
    app.before_request(begin)
    app.after_request(end)


def begin() -> None:
    g.began, g.number = time.perf_counter(), secrets.token_hex(4)
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request=g.number)
    if "\0" in request.path:
        abort(404)  # no database takes it
    if game := (request.view_args or {}).get("game"):
        structlog.contextvars.bind_contextvars(game=game)


def end(response: Response) -> Response:
    response.headers.extend(HEADERS)
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "no-store")
    seconds = time.perf_counter() - g.get("began", time.perf_counter())
    route = str(request.url_rule) if request.url_rule else "none"
    REQUESTS.labels(PROCESS, route, request.method, response.status_code).inc()
    REQUEST_SECONDS.labels(PROCESS, route).observe(seconds)
    if request.endpoint not in QUIET:
        note(route, response.status_code, seconds)
    return response


def note(route: str, status: int, seconds: float) -> None:
    """The route and never the path: a path may hold a player's token."""
    log.info("answered", method=request.method, route=route, status=status, ms=int(seconds * 1000))
