"""`fieldpost play`: one game between practice opponents, exported."""

from __future__ import annotations

from pathlib import Path

import click

from engine.core.game import Game
from service import keys
from service.commands.given import GAME, OUT, find_bots, find_scenario
from service.commands.local import LocalGame, has_keys, own_house, signing_key
from service.settings import settings
from service.verify import export_line


@click.command("play")
@click.argument("game", type=GAME)
@click.option("--scenario", help="The scenario; else the first.")
@click.option("--bots", help="One for each side, as in random,random; else random ones.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="What the bots' whims hang on."
)
@click.option("--out", type=OUT, required=True, help="File for the signed JSON lines.")
def play_command(game: Game, scenario: str | None, bots: str | None, seed: int, out: Path) -> None:
    """Play one game between practice opponents; needs no server and no database.

    With the same keys the same seed gives the same game, but for its times.
    """
    chosen = find_scenario(game, scenario)
    with own_house():
        key = signing_key()
        local = LocalGame(game, chosen, find_bots(game, chosen, bots), seed, key)
        rows = local.play()
    lines = [export_line(row.canon, row.sig) for row in rows]
    out.write_bytes(b"\n".join(lines) + b"\n")
    if not has_keys():
        pin = keys.vkey(settings().origin, key.public)
        click.echo(
            f"There are no keys here; signed for once. Check it with: verify {out} --key {pin}"
        )
    click.echo(f"{out}: {local.table.id}, {len(rows)} events. {result(local)}")


def result(local: LocalGame) -> str:
    outcome = local.table.driver.board.outcome
    winner = f"{outcome.winner} wins" if outcome.winner else "a draw"
    return f"Result: {winner}{f' ({outcome.grade})' if outcome.grade else ''}."
