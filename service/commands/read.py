"""`fieldpost read`: what the order reader makes of a mail."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import click
import msgspec

from engine.core import orders
from engine.core.bots import do_nothing
from engine.core.driver import open_asks
from engine.core.game import Game, Scenario
from engine.core.match import Match, begin, outcome_of
from engine.core.play import Refusal, preview
from engine.core.procedure import Ask, Chance
from engine.core.sheets import Sheet
from engine.core.standing import file_all
from service import words
from service.commands.given import FILE, GAME, find_scenario, find_side
from service.plaintext import written

SEED = 1  # the dice of a game that nobody plays


@click.command("read")
@click.argument("game", type=GAME)
@click.argument("file", type=FILE)
@click.option("--scenario", help="The scenario; else the first.")
@click.option("--side", help="The side that writes; else the first.")
def read_command(game: Game, file: Path, scenario: str | None, side: str | None) -> None:
    """Print as JSON what a raw message orders, as an answer to its side's first question."""
    chosen = find_scenario(game, scenario)
    writer = find_side(chosen, side)
    told = understood(game, chosen, writer, written(file.read_bytes()))
    click.echo(msgspec.json.format(msgspec.json.encode(told), indent=2))


def understood(game: Game, scenario: Scenario, side: str, text: str) -> dict[str, Any]:
    match = first_asked(game, scenario, side)
    ask = next(a for a in open_asks(match.driver.waiting) if a.side == side)
    reading = orders.read(game, text)
    run, _ = preview(match.driver, Sheet(side, reading.lines), {})
    filing = file_all(game, game.view(match.driver.board, side), reading.standing)
    refusals = [*run.refusals.get(side, []), *filing.refusals]
    return {
        "game": game.key,
        "scenario": scenario.key,
        "side": side,
        "question": ask.question,
        "case": ask.case,
        "orders": [{"line": t.line, "text": t.text} for t in run.taken.get(side, [])],
        "waiting": [{"line": x.number, "text": x.text} for x in run.sheets[side].unused()],
        "standing": filing.accepted,
        "refused": [refused(game, refusal) for refusal in refusals],
        "ignored": [{"line": i.number, "text": i.text, "meant": i.meant} for i in reading.ignored],
        "preview": reading.preview,
        "go": reading.go,
    }


def refused(game: Game, refusal: Refusal) -> dict[str, Any]:
    return {
        "line": refusal.line,
        "text": refusal.text,
        "case": refusal.case,
        "reason": words.refusal(game, refusal),
        "near": refusal.near,
    }


def first_asked(game: Game, scenario: Scenario, side: str) -> Match:
    """A game played on, the others passing, until the side is asked for the first time."""
    match, rng = begin(game, scenario.key), Random(SEED)
    while not any(ask.side == side for ask in open_asks(match.driver.waiting)):
        waiting = match.driver.waiting
        if waiting is None:
            raise click.ClickException(f"{side} is never asked anything in {scenario.key}.")
        if isinstance(waiting, Chance):
            match.roll(outcome_of(waiting.spec, rng))
        else:
            pass_by(match, open_asks(waiting, match.driver.sealed)[0], rng)
    return match


def pass_by(match: Match, ask: Ask, rng: Random) -> None:
    view = match.game.view(match.driver.board, ask.side)
    match.answer(ask.side, do_nothing(match.game, view, ask, rng))
