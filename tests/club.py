"""A club for tests: the service in this process, with the miniature game, on a real database."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from engine.core.driver import open_asks
from engine.core.procedure import Ask
from engine.core.questions import spelled
from engine.core.sets import SetOptions
from service import (
    adjudication,
    catalogue,
    database,
    games,
    houses,
    keyring,
    keys,
    store,
    submissions,
)
from service import settings as settings_module
from service.doors import Form
from service.house import OwnHouse, Store
from service.signing import EventKey
from service.store import Row
from service.table import Table
from service.verify import Keys, Verdict, export_line, verify

MINI = "tests.mini.game"
HOUSE_PEM = Path(__file__).with_name("house.pem")  # of no use elsewhere; the same dice every time


@cache
def house_private() -> RSAPrivateKey:
    key = load_pem_private_key(HOUSE_PEM.read_bytes(), password=None)
    assert isinstance(key, RSAPrivateKey)
    return key


class Reply(msgspec.Struct):
    state: str
    text: str
    reasons: list[str]
    id: int


class Club:
    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.folder = url, folder
        self.house = OwnHouse(house_private(), Store(":memory:"), "own")
        known = houses.Houses(())
        known.add(self.house)
        houses.use(known)
        self.keys_dir = folder / "keys"
        self.keys_dir.mkdir()
        keys.place(self.keys_dir / "event.pem", EventKey.generate().pem(), 0o600)
        keys.make_token(self.keys_dir)

    def player(self, name: str) -> str:
        with database.transaction() as conn:
            address = f"{name.lower()}@example.org"
            conn.execute(
                "INSERT INTO player (id, name, address, folded, play_at_once)"
                " VALUES (%s, %s, %s, %s, true) ON CONFLICT DO NOTHING",
                (f"p{name.lower()}", name, address, address),
            )
        return f"p{name.lower()}"

    def game(self, scenario: str = "meeting", *, join: bool = True, **given: Any) -> str:
        """A game of the given seats: `red="Anna", blue="bot:random"`."""
        names = {side: given.pop(side, "bot:random") for side in ("red", "blue")}
        seats = {side: self.seat(side, name) for side, name in names.items()}
        with database.transaction() as conn:
            id = games.create(conn, "mini", scenario, seats, **given)
        for side, seat in seats.items():
            if seat.player and join:
                adjudication.join(id, side, f"{side} phrase")
        return id

    def seat(self, side: str, name: str) -> games.Seat:
        if name.startswith(games.BOT):
            return games.Seat(side, bot=name.removeprefix(games.BOT))
        return games.Seat(side, player=self.player(name))

    def send(self, game: str, side: str, orders: str, mode: str = "go") -> Reply:
        receipt = self.receive(game, side, orders, mode)
        adjudication.adjudicate(receipt)
        return self.reply(receipt)

    def receive(self, game: str, side: str, orders: str, mode: str = "go", key: str = "") -> int:
        raw = msgspec.json.encode(Form(orders, mode))
        unique = key or os.urandom(8).hex()
        return submissions.receive("form", raw, unique, game, None, side).id

    def reply(self, id: int) -> Reply:
        with database.transaction() as conn:
            row = conn.execute(
                "SELECT s.state, coalesce(o.body, ''), s.reasons, s.id FROM submission s"
                " LEFT JOIN outbox o ON o.id = s.reply WHERE s.id = %s",
                (id,),
            ).fetchone()
        assert row is not None
        return Reply(*row)

    def table(self, game: str) -> Table:
        with database.transaction() as conn:
            return games.load(conn, games.find(conn, game))

    def rows(self, game: str) -> list[Row]:
        with database.transaction() as conn:
            return store.read(conn, game)

    def sql(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with database.transaction() as conn:
            cursor = conn.execute(query, values)
            return cursor.fetchall() if cursor.description else []

    def verdict(self, game: str) -> Verdict:
        lines = [export_line(row.canon, row.sig) for row in self.rows(game)]
        return verify(lines, Keys((keyring.event_key().public,)))

    def play_to_the_end(self, game: str, rng: Random) -> int:
        """Random legal orders by form for every side that people play; how many were sent."""
        for sent in range(2000):
            asks = open_asks((table := self.table(game)).waiting, table.driver.sealed)
            if not asks:
                assert table.is_over, table.waiting
                return sent
            ask = asks[rng.randrange(len(asks))]
            assert self.send(game, ask.side, random_orders(table, ask, rng)).state == "applied"
        raise AssertionError("the game does not end")


def random_orders(table: Table, ask: Ask, rng: Random) -> str:
    """A legal answer, as a player would write it."""
    game = table.game
    view = game.view(table.driver.board, ask.side)
    choice, question = ask.options.sample(rng), game.questions[ask.question]
    parts = choice if isinstance(ask.options, SetOptions) else (choice,)
    lines = [spelled(question, part, view) for part in parts]
    return "\n".join([*lines, "done"] if isinstance(ask.options, SetOptions) else lines)


@pytest.fixture
def club(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    monkeypatch.setenv("FIELDPOST_DATABASE_URL", database)
    monkeypatch.setenv("FIELDPOST_VAR_DIR", str(tmp_path))
    monkeypatch.setenv("FIELDPOST_KEYS_DIR", str(tmp_path / "keys"))
    monkeypatch.setenv("FIELDPOST_EXTRA_GAMES", MINI)
    monkeypatch.setattr(submissions, "wake", lambda *_: None)
    forget()
    yield Club(database, tmp_path)
    close()
    forget()


def close() -> None:
    database.close()


def forget() -> None:
    """Let every module read its settings anew."""
    settings_module.settings.cache_clear()
    catalogue.catalogue.cache_clear()
    keyring.event_key.cache_clear()
    keyring.signed_here.cache_clear()
    keyring.token_key.cache_clear()
