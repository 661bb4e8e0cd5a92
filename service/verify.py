"""Check an exported game by itself: what is written, signed, rolled and opened must agree."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct

from service.dice import faces, secret
from service.events import ZERO, Event, leaf, parse
from service.keys import fingerprint
from service.openings import Openings
from service.record import Record, Wrong
from service.seals import TABLE
from service.signing import is_signed, unbase64

_encode_line = msgspec.json.Encoder(order="sorted").encode

NO_PINS = "the houses' keys, which come from the file itself"
NO_SEEDS = "seals not yet opened, secret shuffles and derived salts, until the seeds are revealed"
NO_RULES_YET = "the rules, which can be re-run once the seeds are revealed"
NO_RULES = "the rules, which were not re-run"
OUTSIDE = {  # what no rule makes happen: one, several
    "adjudicate": ("ruling of the organiser", "rulings of the organiser"),
    "time_out": ("time-out", "time-outs"),
    "resign": ("resignation", "resignations"),
    "draw": ("word on a draw", "words on a draw"),
    "substitute": ("substitution", "substitutions"),
}


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of an export: the canonical text of an event and its signature in base64."""

    event: str
    sig: str


class Keys(Struct, frozen=True):
    """What the reader trusts, from outside the file."""

    event: tuple[Ed25519PublicKey, ...]
    houses: Mapping[str, str] | None = None  # name: fingerprint


class Revealed(Struct, frozen=True):
    """What the seeds opened, for whoever re-runs the rules."""

    orders: dict[int, tuple[int, ...]]  # roll: the order of a secret shuffle
    tokens: dict[str, Any]  # id: value, where it was opened
    sealed: dict[str, list[Any]]  # side: the plaintext of each of its commitments


class Verdict(Struct, frozen=True):
    ok: bool
    text: str  # one line for a reader
    seq: int | None = None  # the event that is wrong
    events: int = 0
    rolls: int = 0
    is_finished: bool = False
    unchecked: tuple[str, ...] = ()
    rulings: tuple[int, ...] = ()  # events that stand on somebody's word, not on the rules


Rules = Callable[[list[Event], Revealed], None]  # raises Wrong


def export_line(canon: bytes, signature: bytes) -> bytes:
    return _encode_line(Line(canon.decode(), base64.b64encode(signature).decode()))


def read(path: Path) -> list[bytes]:
    data = path.read_bytes()
    return data.removesuffix(b"\n").split(b"\n")


def verify(lines: Iterable[bytes], keys: Keys, rules: Rules | None = None) -> Verdict:
    """The verdict on a game; it names the first thing wrong."""
    walk = Walk(keys)
    try:
        for line in lines:
            walk.take(line)
        return walk.verdict(rules)
    except ValueError as problem:
        named = problem.seq if isinstance(problem, Wrong) else None
        seq = walk.seq if named is None else named
        return Verdict(
            False,
            f"Event {seq}: {problem}.",
            seq,
            walk.seq,
            walk.record.rolls,
            rulings=walk.rulings,
        )


class Walk:
    """The way through the lines; `seq` is the number of the event being looked at."""

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self.seq = 0
        self.prev = ZERO
        self.record = Record()
        self.openings = Openings("")
        self.events: list[Event] = []

    def take(self, line: bytes) -> None:
        canon, signature = read_line(line)
        event = parse(canon)
        if not any(is_signed(key, signature, canon) for key in self.keys.event):
            raise Wrong("the signature is not by a pinned event key")
        self._in_chain(event)
        try:
            body = self.record.take(event)
            if event.kind == "start":
                self._begin(event)
            self.openings.take(event, body, ended=bool(self.record.seeds))
        except (KeyError, TypeError, AttributeError):
            raise Wrong("a fact does not have the form that its type has") from None
        self.prev = leaf(canon)
        self.events.append(event)
        self.seq += 1

    def _in_chain(self, event: Event) -> None:
        if event.seq != self.seq:
            raise Wrong(f"the event that stands here has the number {event.seq}")
        if event.prev != self.prev.hex():
            raise Wrong("it does not follow the event before: the hash is another")
        if self.events and event.game != self.events[0].game:
            raise Wrong(f"it belongs to another game, {event.game}")

    def _begin(self, event: Event) -> None:
        self.openings = Openings(event.game)
        if self.keys.houses is None:
            return
        for name, public in self.record.houses.items():
            if self.keys.houses.get(name) != fingerprint(public):
                raise Wrong(f"the key of the house {name} is not the pinned one")

    def verdict(self, rules: Rules | None) -> Verdict:
        if not self.events:
            raise Wrong("the file holds no event")
        if self.record.is_cut_short:
            raise Wrong("the facts of the event before should go on here")
        unchecked = [] if self.keys.houses is not None else [NO_PINS]
        if not self.record.seeds:
            return self._good("in play", [*unchecked, NO_SEEDS, NO_RULES_YET])
        closed = self.openings.finish(self.record.seeds)
        if rules is None:
            unchecked += [NO_RULES]
            if closed:
                unchecked += [f"{closed} tokens that were never opened"]
        else:
            rules(self.events, self._revealed())
        return self._good("finished", unchecked)

    def _good(self, state: str, unchecked: list[str]) -> Verdict:
        rolls, is_finished = self.record.rolls, state == "finished"
        text = f"OK {self.events[0].game}: {self.seq} events, {rolls} rolls, {state}."
        text += unproven(self.events)
        if unchecked:
            text += f" Not checked: {'; '.join(unchecked)}."
        return Verdict(
            True, text, None, self.seq, rolls, is_finished, tuple(unchecked), self.rulings
        )

    @property
    def rulings(self) -> tuple[int, ...]:
        return tuple(event.seq for event in self.events if event.kind in OUTSIDE)

    def _revealed(self) -> Revealed:
        seed = self.record.seeds[TABLE]
        return Revealed(
            {s.roll: faces(s.spec, secret(seed, s.combined)) for s in self.record.secrets},
            {token: made.value for token, made in self.openings.tokens.items() if made.is_open},
            {side: [made.value for made in own] for side, own in self.openings.sides.items()},
        )


def unproven(events: Iterable[Event]) -> str:
    """A sentence on what came from outside the rules; empty where all came from them."""
    found: dict[str, list[int]] = {kind: [] for kind in OUTSIDE}
    for event in events:
        if event.kind in found:
            found[event.kind].append(event.seq)
    parts = [counted(OUTSIDE[kind], seqs) for kind, seqs in found.items() if seqs]
    return f" {'; '.join(parts)}, which the rules cannot prove." if parts else ""


def counted(names: tuple[str, str], seqs: list[int]) -> str:
    one, several = names
    listed = ", ".join(map(str, seqs))
    if len(seqs) == 1:
        return f"1 {one}, in event {listed}"
    return f"{len(seqs)} {several}, in events {listed}"


def read_line(line: bytes) -> tuple[bytes, bytes]:
    """Canonical bytes and signature. A line, too, has one spelling only."""
    try:
        read = msgspec.json.decode(line, type=Line)
    except (msgspec.MsgspecError, UnicodeError):
        raise Wrong("the line is no line of an export") from None
    if _encode_line(read) != line:
        raise Wrong("the line is not spelt as an export spells it")
    return read.event.encode(), unbase64(read.sig)
