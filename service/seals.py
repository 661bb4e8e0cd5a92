"""Commitments: what the log says of a hidden thing until it is opened.

All texts are ASCII, all numbers decimal, all hashes SHA-256 and written as lower-case hex:

    seed        32 random bytes for "table" and for each side, kept by the service until `end`
    in `start`  SHA-256("fieldpost-seed/1\\n" GAME "\\n" NAME "\\n" seed), NAME "table" or the side
    salt i      HMAC-SHA256(seed, "salt:" GAME ":" i)
    seal        SHA-256("fieldpost-commit/1\\n" salt canon(plaintext))

Token tN is sealed under the table's seed with i = N; ids never come twice. A side's answers and
standing orders are sealed under its own seed, i = 0, 1, 2 … over all its commitments in the order
of the record, replaced ones included; in one answer the choice, if sealed, comes before `how`.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from engine.core.facts import Mixed, Opened, Shown
from engine.core.procedure import Fact
from engine.core.tokens import Token
from service.bodies import Answer, Standing
from service.events import canon

TABLE = "table"


class Seal(Struct, frozen=True):
    commitment: str
    index: int
    salt: str


class Tally(Struct):
    """Where a game's commitments stand: how many each side made, and which wait to be opened."""

    counts: dict[str, int] = {}
    closed: dict[str, dict[str, int]] = {}  # side: question: index of its last sealed choice

    def take(self, body: Answer | Standing) -> None:
        """Count the commitments of a recorded event."""
        first = self.counts.get(body.side, 0)
        sealed = isinstance(body, Answer) and body.is_sealed
        self.counts[body.side] = first + 1 + sealed
        if isinstance(body, Answer) and sealed:
            self.closed.setdefault(body.side, {})[body.question] = first


def seed_commitment(game: str, name: str, seed: bytes) -> str:
    return sha256(f"fieldpost-seed/1\n{game}\n{name}\n".encode() + seed).hexdigest()


def salt(seed: bytes, game: str, index: int) -> bytes:
    return hmac.digest(seed, f"salt:{game}:{index}".encode(), "sha256")


def commitment(salt: bytes, plaintext: bytes) -> str:
    return sha256(b"fieldpost-commit/1\n" + salt + plaintext).hexdigest()


def opens(seal: str, salt: str, plaintext: Any) -> bool:
    """Whether this salt (hex) and plaintext (any canonical thing) are what the seal holds."""
    try:
        return len(salt) == 64 and commitment(bytes.fromhex(salt), canon(plaintext)) == seal
    except ValueError:
        return False


def token_number(token: str) -> int:
    return int(token.removeprefix("t"))


class Sealer:
    """Seals one game's choices and tokens. The seeds never leave it but as salts."""

    def __init__(self, seeds: Mapping[str, bytes], game: str, tally: Tally | None = None) -> None:
        if any(len(seed) != 32 for seed in seeds.values()):
            raise ValueError("every seed has 32 bytes")
        self.seeds = seeds
        self.game = game
        self.tally = Tally() if tally is None else tally

    def seal(self, name: str, index: int, plaintext: Any) -> Seal:
        fresh = salt(self.seeds[name], self.game, index)
        return Seal(commitment(fresh, canon(plaintext)), index, fresh.hex())

    def choice(self, side: str, plaintext: Any) -> Seal:
        """The side's next commitment."""
        index = self.tally.counts.get(side, 0)
        self.tally.counts[side] = index + 1
        return self.seal(side, index, plaintext)

    def answer(
        self, side: str, question: str, case: str, choice: Any, how: str, *, sealed: bool = False
    ) -> Answer:
        """The body of an answer, its commitments counted."""
        if not sealed:
            return Answer(side, question, case, self.choice(side, how).commitment, choice)
        seal = self.choice(side, choice)
        self.tally.closed.setdefault(side, {})[question] = seal.index
        by = self.choice(side, how).commitment
        return Answer(side, question, case, by, UNSET, seal.commitment)

    def standing(self, side: str, orders: Any) -> Standing:
        return Standing(side, self.choice(side, orders).commitment)

    def facts(self, facts: Iterable[Fact]) -> tuple[list[Fact], list[Fact]]:
        """The facts as everyone may read them, and in full for the service alone."""
        full = [self.sealed(fact) for fact in facts]
        return [fact.masked(None) for fact in full], full

    def sealed(self, fact: Fact) -> Fact:
        """The fact with its seals and salts; values stay."""
        if isinstance(fact, Mixed):
            return replace(fact, tokens=tuple(map(self.token, fact.tokens)))
        if isinstance(fact, Shown):
            return replace(fact, salt=self.token_salt(fact.token))
        if isinstance(fact, Opened):
            index = self.tally.closed[fact.side][fact.question]
            return replace(fact, salt=salt(self.seeds[fact.side], self.game, index).hex())
        return fact

    def token(self, token: Token) -> Token:
        number = token_number(token.id)
        return replace(token, seal=self.seal(TABLE, number, token.value).commitment)

    def token_salt(self, token: str) -> str:
        return salt(self.seeds[TABLE], self.game, token_number(token)).hex()
