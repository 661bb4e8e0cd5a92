"""`fieldpost bench`: measured figures, each against its bar."""

from __future__ import annotations

import click

from engine.core.game import Game
from ops.bench import mails, table
from service.commands.given import GAME, find_scenario, one_of

MAILS = "mails"


@click.command("bench")
@click.argument("name", required=False)
@click.argument("game", type=GAME, required=False)
@click.option("--scenario", help="For mails: the scenario; else the first.")
@click.option("--games", "count", type=click.IntRange(1), default=20, show_default=True)
def bench_command(name: str | None, game: Game | None, scenario: str | None, count: int) -> None:
    """Print the benchmark table, or one NAME of it; exit 1 if a bar is missed.

    `bench mails GAME` counts hand-overs per turn and per game between bots that use policies.
    """
    if name == MAILS:
        tell_mails(game, scenario, count)
        return
    known = tuple(table.BENCHES)
    chosen = known if name is None else (one_of("figure", name, (*known, MAILS)),)
    click.echo(table.heading())
    missed = 0
    for one in chosen:
        for row in table.BENCHES[one]():
            click.echo(table.line(row))
            missed += not row.ok
    if missed:
        raise click.ClickException(f"{missed} bars are missed.")


def tell_mails(game: Game | None, scenario: str | None, count: int) -> None:
    if game is None:
        raise click.UsageError("bench mails wants a GAME; `fieldpost games` lists them.")
    chosen = find_scenario(game, scenario)
    found = mails.measure(game, chosen, count)
    click.echo(
        f"{chosen.key}: {found.games} games, {found.turns} turns, {found.answers} answers by hand"
    )
    click.echo(f"{found.per_turn:.1f} hand-overs per turn, {found.per_game:.1f} per game")
