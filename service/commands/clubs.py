"""Games begun from the command line: seats filled, players joined, play under way."""

from __future__ import annotations

import os
from collections.abc import Mapping
from random import Random

import msgspec

from engine.core.driver import open_asks
from engine.core.procedure import Ask
from engine.core.questions import lines_of
from service import adjudication, games, players, submissions
from service.database import transaction
from service.doors import Form
from service.games import Seat
from service.players import Player
from service.table import Table


def member(name: str, address: str) -> Player:
    """The player with this address, made if there is none."""
    with transaction() as conn:
        return players.find(conn, address) or players.create(conn, name, address, None, True)


def begun(title: str, scenario: str, seats: Mapping[str, Seat]) -> str:
    """A new game that everybody has joined; practice opponents have played as far as they can."""
    with transaction() as conn:
        id = games.create(conn, title, scenario, seats)
    people = [seat.side for seat in seats.values() if seat.player]
    for side in people:
        adjudication.join(id, side, os.urandom(8).hex())
    if not people:
        adjudication.answer(adjudication.sit(id, lambda sitting: sitting.go_on()))
    return id


def play_on(id: str, answers: int, seed: int) -> None:
    """Let the players of a game hand in some random orders, by the door of the form."""
    rng = Random(seed)
    for number in range(answers):
        with transaction() as conn:
            table = games.load(conn, games.find(conn, id))
        asks = open_asks(table.waiting, table.driver.sealed)
        if not asks:
            return
        hand_in(table, asks[rng.randrange(len(asks))], f"demo:{id}:{number}", rng)


def hand_in(table: Table, ask: Ask, key: str, rng: Random) -> None:
    view = table.game.view(table.driver.board, ask.side)
    question = table.game.questions[ask.question]
    lines = lines_of(question, ask.options, ask.options.sample(rng), view)
    raw = msgspec.json.encode(Form("\n".join(lines)))
    player = table.start.seats[ask.side]
    receipt = submissions.receive("form", raw, key, table.id, player, ask.side)
    adjudication.adjudicate(receipt.id)
