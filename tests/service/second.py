"""The formats once more, spelt out with the standard library only and sharing no code.

It works on hex texts and whole numbers where the service works on bytes and iterators, so that a
slip in the one does not hide in the other.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def canonical(thing: Any) -> bytes:
    text = json.dumps(thing, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8")


def mac(key: bytes, text: bytes) -> str:
    """HMAC-SHA256 by its definition."""
    block = key + b"\0" * (64 - len(key))
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in block) + text).digest()
    return sha(bytes(b ^ 0x5C for b in block) + inner)


def context(start: str, phrases: dict[str, str], groups: list[list[dict[str, Any]]]) -> str:
    ctx = sha(start.encode())
    digests = [phrases[side] for side in sorted(phrases)]
    for group in groups:
        by_side = {answer["side"]: answer for answer in group}
        digests += [sha(canonical(by_side[side])) for side in sorted(by_side)]
    for digest in digests:
        ctx = sha(bytes.fromhex(ctx + digest))
    return ctx


def digits(s: str, length: int) -> list[int]:
    """The first bytes of the stream, as numbers, all at once."""
    text = "".join(sha(f"{s}:{j}".encode("ascii")) for j in range(length // 32 + 1))
    return [int(text[i : i + 2], 16) for i in range(0, 2 * length, 2)]


def throw(s: str, sides: list[int]) -> list[int]:
    """Dice in sequence by looking values up in the stream."""
    stream, at = digits(s, 64 + 16 * len(sides)), 0
    found: list[int] = []
    while len(found) < len(sides):
        n = sides[len(found)]
        if n > 256:
            a, b, c, d = stream[at : at + 4]
            value, limit, at = ((a * 256 + b) * 256 + c) * 256 + d, 4294967296 // n * n, at + 4
        else:
            value, limit, at = stream[at], 256 // n * n, at + 1
        if value < limit:
            found.append(1 + value - value // n * n)
    return found


def outcome(spec: str, s: str) -> list[int]:
    if not spec.startswith("shuffle:"):
        return throw(s, [int(n) for n in spec.split(",")])
    count = int(spec[8:])
    picks = throw(s, list(range(count, 1, -1)))
    things = {n: n for n in range(count)}
    for last, pick in zip(range(count - 1, 0, -1), picks, strict=True):
        held = things[last]
        things[last] = things[pick - 1]
        things[pick - 1] = held
    return [things[n] for n in range(count)]


def salted(seed: bytes, game: str, index: int) -> str:
    return mac(seed, b"salt:" + game.encode() + b":" + str(index).encode())


def sealed(salt: str, plaintext: Any) -> str:
    return sha(b"fieldpost-commit/1\n" + bytes.fromhex(salt) + canonical(plaintext))
