"""Map, charts and cards of a game, to read and to print."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from engine.core.charts import PAGES
from service import charts as printed
from service.catalogue import catalogue

charts = Blueprint("charts", __name__)


@charts.get("/rules/<game>/<page>")
def show(game: str, page: str) -> str:
    offered = catalogue().get(game)
    if offered is None or page not in PAGES or not printed.has_pages(offered):
        abort(404)
    shown = printed.page(offered, page)
    others = tuple(name for name in PAGES if name != page)
    return render_template("charts.html", page=shown, game=game, others=others)
