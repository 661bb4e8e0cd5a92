"""A dice house: it signs one message for each roll of a game, keeps it, and never signs another."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path
from typing import Literal, Protocol

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, RSAPublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from msgspec import Struct

from service.dice import Message, read_message

_TABLES = """
create table if not exists answers (
    game text not null, roll integer not null, message text not null, signature blob not null,
    at integer not null, primary key (game, roll)) without rowid;
create table if not exists alarms (
    id integer primary key, game text not null, roll integer not null, message text not null,
    at integer not null, unique (game, roll, message));
"""


class OtherMessage(Exception):
    """The roll was asked for before, with another message."""


class Given(Struct, frozen=True):
    """An answer as it is kept."""

    game: str
    roll: int
    message: str
    signature: bytes


class House(Protocol):
    """Who answers for a game, in this process or far away."""

    name: str
    public: RSAPublicKey

    def answer(self, message: bytes) -> bytes:
        """The signature of the message of a roll."""


def sign(private: RSAPrivateKey, message: bytes) -> bytes:
    return private.sign(message, PKCS1v15(), SHA256())


def is_answer(public: RSAPublicKey, signature: bytes, message: bytes) -> bool:
    try:
        public.verify(signature, message, PKCS1v15(), SHA256())
    except InvalidSignature:
        return False
    return True


class Store:
    """Answers given and alarms raised, durable when a call returns."""

    def __init__(self, path: Path | str) -> None:
        self._lock = threading.Lock()
        self._base = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._base.executescript("pragma journal_mode = wal; pragma synchronous = full;")
        self._base.executescript(_TABLES)

    def close(self) -> None:
        self._base.close()

    def find(self, game: str, roll: int) -> Given | None:
        with self._lock:
            row = self._base.execute(
                "select game, roll, message, signature from answers where game = ? and roll = ?",
                (game, roll),
            ).fetchone()
        return None if row is None else Given(*row)

    def keep(self, given: Given) -> None:
        """Keep an answer unless its roll has one; two askers at once get the first one's."""
        row = (given.game, given.roll, given.message, given.signature, int(time.time()))
        with self._lock:
            self._base.execute("insert or ignore into answers values (?, ?, ?, ?, ?)", row)

    def alarm(self, asked: Message) -> None:
        row = (asked.game, asked.roll, asked.text.decode(), int(time.time()))
        with self._lock:
            self._base.execute(
                "insert or ignore into alarms (game, roll, message, at) values (?, ?, ?, ?)", row
            )

    def alarms(self) -> list[tuple[str, int, str]]:
        with self._lock:
            return self._base.execute(
                "select game, roll, message from alarms order by id"
            ).fetchall()

    def count(self, table: Literal["answers", "alarms"]) -> int:
        with self._lock:
            found: int = self._base.execute(f"select count(*) from {table}").fetchone()[0]
        return found


class OwnHouse:
    """The house itself. Anything else, a server or a test, only passes requests to it."""

    def __init__(self, private: RSAPrivateKey, store: Store, name: str = "own") -> None:
        self.private = private
        self.public = private.public_key()
        self.store = store
        self.name = name

    def answer(self, message: bytes) -> bytes:
        return self.give(read_message(message.decode())).signature

    def give(self, asked: Message) -> Given:
        """The one answer to this roll: kept before it is told, refused to any other message."""
        text = asked.text
        known = self.store.find(asked.game, asked.roll)
        if known is None:
            signature = sign(self.private, text)
            self.store.keep(Given(asked.game, asked.roll, text.decode(), signature))
            known = self.store.find(asked.game, asked.roll)
        assert known is not None
        if known.message != text.decode():
            self.store.alarm(asked)
            raise OtherMessage(f"roll {asked.roll} of {asked.game} has another message")
        return known
