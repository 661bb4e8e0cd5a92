"""What is given on the command line, checked: games, scenarios, sides, bots, files of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from engine import registry
from engine.core.bots import BOTS, Bot
from engine.core.game import Game, Scenario
from engine.core.names import nearest
from service.settings import settings
from service.verify import read, read_line

FILE = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)
RANDOM = "random"
FEW = 8  # to be listed in full
OUT = click.Path(dir_okay=False, writable=True, path_type=Path)


class GameType(click.ParamType[Game]):
    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        try:
            return registry.find(value, settings().extra_games)
        except registry.UnknownGame as problem:
            text = str(problem)
            end = "" if text.endswith("?") else "."
            self.fail(f"{text}{end} `fieldpost games` lists them.", param, ctx)


GAME = GameType()


def one_of(what: str, value: str, known: tuple[str, ...]) -> str:
    """The value, or a usage error that tells what would have worked."""
    if value not in known:
        listed = known if len(known) <= FEW else nearest(value, known) or known
        are = "is" if len(listed) == 1 else "are"
        raise click.UsageError(f"There is no {what} {value!r}; there {are} {', '.join(listed)}.")
    return value


def find_scenario(game: Game, key: str | None) -> Scenario:
    """The named scenario, or the first."""
    known = tuple(scenario.key for scenario in game.scenarios)
    return game.scenario(one_of("scenario", known[0] if key is None else key, known))


def find_side(scenario: Scenario, side: str | None) -> str:
    return one_of("side", scenario.players[0] if side is None else side, scenario.players)


def find_bots(game: Game, scenario: Scenario, names: str | None) -> dict[str, str]:
    """A practice opponent for each side; the random one where none are named."""
    sides, known = scenario.players, tuple(bots_of(game))
    chosen = names.split(",") if names else [RANDOM] * len(sides)
    found = [one_of("bot", name.strip(), known) for name in chosen]
    if len(found) != len(sides):
        would = ",".join((found * len(sides))[: len(sides)])
        raise click.UsageError(
            f"--bots takes one name for each of {', '.join(sides)}: --bots {would}, say."
        )
    return dict(zip(sides, found, strict=True))


def bots_of(game: Game) -> dict[str, Bot]:
    return {**BOTS, **game.bots}


def read_lines(path: Path) -> list[bytes]:
    """The lines of a file that begins as an exported game does."""
    lines = read(path)
    try:
        read_line(lines[0])
    except ValueError:
        raise click.UsageError(
            f"{path} is no exported game: its first line is not one of `fieldpost export`."
        ) from None
    return lines
