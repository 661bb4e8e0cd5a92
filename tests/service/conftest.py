"""Databases of their own for the tests, cloned from one migrated template per worker."""

import os
from collections.abc import Iterator
from itertools import count
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql
from sqlmodel import Session

from ops.launcher import roles
from ops.migrations.run import upgrade
from service import database as connections
from service.database import Connection
from service.settings import settings
from tests import factories
from tests.club import club

__all__ = ["club"]
OWNER, APP = "fieldpost_owner", "fieldpost_app"
ROLES_LOCK = -2
numbers = count(1)


def address(url: str, role: str, name: str) -> str:
    """The same server as another role in another database."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=f"{role}@{host}", path=f"/{name}").geturl()


def run(url: str, statement: str, *names: str) -> None:
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


@pytest.fixture(scope="session")
def template(postgres_url: str) -> Iterator[str]:
    """The name of a migrated database that nobody is connected to."""
    # Other folders take this fixture over, and each of them makes a template of its own.
    name = f"fieldpost_template_{os.getpid()}_{next(numbers)}"
    owner = address(postgres_url, OWNER, name)
    with psycopg.connect(postgres_url) as admin:
        admin.execute("SELECT pg_advisory_xact_lock(%s)", (ROLES_LOCK,))
        roles.prepare(postgres_url, owner, address(postgres_url, APP, name))
    upgrade(owner, role=APP)
    yield name
    run(postgres_url, "DROP DATABASE {} WITH (FORCE)", name)


@pytest.fixture
def clone(postgres_url: str, template: str) -> Iterator[str]:
    name = f"fieldpost_test_{os.getpid()}_{next(numbers)}"
    run(postgres_url, "CREATE DATABASE {} OWNER {} TEMPLATE {}", name, OWNER, template)
    yield name
    run(postgres_url, "DROP DATABASE {} WITH (FORCE)", name)


@pytest.fixture
def database(postgres_url: str, clone: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A fresh database as the plain role; the settings point to it."""
    url = address(postgres_url, APP, clone)
    monkeypatch.setenv("FIELDPOST_DATABASE_URL", url)
    monkeypatch.setenv("FIELDPOST_OWNER_URL", address(postgres_url, OWNER, clone))
    settings.cache_clear()
    yield url
    connections.close()
    settings.cache_clear()


@pytest.fixture
def owner(postgres_url: str, clone: str) -> str:
    """The same database as the role that owns the tables."""
    return address(postgres_url, OWNER, clone)


@pytest.fixture
def superuser(postgres_url: str, clone: str) -> str:
    parts = urlsplit(postgres_url)
    return parts._replace(path=f"/{clone}").geturl()


@pytest.fixture
def conn(database: str) -> Iterator[Connection]:
    """A connection in a transaction, rolled back at the end."""
    with psycopg.connect(database) as made:
        yield made
        made.rollback()


@pytest.fixture
def session(database: str) -> Iterator[Session]:
    """A session that the factories write to."""
    with connections.session() as made, factories.writing_to(made):
        yield made
