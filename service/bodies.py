"""What each kind of event carries in its `body`. Defaults are written out, unset fields are not."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from service.events import Event, Hash, NotCanonical

Whole = Annotated[int, Meta(ge=1)]
LONGEST_REASON = 2048


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """What happened, by kind."""


class HouseEntry(Body, frozen=True):
    name: str
    key: str  # DER of the RSA public key, base64
    side: str | None = None  # the side that runs it or for whom it runs; its silence is his time


class Start(Body, frozen=True):
    title: str  # the key of the game, as `great_game`
    edition: str
    switches: tuple[str, ...]
    scenario: str
    options: dict[str, Any]
    seats: dict[str, str]  # side: player id without meaning, or "bot:NAME"
    houses: tuple[HouseEntry, ...]
    seeds: dict[str, Hash]  # "table" and each side: commitment to its seed
    origin: str
    custody: str = "server-held"  # the seeds lie with the service until the end
    patience_hours: Whole = 168  # a house silent for longer may be excused or the game adjudicated


class Join(Body, frozen=True):
    side: str
    phrase: Hash  # SHA-256 of the player's phrase


class Answer(Body, frozen=True):
    side: str
    question: str
    case: str
    how: Hash  # commitment to "hand", "policy" or "default"
    choice: Any = UNSET  # one of the two: the choice itself …
    seal: Hash | UnsetType = UNSET  # … or its commitment

    def __post_init__(self) -> None:
        if (self.choice is UNSET) == (self.seal is UNSET):
            raise ValueError("an answer holds either a choice or a seal")

    @property
    def is_sealed(self) -> bool:
        return self.choice is UNSET


class ChanceBody(Body, frozen=True):
    roll: Whole
    spec: str
    case: str
    signatures: tuple[str, ...]  # base64, in the order of the houses in `start`
    outcome: tuple[int, ...] | None  # None for a shuffle, whose order stays secret


class Standing(Body, frozen=True):
    side: str
    seal: Hash  # commitment to all standing orders of the side now in force


class Resign(Body, frozen=True):
    side: str


class Draw(Body, frozen=True):
    side: str
    word: Literal["offer", "accept", "decline"]


class TimeOut(Body, frozen=True):
    side: str


class Vacation(Body, frozen=True):
    side: str
    days: Whole


class Substitute(Body, frozen=True):
    side: str
    player: str


class Adjudicate(Body, frozen=True):
    by: str  # the organiser's id without meaning
    reason: str

    def __post_init__(self) -> None:
        if len(self.reason.encode()) > LONGEST_REASON:
            raise ValueError(f"a reason has at most {LONGEST_REASON} bytes")


class Excuse(Body, frozen=True):
    house: str
    roll: Whole
    consents: tuple[str, ...]  # the sides; all of them


class Void(Body, frozen=True):
    roll: Whole
    consents: tuple[str, ...]


class More(Body, frozen=True):
    """Nothing: the facts go on."""


class End(Body, frozen=True):
    result: dict[str, Any]
    seeds: dict[str, Hash]  # "table" and each side: the seed itself, in hex


BODIES: dict[str, type[Body]] = {
    "start": Start,
    "join": Join,
    "answer": Answer,
    "chance": ChanceBody,
    "standing": Standing,
    "resign": Resign,
    "draw": Draw,
    "time_out": TimeOut,
    "vacation": Vacation,
    "substitute": Substitute,
    "adjudicate": Adjudicate,
    "excuse": Excuse,
    "void": Void,
    "more": More,
    "end": End,
}


def body_of(event: Event) -> Any:
    """The body of a parsed event as its Struct."""
    try:
        return msgspec.convert(event.body, BODIES[event.kind])
    except (msgspec.ValidationError, UnicodeEncodeError) as problem:
        raise NotCanonical(f"the body does not fit its kind {event.kind}: {problem}") from None
