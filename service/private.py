"""What the service knows of an event beyond what it signs: hidden choices, orders and values."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct


class Private(Struct, frozen=True):
    """Kept beside the event, never in the log; each part only where the log hides it."""

    how: Any = UNSET  # hand, policy or default
    choice: Any = UNSET
    outcome: Any = UNSET
    facts: Any = UNSET  # all facts of the event, `more` events included, with their values


class ReadPrivate(Struct, frozen=True):
    how: str | msgspec.UnsetType = UNSET
    choice: Any = UNSET
    outcome: tuple[int, ...] | msgspec.UnsetType = UNSET
    facts: Raw | msgspec.UnsetType = UNSET


NOTHING = Private()
SPILLED = msgspec.json.encode(Private(facts=()))  # its facts stand with the event before
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(ReadPrivate).decode


def encode_private(private: Private, *, first: bool) -> bytes | None:
    if not first:
        return None if private.facts is UNSET else SPILLED
    return None if private == NOTHING else _encode(private)


def decode_private(data: bytes | None) -> ReadPrivate:
    return ReadPrivate() if data is None else _decode(data)
