"""A sheet of 30 answers: sealed, signed and appended to a real database, in CPU time."""

from __future__ import annotations

from statistics import median
from time import process_time

import psycopg

from engine.core.play import Step
from engine.registry import find
from service import games, store
from service.commands.local import LocalGame, own_house
from service.database import Connection
from service.games import Seat
from service.seals import TABLE
from service.signing import EventKey
from service.table import Table

ANSWERS = 30
BAR_MILLISECONDS = 12
ROUNDS = 15
SMALL = "tests.mini.game"  # the miniature game, which has no place in a shipped wheel
BOTS = {"red": "random", "blue": "random"}


def measure(owner_url: str) -> float:
    """Milliseconds of this process for one sheet, the median of several."""
    with own_house(), psycopg.connect(owner_url) as conn:
        steps = recorded()
        return median(one_sheet(conn, steps) for _ in range(ROUNDS)) * 1000


def recorded() -> list[Step]:
    """The first answers of a long game, with all that followed from them."""
    game = find("mini", (SMALL,))
    steps: list[Step] = []
    for seed in range(100):
        local = LocalGame(game, game.scenario("meeting"), BOTS, seed, EventKey.generate())
        local.play()
        steps = max(steps, local.steps, key=len)
        if len(steps) >= ANSWERS:
            break
    assert len(steps) >= ANSWERS, "no game was long enough"
    return steps[:ANSWERS]


def one_sheet(conn: Connection, steps: list[Step]) -> float:
    """Seconds of CPU from the answers to the commit."""
    table, key = seated(conn), EventKey.generate()
    store.append(conn, table.sign(key))
    conn.commit()
    start = process_time()
    store.locked_head(conn, table.id)
    table.answered(steps)
    rows = table.sign(key)
    store.append(conn, rows)
    conn.commit()
    spent = process_time() - start
    assert len(rows) >= ANSWERS
    return spent


def seated(conn: Connection) -> Table:
    """A new game at its start; the answers come from another one just like it."""
    game, scenario = find("mini", (SMALL,)), "meeting"
    seats = {side: Seat(side, bot=bot) for side, bot in BOTS.items()}
    seeds = {name: name.encode().ljust(32, b".") for name in (TABLE, *BOTS)}
    id, number = store.fresh(conn)
    options = games.chosen_options(game, scenario, {})
    games.insert(conn, id, number, game, scenario, options, game.editions[-1], seats, seeds)
    return games.opened(id, game, scenario, options, game.editions[-1], seats, seeds)
