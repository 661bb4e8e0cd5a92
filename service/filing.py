"""What the sides have filed for later: waiting sheets, previewed orders, standing orders."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct, field

from engine.core.sheets import Sheet
from service.database import Connection

PENDING, PREVIEW = "pending", "preview"


class Waiting(Struct):
    """A sheet that goes on by itself when play returns to its side."""

    sheet: Sheet
    submission: int


class Preview(Struct, frozen=True):
    """Orders as written, which wait for their owner's `go`."""

    text: str
    submission: int


class Filed(Struct):
    sheets: dict[str, Waiting] = field(default_factory=dict)
    previews: dict[str, Preview] = field(default_factory=dict)
    standing: dict[str, dict[str, str]] = field(default_factory=dict)
    _stored: dict[tuple[str, str], bytes] = field(default_factory=dict)

    def pending(self) -> dict[str, Sheet]:
        return {side: waiting.sheet for side, waiting in self.sheets.items()}

    def update(self, sheets: Mapping[str, Sheet]) -> None:
        for side, sheet in sheets.items():
            if side in self.sheets:
                self.sheets[side].sheet = sheet

    def rows(self) -> dict[tuple[str, str], tuple[str, str, int]]:
        """Text, cursor and submission of what is to be stored, by side and state."""
        waiting = {(side, PENDING): sheet_row(w) for side, w in self.sheets.items()}
        return waiting | {(side, PREVIEW): preview_row(p) for side, p in self.previews.items()}


def sheet_row(waiting: Waiting) -> tuple[str, str, int]:
    text = "\n".join(line.text for line in waiting.sheet.lines)
    return text, msgspec.json.encode(waiting.sheet).decode(), waiting.submission


def preview_row(preview: Preview) -> tuple[str, str, int]:
    return preview.text, "{}", preview.submission


def load_filed(conn: Connection, game: str) -> Filed:
    filed = Filed()
    for side, state, text, cursor, submission in conn.execute(
        "SELECT side, state, text, cursor, submission FROM sheet WHERE game = %s", (game,)
    ):
        if state == PENDING:
            filed.sheets[side] = Waiting(msgspec.convert(cursor, Sheet), submission)
        else:
            filed.previews[side] = Preview(text, submission)
    for side, question, text in conn.execute(
        "SELECT side, question, text FROM standing WHERE game = %s", (game,)
    ):
        filed.standing.setdefault(side, {})[question] = text
    filed._stored = {key: msgspec.json.encode(row) for key, row in filed.rows().items()}
    return filed


def save_filed(conn: Connection, game: str, filed: Filed) -> None:
    """Write only what changed."""
    rows = filed.rows()
    for side, state in filed._stored.keys() - rows.keys():
        conn.execute(
            "DELETE FROM sheet WHERE game = %s AND side = %s AND state = %s", (game, side, state)
        )
    for key, row in rows.items():
        if msgspec.json.encode(row) != filed._stored.get(key):
            save_row(conn, (game, *key, *row))


def save_row(conn: Connection, row: tuple[str, str, str, str, str, int]) -> None:
    conn.execute(
        "INSERT INTO sheet (game, side, state, text, cursor, submission)"
        " VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (game, side, state) DO UPDATE SET"
        " text = excluded.text, cursor = excluded.cursor, submission = excluded.submission,"
        " updated_at = clock_timestamp()",
        row,
    )


def save_standing(conn: Connection, game: str, side: str, standing: Mapping[str, str]) -> None:
    with conn.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO standing (game, side, question, text) VALUES (%s, %s, %s, %s)"
            " ON CONFLICT (game, side, question) DO UPDATE SET text = excluded.text",
            [(game, side, question, text) for question, text in standing.items()],
        )
