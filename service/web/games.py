"""A game as any spectator may see it, and its signed record to take away."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from engine.core.game import Game
from engine.maps.draw import draw
from service import games as played
from service import overview, transfer
from service.database import transaction
from service.watching import Watcher

games = Blueprint("games", __name__)


@games.get("/games/<game>")
def show(game: str) -> str:
    with transaction() as conn:
        line = overview.find(conn, game)
        watcher = Watcher(conn, game, played.find(conn, game).title)
        journal = watcher.journal(None, request.args.get("before", type=int))
    return render_template(
        "game.html",
        line=line,
        board=picture(watcher.game, watcher.view(None)),
        journal=journal,
        waiting=watcher.waiting(),
    )


@games.get("/games/<game>/export.jsonl")
def export(game: str) -> Response:
    """Canonical bytes and signatures; `fieldpost verify` reads it."""
    with transaction() as conn:
        body = b"".join(line + b"\n" for line in transfer.export(conn, game))
    response = Response(body, mimetype="application/jsonl")
    response.headers.set("Content-Disposition", "attachment", filename=f"{game}.jsonl")
    return response


def picture(game: Game, view: Any) -> Markup:
    """The board in SVG, from a view and nothing else; empty for a game without a map."""
    scene = game.scene(view)
    return Markup("" if scene is None else draw(scene))  # the drawing escapes every text
