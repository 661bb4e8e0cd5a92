"""Counters: officers with their ratings, and stacks of strength points, section 3."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from engine.core.tables import load
from engine.great_game.geography import HERE

ROWS = load(HERE / "counters.toml")
BRITISH, RUSSIAN = "british", "russian"
SIDES = (BRITISH, RUSSIAN)
REBELS, NEW_REBELS, FORTRESS = "rebels", "new_rebels", "fortress"
RISEN = (NEW_REBELS, REBELS)
NATIONS = {
    "british": "British",
    "russian": "Russian",
    "afghan": "Afghan",
    "persian": "Persian",
    "rebels": "Rebels",
    "new_rebels": "New Rebels",
    "fortress": "Fortress",
}
EMIR, AKBAR, AYUB, SKOBELEV = "emir_of_bokhara", "akbar", "ayub", "skobelev"


class Officer(Struct, frozen=True):
    key: str
    name: str
    nation: str  # an IP, bokhara or rebels
    tactics: int
    diplomacy: int


class Share(Struct, frozen=True, order=True, array_like=True):
    """So many SP of one kind, or at one space."""

    key: str
    n: int


Force = tuple[Share, ...]  # sorted by key, nothing empty
OFFICERS = {
    key: Officer(key, row["name"], row["nation"], row["tactics"], row["diplomacy"])
    for key, row in ROWS["officer"].items()
}
LIMIT: dict[str, int] = dict(ROWS["limit"])


def force(counts: dict[str, int]) -> Force:
    return tuple(Share(key, n) for key, n in sorted(counts.items()) if n > 0)


def total(some: Iterable[Share]) -> int:
    return sum(share.n for share in some)


def amount(some: Force, key: str) -> int:
    return next((share.n for share in some if share.key == key), 0)


def plus(some: Force, more: Force) -> Force:
    counts = {share.key: share.n for share in some}
    for share in more:
        counts[share.key] = counts.get(share.key, 0) + share.n
    return force(counts)


def minus(some: Force, less: Force) -> Force:
    return force({share.key: share.n - amount(less, share.key) for share in some})


def only(some: Force, keys: Iterable[str]) -> Force:
    wanted = tuple(keys)
    return tuple(share for share in some if share.key in wanted)


def has_imperial(some: Force) -> bool:
    return any(share.key in SIDES for share in some)
