"""`fieldpost begin`: a game between people, or with practice opponents in some seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from email.utils import parseaddr

import click

from engine.core.game import Game, Scenario
from service import addresses, adjudication, games, players
from service.commands.connect import connected, insist
from service.commands.given import GAME, bots_of, find_scenario, one_of
from service.database import Connection, transaction
from service.games import BOT, BadChoice, Seat
from service.players import Player


@click.command("begin")
@click.argument("game", type=GAME)
@click.option("--scenario", help="The scenario; else the first.")
@click.option(
    "--seat",
    "given",
    multiple=True,
    required=True,
    metavar="SIDE=WHO",
    help="One for each side: an address, 'Name <address>' for somebody new, or bot:NAME.",
)
@click.option("--option", "chosen", multiple=True, metavar="KEY=VALUE", help="As `games` lists.")
@click.option(
    "--phrase",
    "phrases",
    multiple=True,
    metavar="SIDE=WORDS",
    help="A player's own words, which go into every die; else none.",
)
def begin_command(
    game: Game,
    scenario: str | None,
    given: Sequence[str],
    chosen: Sequence[str],
    phrases: Sequence[str],
) -> None:
    """Begin a game and print each player's link and address; who is asked first gets a mail."""
    place = find_scenario(game, scenario)
    who = seats_given(place, given)
    words = phrases_given(place, phrases, who)
    insist()
    with connected() as conn:
        people = {s: member(conn, w) for s, w in who.items() if not w.startswith(BOT)}
        seats = {side: seated(game, side, who[side], people) for side in place.players}
        id = created(conn, game, place, seats, pairs("--option", chosen))
    start(id, people, words)
    tell(game, id, people)


def seats_given(scenario: Scenario, given: Sequence[str]) -> dict[str, str]:
    who = by_side(scenario, "--seat", given)
    if missing := [side for side in scenario.players if side not in who]:
        raise click.UsageError(f"Nobody has the seat of {' and '.join(missing)}: --seat SIDE=WHO.")
    return who


def phrases_given(
    scenario: Scenario, given: Sequence[str], who: Mapping[str, str]
) -> dict[str, str]:
    phrases = by_side(scenario, "--phrase", given)
    if idle := [side for side in phrases if who[side].startswith(BOT)]:
        raise click.UsageError(f"{idle[0]} is a practice opponent, who has no phrase.")
    return phrases


def pairs(option: str, given: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not key or not value:
            raise click.UsageError(f"{option} {text!r} has not the form NAME=VALUE.")
        if key in found:
            raise click.UsageError(f"{option} names {key} twice.")
        found[key] = value
    return found


def by_side(scenario: Scenario, option: str, given: Sequence[str]) -> dict[str, str]:
    found = pairs(option, given)
    for side in found:
        one_of("side", side, scenario.players)
    return found


def member(conn: Connection, who: str) -> Player:
    """The player with this address, made if a name comes with it."""
    name, address = parseaddr(who)
    if "@" not in address:
        raise click.UsageError(f"{who!r} is no mail address; one like ann@example.org is.")
    player = players.find(conn, address)
    if player is None and not name:
        raise click.UsageError(
            f"No player has the address {address}; 'Name <{address}>' makes a new one."
        )
    return player or players.create(conn, name, address)


def seated(game: Game, side: str, who: str, people: Mapping[str, Player]) -> Seat:
    if side in people:
        return Seat(side, player=people[side].id)
    return Seat(side, bot=one_of("bot", who.removeprefix(BOT), tuple(bots_of(game))))


def created(
    conn: Connection,
    game: Game,
    scenario: Scenario,
    seats: Mapping[str, Seat],
    options: Mapping[str, str],
) -> str:
    try:
        return games.create(conn, game.key, scenario.key, seats, options)
    except BadChoice as problem:
        raise click.UsageError(f"{str(problem)[:1].upper()}{str(problem)[1:]}.") from None


def start(id: str, people: Mapping[str, Player], phrases: Mapping[str, str]) -> None:
    for side in people:
        adjudication.join(id, side, phrases.get(side, ""))
    if not people:
        adjudication.answer(adjudication.sit(id, lambda sitting: sitting.go_on()))


def tell(game: Game, id: str, people: Mapping[str, Player]) -> None:
    click.echo(f"{id}: {game.title} has begun.")
    for side, player in people.items():
        click.echo(f"{player.name} plays {side}. {addresses.play_link(id, side, player.id)}")
        click.echo(f"  By mail: {addresses.reply_address(id, side, player.id)}")
    with transaction() as conn:
        rows = conn.execute("SELECT DISTINCT player FROM outbox WHERE game = %s", (id,)).fetchall()
    mailed = [p.name for p in dict.fromkeys(people.values()) if (p.id,) in rows]
    if mailed:
        click.echo(
            f"A mail is on its way to {' and '.join(mailed)}; the others get theirs in turn."
        )
