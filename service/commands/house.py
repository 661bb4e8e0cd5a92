"""`fieldpost house`: run a dice house."""

from __future__ import annotations

from pathlib import Path

import click
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from service import keys
from service.settings import settings
from service.signing import WrongKey, load_public

STORE = "answers.sqlite"


def store_path() -> Path:
    return settings().house_dir / STORE


@click.group("house")
def house_command() -> None:
    """The dice house of this installation."""


@house_command.command("serve")
@click.option("--host", help="Address to listen on (FIELDPOST_LISTEN_HOST).")
@click.option("--port", type=click.IntRange(0, 65535), help="Port (FIELDPOST_HOUSE_PORT).")
@click.option("--socket", type=click.Path(path_type=Path), help="A socket file instead of a port.")
@click.option("--name", default="own", show_default=True, help="Name of the house in games.")
@click.option(
    "--trust",
    multiple=True,
    metavar="KEY",
    help="Event key of a service that may ask: its line of `keys show` or a PEM file. May be "
    "given several times; without it this installation's own.",
)
@click.option(
    "--open",
    "is_open",
    is_flag=True,
    help="Answer whoever asks. Then anybody who reaches the house can spend a roll of any game by "
    "asking for it first with another message, and that game stops.",
)
def serve(
    host: str | None,
    port: int | None,
    socket: Path | None,
    name: str,
    trust: tuple[str, ...],
    is_open: bool,
) -> None:
    """Sign one message for each roll of a game, and never another, until Ctrl-C."""
    from service import house_web

    here = settings()
    if is_open and trust:
        raise click.UsageError("--open trusts everybody; leave --trust out, or --open.")
    known = None if is_open else trusted(trust)
    where = (host or here.listen_host, here.house_port if port is None else port)
    click.echo(f"Dice house {name} listens on {socket or ':'.join(map(str, where))}.", err=True)
    try:
        house_web.serve(socket or where, here.keys_dir, store_path(), name, known)
    except OSError as problem:
        raise click.ClickException(
            f"The house cannot listen there: {problem.strerror}. Choose another --port."
        ) from None


def trusted(given: tuple[str, ...]) -> tuple[Ed25519PublicKey, ...]:
    """The keys of those who may ask; by default of the service that this house belongs to."""
    own = settings().keys_dir / f"{keys.EVENT_NAME}.pub.pem"
    if not given and not own.exists():
        raise click.UsageError(
            "There is no event key here, so that nobody could ask. Give --trust KEY for each "
            "service, or run `fieldpost keys init` first."
        )
    return tuple(read_key(text) for text in given or (str(own),))


def read_key(text: str) -> Ed25519PublicKey:
    try:
        path = Path(text)
        return load_public(path.read_bytes()) if path.is_file() else keys.read_vkey(text)[1]
    except (WrongKey, ValueError, OSError) as problem:
        raise click.UsageError(f"--trust {text}: {problem}.") from None
