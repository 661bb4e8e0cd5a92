"""Checking finished games: what is written, signed, rolled and opened; then the rules as well."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from engine.registry import find
from service import rerun, verify
from service.commands.local import LocalGame, own_house
from service.signing import EventKey
from service.verify import Keys, Rules, export_line

EVENTS = 2_000
BAR_SECONDS = 0.5
BAR_WITH_RULES_SECONDS = 1.5
SMALL = "tests.mini.game"  # the miniature game, which has no place in a shipped wheel


def measure() -> Iterator[tuple[str, float, float]]:
    """Seconds of CPU for as many events as a long game has, from several short ones."""
    game, key = find("mini", (SMALL,)), EventKey.generate()
    files, count = [], 0
    with own_house():
        while count < EVENTS:
            local = LocalGame(
                game, game.scenario("meeting"), {"red": "random", "blue": "random"}, count, key
            )
            rows = local.play()
            files.append([export_line(row.canon, row.sig) for row in rows])
            count += len(rows)
    plain, ruled = (spent(files, key, rules) for rules in (None, rerun.rules(game)))
    yield f"verify {EVENTS:,} events", plain * EVENTS / count, BAR_SECONDS
    yield f"verify {EVENTS:,} events with rules", ruled * EVENTS / count, BAR_WITH_RULES_SECONDS


def spent(files: list[list[bytes]], key: EventKey, rules: Rules | None) -> float:
    start = process_time()
    for lines in files:
        verdict = verify.verify(lines, Keys((key.public,)), rules)
        assert verdict.ok, verdict.text
    return process_time() - start
