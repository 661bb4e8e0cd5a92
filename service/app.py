"""The web site: `granian --interface wsgi service.app:app`."""

from __future__ import annotations

from flask import Flask

from service import logs, tether
from service.settings import ROOT
from service.web import charts, errors, frame, games, health, home, mailbox, play, words

BLUEPRINTS = (
    home.home,
    games.games,
    play.play,
    charts.charts,
    mailbox.mailbox,
    health.health,
)
LARGEST_REQUEST = 256 * 1024  # bytes; a whole campaign's orders are a fraction of it


def create_app() -> Flask:
    made = Flask(__name__, template_folder=str(ROOT / "templates" / "web"))
    made.config.update(MAX_CONTENT_LENGTH=LARGEST_REQUEST, SEND_FILE_MAX_AGE_DEFAULT=86400)
    made.jinja_env.trim_blocks = made.jinja_env.lstrip_blocks = True
    for blueprint in BLUEPRINTS:
        made.register_blueprint(blueprint)
    frame.put_around(made)
    errors.tell(made)
    words.teach(made)
    return made


app = create_app()

if tether.is_worker():
    tether.end_with_parent()
    logs.set_up()
