"""`fieldpost admin`: what only the one who runs the service does."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from service import adjudication, games, players, rulings, submissions
from service.commands.connect import connected, insist
from service.commands.given import FILE
from service.database import Connection
from service.games import About

OPERATOR = "operator"
LEAST_PASSWORD = 10


@click.group("admin")
def admin_command() -> None:
    """Admins, shunted submissions, held games and rulings."""


@admin_command.command("create")
@click.argument("name")
@click.argument("address")
@click.option("--password-stdin", is_flag=True, help="Read the password from the standard input.")
@click.option("--no-password", is_flag=True, help="Choose none: nobody can sign in as this admin.")
def create(name: str, address: str, password_stdin: bool, no_password: bool) -> None:
    """Make an admin, or make a player one. There is no default password."""
    if "@" not in address:
        raise click.UsageError(f"{address!r} is no mail address; one like ann@example.org is.")
    password = None if no_password else asked_password(password_stdin)
    with connected() as conn:
        player = players.find(conn, address) or players.create(conn, name, address)
        conn.execute(
            "UPDATE player SET role = 'admin', password = coalesce(%s, password) WHERE id = %s",
            (password and hashed(password), player.id),
        )
    click.echo(f"{player.name} <{player.address}> is an admin ({player.id}).")


def asked_password(from_stdin: bool) -> str:
    if from_stdin:
        password = sys.stdin.readline().rstrip("\r\n")
    elif sys.stdin.isatty():
        password = click.prompt("Password", hide_input=True, confirmation_prompt=True)
    else:
        raise click.UsageError("Nobody is there to ask: use --password-stdin or --no-password.")
    if len(password) < LEAST_PASSWORD:
        raise click.UsageError(f"A password has at least {LEAST_PASSWORD} characters.")
    return password


def hashed(password: str) -> str:
    from argon2 import PasswordHasher

    return PasswordHasher().hash(password)


@admin_command.command("shunted")
def shunted() -> None:
    """List submissions that failed and were put aside."""
    with connected() as conn:
        rows = conn.execute(
            "SELECT id, door, coalesce(game, '-'), received_at, traceback FROM submission"
            " WHERE state = 'shunted' ORDER BY id"
        ).fetchall()
    for id, door, game, at, trace in rows:
        last = (trace or "no traceback was kept").strip().splitlines()[-1]
        click.echo(f"{id:8}  {door:5} {game:8} {at:%Y-%m-%d %H:%M}  {last}")
    click.echo(f"{len(rows)} shunted." + (" `admin rerun ID` tries one again." if rows else ""))


@admin_command.command("rerun")
@click.argument("id", type=int)
def rerun(id: int) -> None:
    """Let a shunted submission run once more."""
    with connected() as conn:
        found = submissions.find(conn, id)
        if found is None or not submissions.renew(conn, id):
            state = "is not there" if found is None else f"is {found.state}, not shunted"
            raise click.ClickException(f"Submission {id} {state}. `admin shunted` lists them.")
    state = adjudication.adjudicate(id)
    if state == "shunted":
        raise click.ClickException(f"Submission {id} is shunted again: {last_line(id)}")
    click.echo(f"Submission {id}: {state}.")


def last_line(id: int) -> str:
    """What failed; the whole traceback stays with the submission."""
    with connected() as conn:
        row = conn.execute("SELECT traceback FROM submission WHERE id = %s", (id,)).fetchone()
    trace = row[0] if row else None
    return str(trace or "no traceback was kept").strip().splitlines()[-1]


@admin_command.command("held")
def held() -> None:
    """List games that are held, and why."""
    with connected() as conn:
        rows = conn.execute(
            "SELECT id, title, held_reason FROM game WHERE state = 'held' ORDER BY number"
        ).fetchall()
    for id, title, reason in rows:
        click.echo(f"{id:8}  {title:12}  {' '.join((reason or 'no reason was kept').split())}")
    click.echo(f"{len(rows)} held." + (" `admin release ID` lets one go on." if rows else ""))


@admin_command.command("hold")
@click.argument("game")
@click.option(
    "--reason", required=True, help="For the admin's records; the players hear that it is held."
)
def hold(game: str, reason: str) -> None:
    """Stop a game; its players are told, and their orders wait."""
    with connected() as conn:
        about = found_game(conn, game)
        if about.state != "open":
            raise click.ClickException(f"{game} is {about.state} already.")
        adjudication.hold(conn, game, reason)
    click.echo(f"{game} is held. `admin release {game}` lets it go on.")


@admin_command.command("release")
@click.argument("game")
@click.option("--force", is_flag=True, help="Even if the rules do not follow its record.")
def release(game: str, force: bool) -> None:
    """Let a held game go on."""
    with connected() as conn:
        found_game(conn, game)
    try:
        rulings.release(game, force=force)
    except rulings.Refused as problem:
        raise click.ClickException(f"{game} is not released: {problem}.") from None
    click.echo(f"{game} goes on.")


@admin_command.command("adjudicate")
@click.argument("game")
@click.option("--reason", required=True, help="Stands in the signed log for ever: no names in it.")
@click.option(
    "--facts", type=FILE, required=True, help="JSON: a list of facts, each with its type."
)
@click.option("--by", help="Address of the admin or organiser who ruled.")
def adjudicate(game: str, reason: str, facts: Path, by: str | None) -> None:
    """Correct a position by facts, as an event with a reason; the open segment closes."""
    insist()
    with connected() as conn:
        about = found_game(conn, game)
        judge = ruler(conn, by)
    try:
        given = rulings.read_facts(games.catalogue.find(about.title), facts.read_bytes())
        seq = rulings.adjudicate(game, judge, reason, given)
    except (rulings.Refused, ValueError) as problem:
        raise click.ClickException(f"{game} stays as it is: {problem}.") from None
    click.echo(f"{game}: the ruling is event {seq}.")
    if about.state == "held":
        click.echo(f"It is still held; `admin release {game}` lets it go on.")


def found_game(conn: Connection, id: str) -> About:
    try:
        return games.find(conn, id)
    except games.Unknown:
        raise click.ClickException(f"There is no game {id}.") from None


def ruler(conn: Connection, address: str | None) -> str:
    """The id that the event names: of a player with that office, or of the operator."""
    if address is None:
        return OPERATOR
    row = conn.execute(
        "SELECT id FROM player WHERE folded = %s AND role <> 'player'", (players.fold(address),)
    ).fetchone()
    if row is None:
        raise click.UsageError(f"{address} is no admin or organiser; `admin create` makes one.")
    return str(row[0])
