"""What became of a submission, for its sender."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from msgspec import Struct

from service.database import Connection
from service.doors import Form

SIGNATURE = "\n-- \n"  # below it a mail tells how to answer it, which a page need not


class Receipt(Struct, frozen=True):
    id: int
    state: str
    reasons: list[str]
    received_at: datetime
    text: str  # the answer, once there is one
    game_state: str

    @property
    def is_waiting(self) -> bool:
        return self.state == "new"

    @property
    def is_held_up(self) -> bool:
        return self.is_waiting and self.game_state == "held"

    @property
    def look_again_seconds(self) -> int:
        """Soon at first; later a page left open should not ask all night."""
        age = (datetime.now(UTC) - self.received_at).total_seconds()
        return 1 if age < 10 else 5 if age < 120 else 60


def find(conn: Connection, id: int, game: str, side: str) -> Receipt | None:
    row = conn.execute(
        "SELECT s.id, s.state, s.reasons, s.received_at, coalesce(o.body, ''), g.state"
        " FROM submission s JOIN game g ON g.id = s.game LEFT JOIN outbox o ON o.id = s.reply"
        " WHERE s.id = %s AND s.game = %s AND s.side = %s AND s.door = 'form'",
        (id, game, side),
    ).fetchone()
    if row is None:
        return None
    id, state, reasons, received_at, body, game_state = row
    text = body.partition(SIGNATURE)[0].strip()
    return Receipt(id, state, reasons, received_at.astimezone(UTC), text, game_state)


def orders(conn: Connection, id: int, game: str, side: str) -> str:
    """The text that a seat sent by form; empty where there is none, or no longer."""
    row = conn.execute(
        "SELECT raw FROM submission WHERE id = %s AND game = %s AND side = %s AND door = 'form'",
        (id, game, side),
    ).fetchone()
    return msgspec.json.decode(row[0], type=Form).orders if row and row[0] else ""
