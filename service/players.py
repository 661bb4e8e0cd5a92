"""Players: made, found by address, erased. Events know them by an id without meaning."""

import secrets
from collections.abc import Callable
from typing import NamedTuple
from unicodedata import normalize

from psycopg import errors, sql

from service.database import Connection
from service.mailer import path_of
from service.mentions import Mentions
from service.models import MODELS
from service.settings import settings

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that reads like something else
LENGTH = 10


class Player(NamedTuple):
    """A player who can be written to."""

    id: str
    name: str
    address: str
    zone: str | None
    play_at_once: bool


class Taken(ValueError):
    """The address belongs to a player already."""


class NoPlayer(LookupError):
    """There is no such player, or he has been erased."""


FIELDS = "id, name, address, zone, play_at_once"
CREATE = """
    INSERT INTO player (id, name, address, folded, zone, play_at_once)
    VALUES (%s, %s, %s, %s, %s, %s)
"""


def create(
    conn: Connection, name: str, address: str, zone: str | None = None, play_at_once: bool = False
) -> Player:
    player = Player(new_id(), name.strip(), address.strip(), zone, play_at_once)
    row = (player.id, player.name, player.address, fold(address), zone, play_at_once)
    try:
        with conn.transaction():
            conn.execute(CREATE, row)
    except errors.UniqueViolation:
        raise Taken("the address belongs to a player already") from None
    return player


def find(conn: Connection, address: str) -> Player | None:
    """By address, however it is spelt in capitals."""
    query = f"SELECT {FIELDS} FROM player WHERE folded = %s"
    found = conn.execute(query, (fold(address),), prepare=True).fetchone()
    return Player._make(found) if found else None


def get(conn: Connection, id: str) -> Player:
    query = f"SELECT {FIELDS} FROM player WHERE id = %s AND erased_at IS NULL"
    found = conn.execute(query, (id,), prepare=True).fetchone()
    if found is None:
        raise NoPlayer(f"there is no player {id}")
    return Player._make(found)


def fold(address: str) -> str:
    return normalize("NFC", address.strip()).casefold()


def new_id() -> str:
    return "p" + "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def erase(conn: Connection, id: str) -> None:
    """Take away everything personal but the id; no event is touched, so every game verifies.

    Mails by others that wait to be read are left as they are: a name could be an order's word.
    """
    player = get(conn, id)
    mentions = Mentions((player.name, player.address, fold(player.address)), id)
    for statement in OWN:
        conn.execute(statement, {"player": id})
    drop_letters(conn, id)
    for table, column in wording():
        blot_text(conn, table, column, mentions)
    blot_mails(conn, mentions)
    conn.execute(EMPTY, {"player": id})


def drop_letters(conn: Connection, id: str) -> None:
    """Mails that lie in the mailbox folder, where no server takes them."""
    for (number,) in conn.execute("SELECT id FROM outbox WHERE player = %s", (id,)):
        path_of(settings().mailbox_dir, number).unlink(missing_ok=True)


OWN = (
    """
    UPDATE submission SET raw = '', reasons = '[]', traceback = NULL,
        state = CASE WHEN state IN ('new', 'shunted') THEN 'ignored' ELSE state END,
        finished_at = coalesce(finished_at, clock_timestamp())
    WHERE player = %(player)s
    """,
    """
    UPDATE outbox SET subject = '', body = '', headers = '{}',
        error = CASE WHEN sent_at IS NULL THEN 'the player was erased' END,
        sent_at = coalesce(sent_at, clock_timestamp())
    WHERE player = %(player)s
    """,
    """
    DELETE FROM sheet USING seat
    WHERE seat.player = %(player)s AND (sheet.game, sheet.side) = (seat.game, seat.side)
    """,
    """
    DELETE FROM standing USING seat
    WHERE seat.player = %(player)s AND (standing.game, standing.side) = (seat.game, seat.side)
    """,
)
EMPTY = """
    UPDATE player SET name = NULL, address = NULL, folded = NULL, zone = NULL,
        play_at_once = false, role = 'player', password = NULL, erased_at = clock_timestamp()
    WHERE id = %(player)s
"""
READ_MAILS = "SELECT ctid, raw FROM submission WHERE state <> 'new' AND raw <> '' FOR UPDATE"
TEXTS = """
    SELECT ctid, {column}::text FROM {table}
    WHERE EXISTS (SELECT FROM unnest(%s::text[]) AS word
                  WHERE strpos(lower({column}::text), lower(word)) > 0) FOR UPDATE
"""
BLOT = "UPDATE {table} SET {column} = %s WHERE ctid = %s"


def wording() -> list[tuple[str, str]]:
    """Table and column wherever text may name a person, beside the player's own row."""
    tables = [model.__table__ for model in MODELS]  # type: ignore[attr-defined]
    return [
        (table.name, column.name)
        for table in tables
        for column in table.columns
        if column.info.get("wording") and table.name != "player" and column.name != "raw"
    ]


def blot_text(conn: Connection, table: str, column: str, mentions: Mentions) -> None:
    names = {"table": sql.Identifier(table), "column": sql.Identifier(column)}
    query = sql.SQL(TEXTS).format(**names)
    found = conn.execute(query, (list(mentions.spellings),)).fetchall()
    rewrite(conn, sql.SQL(BLOT).format(**names), found, mentions.blot)


def blot_mails(conn: Connection, mentions: Mentions) -> None:
    names = {"table": sql.Identifier("submission"), "column": sql.Identifier("raw")}
    found = conn.execute(READ_MAILS).fetchall()
    rewrite(conn, sql.SQL(BLOT).format(**names), found, mentions.blot_mail)


def rewrite(conn: Connection, update: sql.Composed, found: list[tuple], change: Callable) -> None:
    """The rows are locked, so that their places hold until the end of the transaction."""
    for place, old in found:
        if (new := change(old)) != old:
            conn.execute(update, (new, place))
