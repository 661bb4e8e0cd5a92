"""`fieldpost cases`: the case ledger of a game."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from engine.core import bite, cases
from engine.core.game import Game
from service.commands.given import GAME
from service.settings import ROOT


@click.command("cases")
@click.argument("game", type=GAME)
@click.option(
    "--bite", "biting", is_flag=True, help="Disable each cited function: its test must fail."
)
def cases_command(game: Game, biting: bool) -> None:
    """Print the case ledger; exit 1 if a case is open or a citation is stale."""
    package = type(game).__module__.rpartition(".")[0]
    folder = Path(str(sys.modules[type(game).__module__].__file__)).parent
    if not (folder / cases.LEDGER).exists():
        raise click.ClickException(f"{game.title} has no {cases.LEDGER} beside its rules.")
    report = cases.check(game.key, folder, ROOT)
    loose = bite.toothless(report, package, ROOT) if biting else ()
    for line in loose:
        click.echo(f"does not bite  {line}")
    click.echo(cases.render(report))
    if report.exit_code or loose:
        raise click.exceptions.Exit(1)
