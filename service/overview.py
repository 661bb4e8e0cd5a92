"""Games as lists and headings show them: who plays what, and how it stands."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct

from service import catalogue
from service.database import Connection
from service.games import Unknown

SELECT = """
    SELECT g.id, g.title, g.scenario, g.edition, g.options, g.state, g.held_reason, g.created_at,
        g.ended_at, last.canon,
        (SELECT coalesce(jsonb_agg(jsonb_build_array(s.side, p.name, s.bot, s.player IS NOT NULL)
                                   ORDER BY s.side), '[]')
         FROM seat s LEFT JOIN player p ON p.id = s.player WHERE s.game = g.id)
    FROM game g LEFT JOIN LATERAL
        (SELECT canon FROM event WHERE game = g.id ORDER BY seq DESC LIMIT 1) AS last ON true
"""


class Seat(Struct, frozen=True):
    side: str
    who: str


class Line(Struct, frozen=True):
    """One game in a list. Nothing here is hidden from anybody."""

    id: str
    title: str
    scenario: str
    edition: str
    options: dict[str, str]
    state: str
    held_reason: str | None
    created_at: datetime
    ended_at: datetime | None
    result: str
    seats: tuple[Seat, ...]


def in_states(conn: Connection, *states: str, most: int = 50) -> list[Line]:
    """The newest first."""
    query = f"{SELECT} WHERE g.state = ANY(%s) ORDER BY g.number DESC LIMIT %s"
    return [line(row) for row in conn.execute(query.encode(), (list(states), most))]


def find(conn: Connection, game: str) -> Line:
    row = conn.execute(f"{SELECT} WHERE g.id = %s".encode(), (game,)).fetchone()
    if row is None:
        raise Unknown(f"there is no game {game}")
    return line(row)


def line(row: tuple[Any, ...]) -> Line:
    id, key, scenario, edition, options, state, reason, created, ended, canon, seats = row
    game = catalogue.catalogue().get(key)
    named = {s.key: s.title for s in game.scenarios} if game else {}
    return Line(
        id,
        game.title if game else key,
        named.get(scenario, scenario),
        edition,
        options,
        state,
        reason,
        created,
        ended,
        result(canon) if state == "over" else "",
        tuple(Seat(side, who(name, bot, taken)) for side, name, bot, taken in seats),
    )


def who(name: str | None, bot: str | None, taken: bool) -> str:
    if bot:
        return f"practice opponent ({bot})"
    return name or ("a former player" if taken else "nobody yet")


def result(canon: bytes | None) -> str:
    """How a finished game ended, as its last event says."""
    then = (msgspec.json.decode(canon).get("next") or {}) if canon else {}
    outcome = then.get("outcome") or {}
    return outcome_text(outcome) if outcome else ""


def outcome_text(outcome: Mapping[str, Any]) -> str:
    grade = outcome.get("grade") or outcome.get("how") or ""
    if outcome.get("winner"):
        return f"{outcome['winner']} wins ({grade})"
    return "draw" if grade in ("draw", "") else f"draw ({grade})"
