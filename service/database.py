"""Connections: a psycopg pool for the hot path, an engine for all the rest.

Both are made at their first use and once per process, so that a forked worker never talks over
a connection of its parent.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

import psycopg
from psycopg_pool import ConnectionPool
from sqlalchemy import Engine, create_engine
from sqlmodel import Session

from service.settings import settings

Connection = psycopg.Connection[tuple[Any, ...]]
Key = tuple[int, str]  # process and database
LARGEST_POOL = 8
LOCK_TIMEOUT = "5s"  # a busy game must not keep all workers from the others

# Entries of a parent stay in a child, unused: to drop them would close the parent's sockets.
_pools: dict[Key, ConnectionPool[Connection]] = {}
_engines: dict[Key, Engine] = {}
_making = Lock()


@contextmanager
def transaction() -> Iterator[Connection]:
    """A connection in a transaction: committed at the end, rolled back on an exception."""
    with pool().connection() as conn:
        yield conn


@contextmanager
def session() -> Iterator[Session]:
    """A session whose caller commits; what is not committed is rolled back."""
    with Session(engine()) as made:
        yield made


def raw(within: Session) -> Connection:
    """The session's own psycopg connection: events and rows in one transaction."""
    driver = within.connection().connection.driver_connection
    assert isinstance(driver, psycopg.Connection)
    return driver


def pool() -> ConnectionPool[Connection]:
    with _making:
        if here() not in _pools:
            _pools[here()] = make_pool(settings().database_url)
        return _pools[here()]


def engine() -> Engine:
    with _making:
        if here() not in _engines:
            _engines[here()] = make_engine(settings().database_url)
        return _engines[here()]


def here() -> Key:
    return os.getpid(), settings().database_url


def make_pool(url: str) -> ConnectionPool[Connection]:
    """Each connection is tried before it is lent, so that a restarted server goes unnoticed."""
    return ConnectionPool(
        url,
        min_size=1,
        max_size=LARGEST_POOL,
        open=True,
        check=ConnectionPool.check_connection,
        kwargs={"application_name": "fieldpost", "options": f"-c lock_timeout={LOCK_TIMEOUT}"},
    )


def make_engine(url: str) -> Engine:
    """psycopg reads the address itself, in the one form that all tools of Postgres share."""
    return create_engine(
        "postgresql+psycopg://", creator=lambda: psycopg.connect(url), pool_pre_ping=True
    )


def close() -> None:
    """Closes what this process opened; the next use opens anew."""
    with _making:
        for pid, url in list(_pools):
            if pid == os.getpid():
                _pools.pop((pid, url)).close()
        for pid, url in list(_engines):
            if pid == os.getpid():
                _engines.pop((pid, url)).dispose()


os.register_at_fork(after_in_child=lambda: globals().update(_making=Lock()))
