"""`fieldpost demo`: a club to look around in."""

from __future__ import annotations

from collections.abc import Iterator

import click

from engine.core.game import Game
from service import addresses
from service.catalogue import catalogue
from service.commands import clubs
from service.commands.connect import connected
from service.games import Seat
from service.players import Player

NAMES = ("Anna Lindqvist", "Boris Okafor", "Carla Mendes", "Dev Banerjee")
DOMAIN = "players.example"  # mail to it goes nowhere
ANSWERS = 6  # by hand, in the games between two players
FINISHED = 2  # games of each title to replay


LINKS = """
    SELECT g.id, g.title, s.side, p.id, p.name
    FROM seat s JOIN game g ON g.id = s.game JOIN player p ON p.id = s.player
    WHERE g.state <> 'over' AND p.folded LIKE %s ORDER BY g.number, s.side
"""


@click.command("demo")
@click.option("--if-empty", is_flag=True, help="Where there are games, only print the links.")
def demo_command(if_empty: bool) -> None:
    """Fill a demo club: players, games in play, finished games to replay."""
    if not catalogue():
        click.echo("No demo club: this version of Fieldpost ships no game yet.")
        return
    if not has_games():
        members = [clubs.member(name, f"{name.split()[0].lower()}@{DOMAIN}") for name in NAMES]
        for game in catalogue().values():
            for line in filled(game, members):
                click.echo(line)
    elif not if_empty:
        raise click.ClickException("There are games already; a demo club is for an empty house.")
    for line in links():
        click.echo(line)


def has_games() -> bool:
    with connected() as conn:
        row = conn.execute("SELECT EXISTS (SELECT FROM game)").fetchone()
    return bool(row and row[0])


def filled(game: Game, members: list[Player]) -> Iterator[str]:
    """Begins games of one title; a line for each that is finished."""
    for number in range(FINISHED):
        one = game.scenarios[number % len(game.scenarios)]
        id = clubs.begun(game.key, one.key, {s: Seat(s, bot="random") for s in one.players})
        yield f"{id}  {game.title}, {one.title}: finished, to be replayed"
    scenario = game.scenarios[0]
    first, *others = scenario.players
    bots = {side: Seat(side, bot="random") for side in others}
    clubs.begun(game.key, scenario.key, {first: seat(first, members[0]), **bots})
    between = max(game.scenarios, key=lambda scenario: len(scenario.players))
    people = {s: seat(s, members[(n + 1) % len(members)]) for n, s in enumerate(between.players)}
    clubs.play_on(clubs.begun(game.key, between.key, people), ANSWERS, seed=1)


def seat(side: str, player: Player) -> Seat:
    return Seat(side, player=player.id)


def links() -> list[str]:
    """Where the demo club's players play, as far as their games are known and not over."""
    with connected() as conn:
        rows = conn.execute(LINKS, (f"%@{DOMAIN}",)).fetchall()
    return [
        f"{id}  {titled(title)}: {name} plays {side} at {addresses.play_link(id, side, player)}"
        for id, title, side, player, name in rows
    ]


def titled(key: str) -> str:
    game = catalogue().get(key)
    return game.title if game else key
