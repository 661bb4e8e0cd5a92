"""Events: canonical bytes, their hash, and the chain that holds a game's events together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

VERSION: Final = "fieldpost/1"
LARGEST = 65_535  # a log bundle holds the length of an event in 16 bits
SPILL = 48 * 1024  # facts beyond this go on in `more` events
SAFE = 2**53  # from here on JavaScript no longer tells neighbouring integers apart
ZERO = bytes(32)  # what the first event of a game has in place of a previous leaf

KINDS = {
    "start": "The game exists: title, edition, seats, houses, commitments to seeds, opening board.",
    "join": "A seat is taken, with the hash of the player's phrase.",
    "answer": "A side decided, openly or as a commitment.",
    "chance": "The houses answered the open request.",
    "standing": "A side filed or withdrew standing orders, as a commitment.",
    "resign": "A side gave up.",
    "draw": "A side offered, accepted or declined a draw.",
    "time_out": "A side's clock ran out.",
    "vacation": "A side's clock rests for some days.",
    "substitute": "Another player took a seat.",
    "adjudicate": "The organiser ruled; facts correct the position, the open segment closes.",
    "excuse": "All sides let a silent house go; the roll is asked again under the next number.",
    "void": "All sides gave up a roll; it is asked again under the next number.",
    "more": "Facts that did not fit into the event before.",
    "end": "The result, and the seeds that open every commitment.",
}

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
GameId = Annotated[str, Meta(pattern="^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
Moment = Annotated[str, Meta(pattern="^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9](:[0-5][0-9]){2}Z$")]


class NotCanonical(ValueError):
    """The bytes or the thing stand outside the profile that all verifiers agree on."""


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    side: str
    question: str
    case: str


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    roll: Annotated[int, Meta(ge=1)]
    spec: str
    case: str


class Next(Struct, frozen=True, forbid_unknown_fields=True):
    """What play waits for: exactly one of the three."""

    ask: tuple[Asked, ...] | UnsetType = UNSET
    chance: Request | UnsetType = UNSET
    outcome: dict[str, Any] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.ask is UNSET) + (self.chance is UNSET) + (self.outcome is UNSET) != 2:
            raise ValueError("next must hold exactly one of ask, chance and outcome")


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    at: Moment
    body: Any  # as built, a Struct of `bodies`; as parsed, a dict
    facts: Sequence[Any]
    game: GameId
    kind: str
    next: Next | None
    prev: Hash
    seq: Annotated[int, Meta(ge=0, lt=SAFE)]
    v: Literal["fieldpost/1"] = VERSION


class Draft(Struct, frozen=True):
    """An event that has no place in the chain yet."""

    kind: str
    body: Any
    facts: Sequence[Any]
    next: Next | None
    at: str


class Head(Struct, frozen=True):
    """The last event of a game, by number and leaf."""

    seq: int = -1
    leaf: bytes = ZERO


class Link(Struct, frozen=True):
    """An event in its place: `canon` is what is stored, hashed and signed."""

    seq: int
    leaf: bytes
    canon: bytes
    kind: str


_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.decode
_read_event = msgspec.json.Decoder(Event).decode


def encode(thing: Any) -> bytes:
    """Sorted JSON, not yet held against the profile."""
    try:
        return _encode(thing)
    except UnicodeEncodeError:
        raise NotCanonical("a text holds half of a surrogate pair") from None
    except (TypeError, RecursionError) as problem:
        raise NotCanonical(f"cannot be written: {problem}") from None


def canon(thing: Any) -> bytes:
    """Canonical bytes. A NaN cannot be told from null here: rules hold no float at all."""
    data = encode(thing)
    measure(data)
    inspect(_decode(data))
    return data


def measure(data: bytes) -> None:
    if len(data) > LARGEST:
        raise NotCanonical(f"{len(data):,} bytes are more than the {LARGEST:,} that fit")


def inspect(value: Any) -> None:
    """Refuse what the profile leaves out: floats, great integers, keys beyond ASCII."""
    kind = type(value)
    if kind is dict:
        for key, inner in value.items():
            if not key.isascii():
                raise NotCanonical(f"the key {key!r} is not ASCII")
            inspect(inner)
    elif kind is list:
        for inner in value:
            inspect(inner)
    elif kind is int:
        if not -SAFE < value < SAFE:
            raise NotCanonical(f"the integer {value} is not smaller than 2^53")
    elif kind is float:
        raise NotCanonical(f"the number {value!r} is a float")


def parse(data: bytes) -> Event:
    """The event of these bytes, which must be the one canonical spelling of it."""
    measure(data)
    try:
        event = _read_event(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        raise NotCanonical(f"not an event: {problem}") from None
    if event.kind not in KINDS:
        raise NotCanonical(f"{event.kind!r} is not a kind of event")
    inspect([event.body, event.facts])
    if event.next is not None and event.next.outcome is not UNSET:
        inspect(event.next.outcome)
    if encode(event) != data:
        raise NotCanonical("the bytes are not the canonical spelling of the event")
    return event


def leaf(data: bytes) -> bytes:
    return sha256(b"\x00" + data).digest()


def split(facts: Sequence[Any]) -> list[list[Raw]]:
    """The facts, encoded once, in runs of at most 48 KB; a longer fact stands alone."""
    runs: list[list[Raw]] = [[]]
    room = SPILL
    for data in map(encode, facts):
        if len(data) + 1 > room and runs[-1]:
            runs.append([])
            room = SPILL
        runs[-1].append(Raw(data))
        room -= len(data) + 1
    return runs


def chain(game: str, head: Head, drafts: Iterable[Draft]) -> list[Link]:
    """Each draft in its place behind `head`, with `more` events where facts spill."""
    links: list[Link] = []
    for draft in drafts:
        if draft.kind not in KINDS:
            raise NotCanonical(f"{draft.kind!r} is not a kind of event")
        for kind, body, facts, then in spilled(draft):
            seq, prev = head.seq + 1, head.leaf.hex()
            data = canon(Event(draft.at, body, facts, game, kind, then, prev, seq))
            head = Head(seq, leaf(data))
            links.append(Link(seq, head.leaf, data, kind))
    return links


def spilled(draft: Draft) -> Iterator[tuple[str, Any, Any, Next | None]]:
    """Kind, body, facts and next of each part; only the last says what play waits for."""
    whole = encode(draft.facts)
    if len(whole) <= SPILL:
        yield draft.kind, draft.body, Raw(whole), draft.next
        return
    first, *others = split(draft.facts)
    yield draft.kind, draft.body, first, None if others else draft.next
    for run in others:
        yield "more", {}, run, draft.next if run is others[-1] else None
