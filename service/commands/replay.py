"""`fieldpost replay`: the journal of an exported game, or the board at a step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from engine.maps.draw import draw
from service.catalogue import catalogue
from service.commands.given import FILE, OUT, one_of, read_lines
from service.commands.telling import Teller
from service.commands.watching import SPECTATOR, Watched, read_events
from service.watching import tidied


@click.command("replay")
@click.argument("file", type=FILE)
@click.option("--as", "eyes", help=f"Show what this side knew, or {SPECTATOR}; else everything.")
@click.option("--step", type=click.IntRange(0), help="The board after this event, as JSON.")
@click.option("--svg", type=OUT, help="Draw the board into this file (the last, or --step).")
def replay_command(file: Path, eyes: str | None, step: int | None, svg: Path | None) -> None:
    """Tell an exported game in sentences, or show its board at a step. `verify` checks it."""
    watched = open_game(file)
    if eyes is not None:
        one_of("side", eyes, (*watched.events[0].body["seats"], SPECTATOR))
    last = len(watched.events) - 1
    if step is not None and step > last:
        raise click.UsageError(f"The game has the steps 0 to {last}.")
    if not watched.is_over and eyes != SPECTATOR:
        click.echo(
            "In play: hidden things are not in the file, so this is a spectator's view.", err=True
        )
    if svg is not None:
        write_svg(watched, watched.board(last if step is None else step, eyes), svg)
    elif step is not None:
        click.echo(msgspec.json.format(msgspec.json.encode(watched.board(step, eyes)), indent=2))
    else:
        tell(watched, eyes)


def open_game(file: Path) -> Watched:
    try:
        events = read_events(read_lines(file))
        title = events[0].body["title"]
    except (KeyError, TypeError):
        raise click.UsageError(f"{file} does not begin with the start of a game.") from None
    except ValueError as problem:
        raise click.ClickException(f"{file} cannot be read: {problem}.") from None
    if title not in catalogue():
        here = f"installed are: {', '.join(catalogue())}" if catalogue() else "no game is installed"
        raise click.ClickException(f"The game {title} is not installed here; {here}.")
    return Watched(catalogue()[title], events)


def write_svg(watched: Watched, view: Any, svg: Path) -> None:
    scene = watched.game.scene(view)
    if scene is None:
        raise click.ClickException(f"{watched.game.title} has no map to draw.")
    svg.write_text(draw(scene), encoding="utf-8")
    click.echo(f"{svg}: the board is drawn.")


def tell(watched: Watched, eyes: str | None) -> None:
    for item in tidied(Teller(watched, eyes).items()):
        click.echo(f"\n{item.text}" if item.is_heading else f"{item.seq:5}  {item.text}")
