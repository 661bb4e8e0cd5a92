"""`fieldpost keys`: made once, never overwritten, printed for pinning."""

from __future__ import annotations

from pathlib import Path

import click

from service import keys
from service.settings import settings


@click.group("keys")
def keys_command() -> None:
    """The keys of this service: make them, show their public halves."""


@keys_command.command("init")
@click.option("--if-missing", is_flag=True, help="Be content with keys that are there.")
def init(if_missing: bool) -> None:
    """Make the event key, the dice house's key and the token key."""
    folder = settings().keys_dir
    made = keys.init(folder)
    if made:
        click.echo(f"Made {', '.join(path.name for path in made)} in {folder}. Keep a copy safe.")
        tell(folder)
    elif not if_missing:
        raise click.ClickException(
            f"The keys are in {folder} already and stay as they are. `keys show` prints them."
        )


@keys_command.command("show")
def show() -> None:
    """Print what players pin: the event key and the dice house's fingerprint."""
    folder = settings().keys_dir
    if not (folder / f"{keys.EVENT_NAME}.pem").exists():
        raise click.ClickException(f"No keys are in {folder}. `fieldpost keys init` makes them.")
    tell(folder)


def tell(folder: Path) -> None:
    event = keys.event_key(folder).public
    house = keys.house_key(folder).public_key()
    click.echo(f"Event key, to pin:  {keys.vkey(settings().origin, event)}")
    click.echo(f"Dice house, to pin: {keys.fingerprint(house)} (SHA-256 of its key)")
