"""Errors in human words; for programs, problem+json."""

from __future__ import annotations

import psycopg
import structlog
from flask import Flask, Response, g, jsonify, render_template, request
from psycopg_pool import PoolTimeout
from werkzeug.exceptions import HTTPException

from service.games import Unknown
from service.store import NoGame

log = structlog.get_logger()
WORDS = {
    400: ("That form was not complete", "Please go back, load the page again and send it anew."),
    404: ("There is nothing here", "The address is mistyped, or the link is an old one."),
    405: ("That does not work here", "The page exists, but not for this kind of request."),
    413: ("That is too much text", "Orders may have at most 256 kB. Nothing was played."),
    500: (
        "Something went wrong on our side",
        "Nothing that you sent before is lost. The fault has been noted.",
    ),
    503: (
        "The service is resting for a moment",
        "The database does not answer. Nothing was taken in: please send it again in a minute.",
    ),
}


def tell(app: Flask) -> None:
    app.register_error_handler(HTTPException, known)
    app.register_error_handler(Unknown, missing)
    app.register_error_handler(NoGame, missing)
    app.register_error_handler(psycopg.OperationalError, resting)
    app.register_error_handler(PoolTimeout, resting)
    app.register_error_handler(Exception, unforeseen)


def known(error: HTTPException) -> tuple[Response, int]:
    status = error.code or 500
    if status < 400:
        return error.get_response(), status  # type: ignore[return-value]  # a redirect
    title, text = WORDS.get(status, (error.name, error.description or ""))
    given = error.description
    plain = given if isinstance(given, str) and is_own(error) else text
    return page(status, title, plain)


def is_own(error: HTTPException) -> bool:
    """Whether the description was written by us and not by the library."""
    return error.description != type(error).description


def missing(error: Exception) -> tuple[Response, int]:
    return page(404, "There is no such game", "Perhaps the number in the address is mistyped.")


def resting(error: Exception) -> tuple[Response, int]:
    log.warning("database is away", problem=str(error))
    return page(503, *WORDS[503])


def unforeseen(error: Exception) -> tuple[Response, int]:
    log.exception("request failed")
    return page(500, *WORDS[500])


def page(status: int, title: str, text: str) -> tuple[Response, int]:
    number = g.get("number", "")
    if request.path.startswith("/api/"):
        body = {"type": "about:blank", "title": title, "status": status, "detail": text}
        problem = jsonify({**body, "instance": f"request:{number}"})
        problem.mimetype = "application/problem+json"
        return problem, status
    shown = number if status >= 500 else ""
    return Response(render_template("error.html", title=title, text=text, number=shown)), status
