"""`fieldpost migrate` and `upgrade`: the database as this version wants it."""

from __future__ import annotations

import click

from ops.migrations import run
from service import catalogue, games, rerun, store
from service.commands.connect import connected
from service.settings import settings


@click.command("migrate")
@click.option("--to", "revision", default="head", show_default=True, help="A step, as 0002.")
def migrate_command(revision: str) -> None:
    """Bring the database to the shape that this version expects."""
    url = settings().owner_url
    before = standing(url)
    run.upgrade(url, revision)
    after = standing(url)
    click.echo(f"The database stands at {after}{'' if before == after else f', after {before}'}.")


@click.command("upgrade")
@click.option("--force", is_flag=True, help="Go on although a game no longer follows its rules.")
def upgrade_command(force: bool) -> None:
    """Migrate with games in play: re-run every one of them before and after.

    It stops nothing: put the new version in place, run this, then start the processes again.
    """
    url = settings().owner_url
    before = standing(url)
    count = 0 if before == "nothing" else audited("before", force)
    run.upgrade(url)
    after = standing(url)
    audited("after", force)
    moved = "and stays" if before == after else f"after {before}"
    click.echo(f"The database stands at {after}, {moved}; {count} games in play were re-run.")
    click.echo("Start the processes of the service again, so that they run this version.")


def standing(url: str) -> str:
    with connected(url):
        return run.current(url) or "nothing"


def audited(when: str, force: bool) -> int:
    """How many games in play were re-run; refuses if one no longer follows its rules."""
    count, wrong = re_run()
    for line in wrong:
        click.echo(line)
    if wrong and not force:
        advice = "Nothing was changed" if when == "before" else "The database is migrated"
        raise click.ClickException(
            f"{len(wrong)} of {count} games in play do not follow the rules of this version. "
            f"{advice}: go back to the version that played them, or --force and rule."
        )
    return count


def re_run() -> tuple[int, list[str]]:
    """Every game that is not over: how many, and what is wrong with which."""
    count, wrong = 0, []
    with connected() as conn:
        found = conn.execute("SELECT id, title FROM game WHERE state <> 'over' ORDER BY number")
        for id, title in found.fetchall():
            if not (seeds := games.seeds(conn, id)):
                continue  # imported in play: its secrets lie elsewhere
            count += 1
            game = catalogue.catalogue().get(title)
            rows = store.read(conn, id)
            told = (
                f"there is no game {title!r}"
                if game is None
                else rerun.audit_rows(game, rows, seeds)
            )
            wrong += [f"{id}: {told}"] if told else []
    return count, wrong
