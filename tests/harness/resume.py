"""Play can be taken up at any step from what is stored, and a changed record is noticed."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.core.driver import Corrected, Diverged, Driver, Entry, Given, Rolled, replayed, rerun
from engine.core.match import Match, resumed
from tests.harness.matches import canon, follow, started, state


def check_resume(match: Match) -> None:
    """At every step play resumes where it stood, and goes on in the same way."""
    live = started(match)
    for n, entry in enumerate(match.record):
        twins = live.driver.fork(), reloaded(live)
        check_twins(twins, live.driver, f"in front of entry {n}")
        facts = [replayed(twin, entry, True) for twin in twins]
        follow(live, entry)
        assert facts == [live.facts[-1]] * 2, f"entry {n} leads elsewhere"
        check_twins(twins, live.driver, f"behind entry {n}")


def check_twins(twins: tuple[Driver, ...], live: Driver, where: str) -> None:
    fork, resumed = (state(twin) for twin in twins)
    assert fork == state(live), f"{where} a fork is elsewhere"
    assert resumed == state(live), f"{where} play resumes elsewhere"


def reloaded(match: Match) -> Driver:
    """A driver from facts and record as they come back from the store, in sorted JSON."""
    facts = [match.game.decode_facts(canon(some)) for some in match.facts]
    record = [from_store(match, entry) for entry in match.record]
    driver = resumed(match.game, facts, record)
    snapshot = match.game.decode_board(canon(driver.start))
    twin = type(driver)(match.game, snapshot)
    twin.open()
    rerun(twin, [*since(match, record)])
    return twin


def since(match: Match, record: list[Entry]) -> list[Entry]:
    last = max(n for n, some in enumerate(match.facts) if "Began" in map(name, some))
    return record[last:]


def name(thing: Any) -> str:
    return type(thing).__name__


def from_store(match: Match, entry: Entry) -> Entry:
    raw = msgspec.json.decode(canon(entry))
    if isinstance(entry, Given):
        return replace(entry, choice=match.game.decode_choice(entry.question, raw["choice"]))
    if isinstance(entry, Rolled):
        return replace(entry, outcome=tuple(raw["outcome"]))
    return Corrected(tuple(match.game.decode_facts(canon(entry.facts))))


def check_record(match: Match, seed: int = 0) -> None:
    """The record runs again, facts and all; altered anywhere it does not."""
    again = started(match)
    facts = rerun(again.driver, match.record, legal=True)
    assert facts == match.facts[1:], "the same record gave other facts"
    for altered in alterations(match.record, Random(seed)):
        with pytest.raises(Diverged):
            rerun(started(match).driver, altered, legal=True)


def alterations(record: list[Entry], rng: Random) -> list[list[Entry]]:
    """Records with one entry that the rules never said."""
    found = []
    for n in sorted(rng.sample(range(len(record)), min(12, len(record)))):
        for other in altered_entries(record[n]):
            found.append([*record[:n], other, *record[n + 1 :]])
    return found


def altered_entries(entry: Entry) -> list[Entry]:
    if isinstance(entry, Given):
        return [
            replace(entry, question=entry.question + "x"),
            replace(entry, case="99.9"),
            replace(entry, side="nobody"),
            replace(entry, choice=["never", "offered"]),
        ]
    if isinstance(entry, Rolled):
        return [
            replace(entry, spec=f"{entry.spec},7"),
            replace(entry, case="99.9"),
            replace(entry, outcome=(99, *entry.outcome[1:])),
        ]
    return []
