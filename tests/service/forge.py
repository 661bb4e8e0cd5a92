"""A small signed game made with the real functions, and an operator who bends and re-signs it."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key

from engine.core.facts import Ended, Mixed, Opened, Shown, Unsealed
from engine.core.outcome import Outcome
from engine.core.procedure import Fact
from engine.core.tokens import ALL, Token
from service.bodies import Answer, ChanceBody, End, HouseEntry, Join, Start
from service.dice import Context, message, outcome, phrase_hash
from service.events import ZERO, Asked, Draft, Head, Next, Request, canon, chain, leaf
from service.house import sign
from service.keys import fingerprint, house_text
from service.seals import TABLE, Sealer, seed_commitment
from service.signing import EventKey
from service.verify import Keys, export_line

GAME = "g7"
ORIGIN = "dice.example/log1"
AT = "2031-05-04T10:20:30Z"
SEEDS = {TABLE: b"T" * 32, "blue": b"B" * 32, "red": b"R" * 32}
EVENT_KEY = EventKey(Ed25519PrivateKey.from_private_bytes(b"k" * 32))
CARDS = ("ace", "king", "queen", "jack")
OUTCOME = Outcome("red", "decisive")
MENU = ("red", "menu", "4.1")
RED_PLAN, BLUE_PLAN = ("red", "plan", "5.2"), ("blue", "plan", "5.2")
Question = tuple[str, str, str]
Forger = Callable[[list[dict[str, Any]]], object]


@cache
def house(name: str) -> RSAPrivateKey:
    return generate_private_key(65537, 2048)


def keys(*houses: str) -> Keys:
    pins = {name: fingerprint(house(name).public_key()) for name in houses}
    return Keys((EVENT_KEY.public,), pins or None)


def asking(*asked: Question) -> Next:
    return Next(ask=tuple(Asked(*a) for a in asked))


def over() -> Next:
    return Next(outcome=msgspec.to_builtins(OUTCOME))


class Table:
    """Builds a game event by event, as the service does."""

    def __init__(self, houses: tuple[str, ...] = ("own", "club"), game: str = GAME) -> None:
        self.game = game
        self.houses = list(houses)
        self.sealer = Sealer(SEEDS, game)
        self.drafts: list[Draft] = []
        self.rolls = 0
        self.context = Context(bytes(32))
        self.last: tuple[int, ...] = ()
        entries = tuple(HouseEntry(n, house_text(house(n).public_key())) for n in houses)
        seeds = {name: seed_commitment(game, name, seed) for name, seed in SEEDS.items()}
        seats = {"blue": "p1", "red": "p2"}
        self.start = Start("skirmish", "1", (), "first", {}, seats, entries, seeds, ORIGIN)

    def add(self, kind: str, body: Any, then: Next | None, *facts: Fact) -> None:
        public, _ = self.sealer.facts(facts)
        self.drafts.append(Draft(kind, body, public, then, AT))

    def begin(self, then: Next, *facts: Fact) -> None:
        self.add("start", self.start, None, *facts)
        phrases = {"red": phrase_hash("tally-ho"), "blue": phrase_hash("steady")}
        self.add("join", Join("red", phrases["red"]), None)
        self.add("join", Join("blue", phrases["blue"]), then)
        self.context = Context.begin(canon(self.start), phrases)

    def request(self, spec: str, case: str) -> Next:
        self.rolls += 1
        return Next(chance=Request(self.rolls, spec, case))

    def answer(self, asked: Question, choice: Any, then: Next, *facts: Fact) -> None:
        body = self.sealer.answer(*asked, choice, "hand")
        self.context = self.context.answered([body])
        self.add("answer", body, then, *facts)

    def seal(self, asked: Question, choice: Any, then: Next) -> Answer:
        """A sealed answer while other sides are still asked."""
        body = self.sealer.answer(*asked, choice, "policy", sealed=True)
        self.add("answer", body, then)
        return body

    def roll(
        self, spec: str, case: str, then: Next, facts: Callable[[], Sequence[Fact]] = tuple
    ) -> None:
        """Answer the open request; `facts` may look at `last`."""
        text = message(ORIGIN, self.game, self.rolls, spec, self.context.value)
        signatures = [sign(house(name), text) for name in self.houses]
        self.last = outcome(spec, text, signatures, SEEDS[TABLE])
        shown = None if spec.startswith("shuffle") else self.last
        encoded = tuple(base64.b64encode(s).decode() for s in signatures)
        body = ChanceBody(self.rolls, spec, case, encoded, shown)
        self.add("chance", body, then, *facts())

    def events(self) -> list[dict[str, Any]]:
        return [msgspec.json.decode(x.canon) for x in chain(self.game, Head(), self.drafts)]

    def lines(self) -> list[bytes]:
        links = chain(self.game, Head(), self.drafts)
        return [export_line(link.canon, EVENT_KEY.sign(link.canon)) for link in links]


def finished_game(game: str = GAME) -> Table:
    """Twelve events: a shuffle, dice, sealed answers of which one is replaced, cards shown."""
    table = Table(game=game)
    table.begin(table.request("shuffle:4", "2.1"))  # 0, 1, 2
    table.roll("shuffle:4", "2.1", asking(MENU), lambda: [dealt(table.last)])  # 3
    values = [CARDS[n] for n in table.last]
    table.answer(MENU, ["attack", 1707], table.request("6,6", "4.3"))  # 4
    table.roll("6,6", "4.3", asking(RED_PLAN, BLUE_PLAN))  # 5
    simultaneous(table, table.request("10", "6"))  # 6, 7, 8, 9
    shown = [Shown("t0", values[0], (ALL,)), Shown("t1", values[1], ("red",)), Ended(OUTCOME)]
    table.roll("10", "6", over(), lambda: shown)  # 10
    table.add("end", End(over().outcome, revealed()), over(), *unsealed(values))  # type: ignore[arg-type]  # 11
    return table


def dealt(known: tuple[int, ...]) -> Mixed:
    tokens = [Token(f"t{n}", "card", "deck", (), CARDS[c]) for n, c in enumerate(known)]
    return Mixed((), tuple(tokens))


def simultaneous(table: Table, then: Next) -> None:
    table.seal(RED_PLAN, "left", asking(BLUE_PLAN))
    standing = table.sealer.standing("blue", {"losses": "weakest first"})
    table.add("standing", standing, asking(BLUE_PLAN))
    red = table.seal(RED_PLAN, "right", asking(BLUE_PLAN))
    blue = table.sealer.answer(*BLUE_PLAN, None, "default", sealed=True)
    table.context = table.context.answered([red, blue])
    opened = Opened("red", "plan", "right"), Opened("blue", "plan", None)
    table.add("answer", blue, then, *opened)


def revealed() -> dict[str, str]:
    return {name: seed.hex() for name, seed in SEEDS.items()}


def unsealed(values: list[str]) -> tuple[Fact, ...]:
    red = Unsealed("red", 0, ("hand", "left", "policy", None, "policy"))
    blue = Unsealed("blue", 0, ({"losses": "weakest first"}, None, "default"))
    return red, blue, Unsealed(TABLE, 1, tuple(values[1:]))


def resigned(events: list[dict[str, Any]]) -> list[bytes]:
    """The operator numbers, chains and signs whatever stands there."""
    lines, prev = [], ZERO
    for seq, event in enumerate(events):
        data = canon(event | {"prev": prev.hex(), "seq": seq})
        prev = leaf(data)
        lines.append(export_line(data, EVENT_KEY.sign(data)))
    return lines
