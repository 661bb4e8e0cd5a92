"""What a backup holds: a manifest, every table as COPY writes it, the house's answers, keys."""

from __future__ import annotations

import io
import sqlite3
import tarfile
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct
from psycopg import sql
from sqlmodel import SQLModel

import service.models  # noqa: F401  fills the metadata
from service.commands.house import store_path
from service.database import Connection
from service.settings import settings

FORMAT = "fieldpost-backup/1"
MANIFEST, HOUSE = "manifest.json", "house/answers.sqlite"
DROPPED = ("snapshot",)  # a cache


class Table(Struct, frozen=True):
    name: str
    columns: tuple[str, ...]
    rows: int


class Manifest(Struct, frozen=True):
    revision: str
    at: str
    origin: str
    tables: tuple[Table, ...]
    sequences: dict[str, int]
    has_keys: bool
    format: str = FORMAT


def tables() -> list[tuple[str, tuple[str, ...]]]:
    """Names and columns, those that others refer to first."""
    found = SQLModel.metadata.sorted_tables
    return [
        (str(t.name), tuple(map(str, t.columns.keys()))) for t in found if t.name not in DROPPED
    ]


def copied_out(conn: Connection, name: str, columns: Iterable[str]) -> bytes:
    query = sql.SQL("COPY {} ({}) TO STDOUT").format(*identifiers(name, columns))
    data = bytearray()
    with conn.cursor() as cursor, cursor.copy(query) as stream:
        for part in stream:
            data += part
    return bytes(data)


def copied_in(conn: Connection, name: str, columns: Iterable[str], data: bytes) -> None:
    query = sql.SQL("COPY {} ({}) FROM STDIN").format(*identifiers(name, columns))
    with conn.cursor() as cursor, cursor.copy(query) as stream:
        stream.write(data)


def identifiers(name: str, columns: Iterable[str]) -> tuple[sql.Identifier, sql.Composed]:
    return sql.Identifier(name), sql.SQL(", ").join(map(sql.Identifier, columns))


SEQUENCES = """
    SELECT sequencename, coalesce(last_value, 0) FROM pg_sequences WHERE schemaname = 'public'
"""


def sequences(conn: Connection) -> dict[str, int]:
    return dict(conn.execute(SEQUENCES).fetchall())


def revision(conn: Connection) -> str:
    """The step of the database, as this transaction sees it."""
    found = conn.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(found[0]) if found else ""


def house_copy() -> bytes | None:
    """The answers as they stand, while the house goes on answering."""
    path = store_path()
    if not path.exists():
        return None
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        source, target = sqlite3.connect(path), sqlite3.connect(copy)
        try:
            source.backup(target)
        finally:
            source.close()
            target.close()
        return copy.read_bytes()


def key_files(*, private: bool) -> dict[str, bytes]:
    """Public halves always: a restored game is checked with them."""
    paths = sorted(settings().keys_dir.glob("*"))
    chosen = (p for p in paths if p.is_file() and (private or p.name.endswith(".pub.pem")))
    return {f"keys/{path.name}": path.read_bytes() for path in chosen}


def add(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(data), 0o600
    archive.addfile(entry, io.BytesIO(data))


def read(archive: tarfile.TarFile, name: str) -> bytes | None:
    try:
        file = archive.extractfile(name)
    except KeyError:
        return None
    return None if file is None else file.read()


def manifest_of(archive: tarfile.TarFile) -> Manifest | None:
    data = read(archive, MANIFEST)
    try:
        found = msgspec.json.decode(data or b"", type=Manifest)
    except msgspec.MsgspecError:
        return None
    return found if found.format == FORMAT else None
