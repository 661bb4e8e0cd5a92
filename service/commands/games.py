"""`fieldpost games`: what can be played here."""

from __future__ import annotations

import click

from engine.core.game import Game, Scenario
from service.catalogue import catalogue


@click.command("games")
def games_command() -> None:
    """List the games with their editions, scenarios, sides and options."""
    if not catalogue():
        click.echo("No game is installed yet. FIELDPOST_EXTRA_GAMES names modules with games.")
    for game in catalogue().values():
        tell(game)


def tell(game: Game) -> None:
    click.echo(f"{game.key}: {game.title}")
    click.echo(f"  editions   {', '.join(game.editions)} (new games: {game.editions[-1]})")
    for scenario in game.scenarios:
        tell_scenario(scenario)


def tell_scenario(scenario: Scenario) -> None:
    click.echo(f"  scenario   {scenario.key}: {scenario.title}")
    click.echo(f"    sides    {', '.join(scenario.players)}")
    for option in scenario.options:
        first, *others = option.values
        rest = f" or {', '.join(others)}" if others else ""
        click.echo(f"    option   {option.key} = {first} (default){rest}")
