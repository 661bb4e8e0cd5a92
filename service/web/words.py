"""What all templates know: times, names, the stylesheet's address."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, url_for
from markupsafe import Markup

from service.web import mailbox

STATES = {"open": "in play", "held": "on hold", "over": "finished"}


def teach(app: Flask) -> None:
    app.add_template_filter(moment)
    app.add_template_filter(day)
    app.add_template_global(stylesheet)
    app.context_processor(shared)


def shared() -> dict[str, Any]:
    return {"has_mailbox": mailbox.is_open(), "STATES": STATES}


def moment(time: datetime) -> Markup:
    return stamp(time, "%-d %B %Y, %H:%M:%S UTC")


def day(time: datetime) -> Markup:
    return stamp(time, "%-d %B %Y")


def stamp(time: datetime, shape: str) -> Markup:
    there = time.astimezone(UTC)
    text = there.strftime(shape)
    return Markup('<time datetime="{}">{}</time>').format(there.isoformat(timespec="seconds"), text)


def stylesheet() -> str:
    """Named by its content, so that a changed one is never taken from a cache."""
    return url_for("static", filename="site.css", v=digest())


@lru_cache(maxsize=1)
def digest() -> str:
    path = Path(__file__).parents[1] / "static" / "site.css"
    return sha256(path.read_bytes()).hexdigest()[:10]
