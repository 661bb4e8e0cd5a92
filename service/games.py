"""Games as they are begun, joined and brought back from the store."""

from __future__ import annotations

import os
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from engine.core.bots import BOTS
from engine.core.driver import Diverged, Driver
from engine.core.game import Game
from engine.core.procedure import Fact
from service import catalogue, keyring, loading, snapshots, store
from service.bodies import Join, Start
from service.database import Connection
from service.dice import phrase_hash
from service.events import Head
from service.houses import houses
from service.keyring import event_key
from service.seals import TABLE, Sealer, seed_commitment
from service.settings import settings
from service.table import Table

BOT = "bot:"


class Unknown(LookupError):
    """There is no such game."""


class OtherKey(Diverged):
    """The game was begun under another event key than this service has."""


class BadChoice(ValueError):
    """A game that cannot be set up like this; the text says what would have worked."""


class Seat(Struct, frozen=True):
    side: str
    player: str | None = None
    bot: str | None = None

    @property
    def name(self) -> str:
        return f"{BOT}{self.bot}" if self.bot else str(self.player)


class About(Struct, frozen=True):
    """A game's row."""

    id: str
    number: int
    title: str
    state: str
    held_reason: str | None


def create(
    conn: Connection,
    title: str,
    scenario: str,
    seats: Mapping[str, Seat],
    options: Mapping[str, str] | None = None,
    edition: str | None = None,
    seeds: dict[str, bytes] | None = None,
) -> str:
    """Write the start of a game; play begins when everybody has joined."""
    game = catalogue.find(title)
    chosen = chosen_options(game, scenario, options or {})
    edition = edition or game.editions[-1]
    check_seats(game, scenario, seats)
    id, number = store.fresh(conn)
    seeds = seeds or {name: os.urandom(32) for name in (TABLE, *seats)}
    insert(conn, id, number, game, scenario, chosen, edition, seats, seeds)
    table = opened(id, game, scenario, chosen, edition, seats, seeds)
    store.append(conn, table.sign(event_key()))
    return id


def opened(
    id: str,
    game: Game,
    scenario: str,
    options: dict[str, str],
    edition: str,
    seats: Mapping[str, Seat],
    seeds: dict[str, bytes],
) -> Table:
    """A table with its opening board, and the start noted."""
    driver = Driver(game, game.empty_board())
    facts = list(game.opening(scenario, options, edition))
    for fact in facts:
        fact.apply(driver.board)
    start = Start(
        game.key,
        edition,
        driver.board.switches,
        scenario,
        options,
        {side: seat.name for side, seat in seats.items()},
        houses().entries(),
        {name: seed_commitment(id, name, seed) for name, seed in seeds.items()},
        settings().origin,
    )
    table = Table(id, game, start, driver, Sealer(seeds, id), Head())
    if all(seat.bot for seat in seats.values()):
        facts += driver.open()
        table.note("start", start, facts, table.next(driver.waiting))
    else:
        table.note("start", start, facts, None)
    return table


def join(table: Table, side: str, phrase: str = "") -> list[Fact]:
    """Take a seat with a phrase that nobody else chose; the last one to join begins play."""
    people = [s for s, name in table.start.seats.items() if not name.startswith(BOT)]
    if side not in people or side in table.sealing.phrases:
        raise BadChoice(f"{side} has no seat left to take in {table.id}")
    body = Join(side, phrase_hash(phrase))
    table.sealing.phrases[side] = body.phrase
    if all(s in table.sealing.phrases for s in people):
        facts = table.driver.open()
        table.note("join", body, facts, table.next(table.driver.waiting))
        return facts
    table.note("join", body, (), None)
    return []


def chosen_options(game: Game, scenario: str, options: Mapping[str, str]) -> dict[str, str]:
    """Every option of the scenario with its chosen or first value."""
    if scenario not in (keys := [s.key for s in game.scenarios]):
        raise BadChoice(f"{game.title} has no scenario {scenario!r}; it has {', '.join(keys)}")
    known = {option.key: option for option in game.scenario(scenario).options}
    for key, value in options.items():
        if key not in known:
            raise BadChoice(f"no option {key!r}; there are {', '.join(known) or 'none'}")
        if value not in known[key].values:
            raise BadChoice(f"{key} can be {' or '.join(known[key].values)}, not {value!r}")
    return {key: options.get(key, option.values[0]) for key, option in known.items()}


def check_seats(game: Game, scenario: str, seats: Mapping[str, Seat]) -> None:
    wanted = set(game.scenario(scenario).players)
    if set(seats) != wanted:
        raise BadChoice(f"{scenario} is played by {', '.join(sorted(wanted))}")
    bots = {**BOTS, **game.bots}
    for seat in seats.values():
        if seat.bot is not None and seat.bot not in bots:
            raise BadChoice(f"no practice opponent {seat.bot!r}; there are {', '.join(bots)}")


def insert(
    conn: Connection,
    id: str,
    number: int,
    game: Game,
    scenario: str,
    options: dict[str, str],
    edition: str,
    seats: Mapping[str, Seat],
    seeds: Mapping[str, bytes],
) -> None:
    conn.execute(
        "INSERT INTO game (id, number, title, scenario, edition, options)"
        " VALUES (%s, %s, %s, %s, %s, %s)",
        (id, number, game.key, scenario, edition, msgspec.json.encode(options).decode()),
    )
    with conn.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO seat (game, side, player, bot) VALUES (%s, %s, %s, %s)",
            [(id, s.side, s.player, s.bot) for s in seats.values()],
        )
        cursor.executemany(
            "INSERT INTO secret (game, name, seed) VALUES (%s, %s, %s)",
            [(id, name, seed) for name, seed in seeds.items()],
        )


def find(conn: Connection, id: str) -> About:
    row = conn.execute(
        "SELECT id, number, title, state, held_reason FROM game WHERE id = %s", (id,)
    ).fetchone()
    if row is None:
        raise Unknown(f"there is no game {id}")
    return About(*row)


def load(conn: Connection, about: About) -> Table:
    """The game as it stands; the caller holds its lock if he means to write."""
    saved = snapshots.latest(conn, about.id)
    start = store.first(conn, about.id)
    if not keyring.signed_here(start.sig, start.canon):
        raise OtherKey(
            "its events are signed with another key than the one in the keys folder: put the old"
            " event.pem back before anybody plays on"
        )
    rows = store.read(conn, about.id, after=saved.seq - 1 if saved else -1)
    return loading.load(catalogue.find(about.title), start, rows, seeds(conn, about.id), saved)


def seeds(conn: Connection, id: str) -> dict[str, bytes]:
    rows = conn.execute("SELECT name, seed FROM secret WHERE game = %s", (id,)).fetchall()
    return dict(rows)


def rolling(conn: Connection) -> list[str]:
    """Open games that wait for dice."""
    rows = conn.execute("SELECT id FROM game WHERE rolling AND state = 'open' ORDER BY number")
    return [row[0] for row in rows]
