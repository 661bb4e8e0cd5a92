"""`fieldpost practice`: a game against a practice opponent in the running service."""

from __future__ import annotations

import click

from engine.core.game import Game
from service import addresses
from service.commands import clubs
from service.commands.connect import insist
from service.commands.given import GAME, bots_of, find_scenario, find_side, one_of
from service.games import Seat


@click.command("practice")
@click.argument("game", type=GAME)
@click.option("--scenario", help="The scenario; else the first.")
@click.option("--side", help="The side that you play; else the first.")
@click.option("--bot", default="random", show_default=True, help="Who plays the others.")
@click.option("--name", required=True, help="Your name, as others see it.")
@click.option("--address", required=True, help="Your mail address; turns are sent there.")
def practice_command(
    game: Game, scenario: str | None, side: str | None, bot: str, name: str, address: str
) -> None:
    """Begin a game against a practice opponent, and print the link to play it."""
    chosen = find_scenario(game, scenario)
    mine = find_side(chosen, side)
    one_of("bot", bot, tuple(bots_of(game)))
    if "@" not in address:
        raise click.UsageError(f"{address!r} is no mail address; one like ann@example.org is.")
    insist()
    player = clubs.member(name, address)
    others = {other: Seat(other, bot=bot) for other in chosen.players}
    id = clubs.begun(game.key, chosen.key, {**others, mine: Seat(mine, player=player.id)})
    click.echo(f"{id}: you play {mine}. {addresses.play_link(id, mine, player.id)}")
    click.echo(f"By mail: {addresses.reply_address(id, mine, player.id)}")
