"""Brings a database to the shape that this version of the code expects."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import Connection, text

from ops.migrations.grants import grant
from service.database import make_engine
from service.settings import settings

HERE = Path(__file__).parent
LOCK = -1  # games lock by their numbers, which are positive


def upgrade(owner_url: str, revision: str = "head", role: str | None = None) -> None:
    """Safe to call from several hosts at once: the second waits, and finds nothing to do.

    `role` is what the application logs in as; without it, the one of the settings.
    """
    with locked(owner_url) as connection:
        command.upgrade(config(connection), revision)
        grant(connection, role or application_role())


def downgrade(owner_url: str, revision: str) -> None:
    with locked(owner_url) as connection:
        command.downgrade(config(connection), revision)


def application_role() -> str:
    return str(conninfo_to_dict(settings().database_url).get("user"))


def current(url: str) -> str | None:
    """The step that the database stands at; None where no step was ever made."""
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision()
    finally:
        engine.dispose()


def newest() -> str | None:
    """The step that this code expects."""
    return ScriptDirectory.from_config(config(None)).get_current_head()


def config(connection: Connection | None) -> Config:
    made = Config()
    made.set_main_option("script_location", str(HERE).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made


@contextmanager
def locked(owner_url: str) -> Iterator[Connection]:
    engine = make_engine(owner_url)
    try:
        with engine.begin() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
            yield connection
    finally:
        engine.dispose()
