"""A game at a table of its own: an in-process dice house, no server and no database."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from random import Random

from engine.core.driver import open_asks
from engine.core.game import Game, Scenario
from engine.core.play import HAND, Step, advance
from engine.core.procedure import Ask, AskAll, Chance
from service import games, houses, keys, loading
from service.commands.given import bots_of
from service.games import Seat
from service.house import OwnHouse, Store
from service.houses import Houses
from service.seals import TABLE
from service.settings import settings
from service.signing import EventKey
from service.store import Row
from service.table import Table

MOST_EVENTS = 50_000


class Endless(Exception):
    """Practice opponents who never come to an end."""


class LocalGame:
    def __init__(
        self, game: Game, scenario: Scenario, bots: Mapping[str, str], seed: int, key: EventKey
    ) -> None:
        self.bots, self.seed, self.key = bots, seed, key
        self.rows: list[Row] = []
        self.steps: list[Step] = []  # the answers, in order
        id = local_id(game, scenario, bots, seed)
        seeds = {name: sha256(f"{id}:{name}".encode()).digest() for name in (TABLE, *bots)}
        seats = {side: Seat(side, bot=bot) for side, bot in bots.items()}
        options = games.chosen_options(game, scenario.key, {})
        self.table: Table = games.opened(
            id, game, scenario.key, options, game.editions[-1], seats, seeds
        )

    def play(self) -> list[Row]:
        """Play to the end; every event, the closing one included."""
        while not self.table.is_over:
            self.step()
            self.rows += self.table.sign(self.key)
            if len(self.rows) > MOST_EVENTS:
                raise Endless(f"{MOST_EVENTS:,} events, and the game has not ended")
        self.table.ended(loading.plaintexts(self.table.game, self.rows))
        self.rows += self.table.sign(self.key)
        return self.rows

    def step(self) -> None:
        table = self.table
        if isinstance(table.waiting, Chance):
            signatures = houses.houses().answers(table.start.houses, table.message())
            table.rolled(signatures, tuple(base64.b64encode(s).decode() for s in signatures))
            return
        run = advance(table.driver, {}, {})
        table.driver = run.driver
        self.note(run.steps)
        for ask in open_asks(table.waiting, table.driver.sealed)[:1]:
            self.note([self.answer(ask)])

    def note(self, steps: list[Step]) -> None:
        self.table.answered(steps)
        self.steps += steps

    def answer(self, ask: Ask) -> Step:
        driver = self.table.driver
        rng = Random(f"{self.seed}:{len(self.rows)}:{ask.side}")
        view = driver.game.view(driver.board, ask.side)
        choice = bots_of(driver.game)[self.bots[ask.side]](driver.game, view, ask, rng)
        sealed = ask.sealed or isinstance(driver.waiting, AskAll)
        facts = tuple(driver.answer(ask.side, choice))
        answered = tuple(driver.sealed)
        return Step(
            ask.side, ask.question, ask.case, choice, HAND, sealed, facts, driver.waiting, answered
        )


def local_id(game: Game, scenario: Scenario, bots: Mapping[str, str], seed: int) -> str:
    """Never an id of the service, and another one for every other game that can be asked for."""
    text = f"{game.key}\n{scenario.key}\n{game.editions[-1]}\n{dict(bots)}\n{seed}"
    return f"play-{sha256(text.encode()).hexdigest()[:12]}"


@contextmanager
def own_house() -> Iterator[OwnHouse]:
    """The one house of local games, with this installation's key or one made for the moment."""
    store = Store(":memory:")
    before = houses.houses()
    try:
        house = OwnHouse(house_key(), store)
        here = Houses(())
        here.add(house)
        houses.use(here)
        yield house
    finally:
        houses.use(before)
        store.close()


def house_key() -> keys.RSAPrivateKey:
    if has_keys():
        return keys.house_key(settings().keys_dir)
    return keys.generate_private_key(keys.EXPONENT, keys.HOUSE_BITS)


def signing_key() -> EventKey:
    return keys.event_key(settings().keys_dir) if has_keys() else EventKey.generate()


def has_keys() -> bool:
    """Both of them; half a set counts as none."""
    names = (keys.EVENT_NAME, keys.HOUSE_NAME)
    return all((settings().keys_dir / f"{name}.pem").exists() for name in names)
