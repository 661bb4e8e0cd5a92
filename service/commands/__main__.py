"""Fieldpost: historical wargames by e-mail or web form, with dice that nobody can bend."""

from __future__ import annotations

import logging
import sys
from typing import Any

import click
import structlog
from structlog.typing import EventDict

from service.commands.group import Commands

WHERE = {
    "games": "games",
    "edition": "edition",
    "cases": "cases",
    "fuzz": "fuzz",
    "play": "play",
    "practice": "practice",
    "begin": "begin",
    "export": "transfer",
    "import": "transfer",
    "verify": "verify",
    "replay": "replay",
    "read": "read",
    "house": "house",
    "keys": "keys",
    "migrate": "migrate",
    "upgrade": "migrate",
    "admin": "admin",
    "backup": "backup",
    "restore": "restore",
    "doctor": "doctor",
    "bench": "bench",
    "demo": "demo",
}


@click.group(cls=Commands, where=WHERE, help=__doc__)
@click.version_option(package_name=None, version="0.1.0", prog_name="fieldpost")
def cli() -> None:
    pass


def main() -> None:
    quiet_logs()
    cli(prog_name="fieldpost")


def quiet_logs() -> None:
    """Only troubles, and never among what a command prints."""
    structlog.configure(
        processors=[without_traceback, *structlog.get_config()["processors"]],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )


def without_traceback(_: Any, __: str, event: EventDict) -> EventDict:
    """A command says in a sentence what failed; where, is for the log of the service."""
    event.pop("exc_info", None)
    return event


if __name__ == "__main__":
    main()
