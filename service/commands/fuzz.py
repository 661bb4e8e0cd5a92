"""`fieldpost fuzz`: random legal games to their end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import click
import msgspec

from engine.core.fuzz import Report, fuzz
from engine.core.fuzz_mail import by_mail
from engine.core.game import Game
from service.commands.given import GAME, find_scenario
from service.settings import settings


@click.command("fuzz")
@click.argument("game", type=GAME)
@click.option("--scenario", help="Only this scenario; else all of them.")
@click.option("--games", "count", type=click.IntRange(1), default=20, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first game.")
@click.option("--mail", is_flag=True, help="Play by order text instead of choices.")
def fuzz_command(game: Game, scenario: str | None, count: int, seed: int, mail: bool) -> None:
    """Play random legal games to their end; exit 1 if one fails."""
    chosen = [find_scenario(game, scenario)] if scenario else list(game.scenarios)
    total = Report()
    for number, one in enumerate(chosen):
        share = count // len(chosen) + (number < count % len(chosen))
        seeds = range(seed, seed + share)
        add(total, fuzz(game, one.key, seeds, Random, by_mail() if mail else None))
    tell(game, total)
    click.echo(str(total))
    if total.failures:
        raise click.exceptions.Exit(1)


def add(total: Report, report: Report) -> None:
    total.games += report.games
    total.events += report.events
    total.failures += report.failures
    total.counts.update(report.counts)


def tell(game: Game, total: Report) -> None:
    for key, count in sorted(total.counts.items()):
        click.echo(f"{count:8}  {key}")
    for key in total.never(game):
        click.echo(f"   never  {key}")
    for number, failure in enumerate(total.failures, 1):
        click.echo(f"failure   {failure}; kept as {dump(game, number, failure)}")


def dump(game: Game, number: int, failure: object) -> Path:
    """A failed game can be looked at again."""
    folder = settings().var_dir / "fuzz"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game.key}-{number}.json"
    path.write_bytes(msgspec.json.encode(failure))
    return path
