"""`fieldpost edition`: a club's own values for a game."""

from __future__ import annotations

from pathlib import Path

import click

from engine.core.overlay import BETWEEN, BadOverlay, read
from service import editions
from service.catalogue import catalogue


@click.group("edition")
def edition_command() -> None:
    """Add and list editions with a club's own values."""


@edition_command.command("add")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def add(file: Path) -> None:
    """Check an overlay FILE and keep it; games can then begin on it."""
    shipped = {key: game for key, game in catalogue().items() if BETWEEN not in key}
    try:
        game = editions.add(file.read_bytes(), shipped)
    except BadOverlay as problem:
        raise click.ClickException(f"{file.name} was not added: {problem}.") from None
    catalogue.cache_clear()
    click.echo(f"Added {game.key}. New games name it in place of {game.key.split(BETWEEN)[0]}.")
    click.echo("A running service knows of it after its next start.")


@edition_command.command("list")
def list_() -> None:
    """What has been added, with every changed value and its reason."""
    for path in sorted(editions.folder().glob("*.toml")):
        overlay = read(path.read_bytes())
        click.echo(f"{overlay.game}{BETWEEN}{overlay.name} (from {overlay.base})")
        for change in overlay.change:
            click.echo(f"  {change.file} {change.path} = {change.value!r}")
            click.echo(f"    {change.provenance}; {change.reason}")
