"""The first page: what this is, what is being played, what can be played."""

from __future__ import annotations

from flask import Blueprint, render_template

from service import overview
from service.catalogue import catalogue
from service.database import transaction

home = Blueprint("home", __name__)


@home.get("/")
def index() -> str:
    with transaction() as conn:
        open_games = overview.in_states(conn, "open", "held")
        over = overview.in_states(conn, "over", most=20)
    offered = sorted(catalogue().values(), key=lambda game: game.title)
    return render_template("home.html", open_games=open_games, over=over, offered=offered)
