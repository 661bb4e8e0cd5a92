"""`fieldpost-dice/1`: from the houses' signatures to faces and orders, with nothing left to choose.

    ctx_0  = SHA-256(canon(body of start)); then, for the joins in the order of their sides' names,
             ctx = SHA-256(ctx || phrase hash); then, for each answer in the order in which the
             rules asked, ctx = SHA-256(ctx || SHA-256(canon({case, choice or seal, question,
             side}))). Questions put to several sides at once enter when the last has answered, in
             the order of the sides' names, each side with its last answer.
    M      = "fieldpost-dice/1\\n" origin "\\n" game "\\n" roll "\\n" spec "\\n" hex(ctx) "\\n"
    S      = SHA-256(M || s_1 || … || s_n), s_i the houses' signatures of M in the order of `start`
    S'     = HMAC-SHA256(table's seed, S) in place of S, for a shuffle
    B_j    = SHA-256(hex(S) ":" j), j = 0, 1, 2 …, one stream of bytes
    die N  = next byte b, skipped if b >= 256 - 256 mod N, gives b mod N + 1; above N = 256 the
             next four bytes, big-endian, and 2^32 in place of 256
    order  = 0 … n-1; for i = n-1 … 1 swap i with (die i+1) - 1

Names of sides are compared as ASCII.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256

from msgspec import UNSET, Struct

from service.bodies import Answer
from service.events import canon

VERSION = "fieldpost-dice/1"
MOST_DICE = 1000
MOST_FACES = 1_000_000
MOST_SHUFFLED = 10_000

_NUMBER = re.compile(r"[1-9][0-9]{0,6}")
_MESSAGE = re.compile(
    r"fieldpost-dice/1\n(?P<origin>[!-~]{1,200})\n(?P<game>[A-Za-z0-9][A-Za-z0-9._-]{0,63})\n"
    r"(?P<roll>[1-9][0-9]{0,8})\n(?P<spec>[0-9a-z:,]{1,4000})\n(?P<ctx>[0-9a-f]{64})\n"
)


class BadSpec(ValueError):
    """Dice that nobody can throw."""


class BadMessage(ValueError):
    """A text that asks for no roll."""


class Spec(Struct, frozen=True):
    """Dice in sequence by their faces, or the number of things to shuffle."""

    dice: tuple[int, ...] = ()
    shuffle: int = 0


class Message(Struct, frozen=True):
    origin: str
    game: str
    roll: int
    spec: str
    ctx: str  # hex

    @property
    def text(self) -> bytes:
        return message(self.origin, self.game, self.roll, self.spec, bytes.fromhex(self.ctx))


class Context(Struct, frozen=True):
    """The running hash of what the players decided. Its 32 bytes are all that is to be kept."""

    value: bytes

    @classmethod
    def begin(cls, start: bytes, phrases: Mapping[str, str]) -> Context:
        """From the canonical body of `start` and the phrase hashes by side, in hex."""
        context = cls(sha256(start).digest())
        for side in sorted(phrases):
            context = context.absorbed(bytes.fromhex(phrases[side]))
        return context

    def absorbed(self, digest: bytes) -> Context:
        return Context(sha256(self.value + digest).digest())

    def answered(self, answers: Iterable[Answer]) -> Context:
        """After one answer, or after the last of several sides that were asked at once."""
        context = self
        for answer in sorted(answers, key=side_of):
            context = context.absorbed(sha256(canon(entry(answer))).digest())
        return context


def side_of(answer: Answer) -> str:
    return answer.side


def entry(answer: Answer) -> dict[str, object]:
    """What of an answer enters the context; how it came about does not."""
    decided = {"seal": answer.seal} if answer.choice is UNSET else {"choice": answer.choice}
    return {"case": answer.case, "question": answer.question, "side": answer.side, **decided}


def phrase_hash(phrase: str) -> str:
    return sha256(phrase.encode()).hexdigest()


def message(origin: str, game: str, roll: int, spec: str, ctx: bytes) -> bytes:
    text = f"{VERSION}\n{origin}\n{game}\n{roll}\n{spec}\n{ctx.hex()}\n"
    read_message(text)
    return text.encode()


def read_message(text: str) -> Message:
    found = _MESSAGE.fullmatch(text)
    if found is None:
        raise BadMessage(f"the text is no request of {VERSION}")
    read_spec(found["spec"])
    return Message(found["origin"], found["game"], int(found["roll"]), found["spec"], found["ctx"])


def read_spec(spec: str) -> Spec:
    if spec.startswith("shuffle:"):
        return Spec(shuffle=number(spec.removeprefix("shuffle:"), MOST_SHUFFLED, spec))
    faces = spec.split(",")
    if len(faces) > MOST_DICE:
        raise BadSpec(f"{len(faces)} dice are more than {MOST_DICE}")
    return Spec(tuple(number(n, MOST_FACES, spec) for n in faces))


def number(text: str, most: int, spec: str) -> int:
    if not _NUMBER.fullmatch(text) or int(text) > most:
        raise BadSpec(f"{text!r} in {spec!r} is no number from 1 to {most:,}")
    return int(text)


def is_secret(spec: str) -> bool:
    return spec.startswith("shuffle:")


def combine(message: bytes, signatures: Sequence[bytes]) -> bytes:
    return sha256(message + b"".join(signatures)).digest()


def secret(table_seed: bytes, combined: bytes) -> bytes:
    return hmac.digest(table_seed, combined, "sha256")


def stream(combined: bytes) -> Iterator[int]:
    seed, block = combined.hex(), 0
    while True:
        yield from sha256(f"{seed}:{block}".encode()).digest()
        block += 1


def die(faces: int, source: Iterator[int]) -> int:
    width, span = (1, 256) if faces <= 256 else (4, 2**32)
    while True:
        value = int.from_bytes(bytes(next(source) for _ in range(width)), "big")
        if value < span - span % faces:
            return value % faces + 1


def order(count: int, source: Iterator[int]) -> tuple[int, ...]:
    things = list(range(count))
    for last in range(count - 1, 0, -1):
        other = die(last + 1, source) - 1
        things[last], things[other] = things[other], things[last]
    return tuple(things)


def faces(spec: str, combined: bytes) -> tuple[int, ...]:
    """What S, or S' for a shuffle, says for the dice asked for."""
    wanted, source = read_spec(spec), stream(combined)
    if wanted.shuffle:
        return order(wanted.shuffle, source)
    return tuple(die(n, source) for n in wanted.dice)


def outcome(
    spec: str, message: bytes, signatures: Sequence[bytes], table_seed: bytes
) -> tuple[int, ...]:
    """What the service itself needs to know of a roll, secret or not."""
    combined = combine(message, signatures)
    return faces(spec, secret(table_seed, combined) if is_secret(spec) else combined)
