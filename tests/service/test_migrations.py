from collections.abc import Iterator

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import CheckConstraint, Connection, inspect
from sqlalchemy.exc import DBAPIError
from sqlmodel import SQLModel

from ops.migrations import run
from service.database import make_engine
from tests.service.conftest import APP, OWNER, address
from tests.service.conftest import run as run_sql

RIGHTS = """
    SELECT table_name, array_agg(privilege_type::text ORDER BY privilege_type)
    FROM information_schema.role_table_grants WHERE grantee = %s GROUP BY 1
"""


@pytest.fixture
def empty(postgres_url: str, template: str) -> Iterator[str]:
    """An empty database, as its owner; the template has made the roles."""
    run_sql(postgres_url, "CREATE DATABASE {} OWNER {}", "fieldpost_empty_" + template, OWNER)
    yield address(postgres_url, OWNER, "fieldpost_empty_" + template)
    run_sql(postgres_url, "DROP DATABASE {} WITH (FORCE)", "fieldpost_empty_" + template)


@pytest.fixture
def connection(owner: str) -> Iterator[Connection]:
    engine = make_engine(owner)
    with engine.connect() as made:
        yield made
    engine.dispose()


def test_an_empty_database_goes_up_and_down_and_up(empty: str) -> None:
    assert run.current(empty) is None
    run.upgrade(empty, role=APP)
    assert run.current(empty) == run.newest() is not None
    run.downgrade(empty, "base")
    assert left_over(empty) == []
    run.upgrade(empty, role=APP)
    run.upgrade(empty, role=APP)
    assert run.current(empty) == run.newest()


def left_over(url: str) -> list[str]:
    """Tables, indexes, sequences and functions besides those of alembic."""
    query = """
        SELECT relname::text FROM pg_class WHERE relnamespace = 'public'::regnamespace
        UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    """
    with psycopg.connect(url) as conn:
        return [name for (name,) in conn.execute(query) if not name.startswith("alembic_version")]


def test_the_migrated_database_is_what_the_models_say(connection: Connection) -> None:
    context = MigrationContext.configure(connection, opts={"compare_server_default": True})
    assert compare_metadata(context, SQLModel.metadata) == []


@pytest.mark.parametrize("table", sorted(SQLModel.metadata.tables))
def test_the_checks_are_those_of_the_models(table: str, connection: Connection) -> None:
    """Alembic does not compare them."""
    wanted = {
        str(check.name)
        for check in SQLModel.metadata.tables[table].constraints
        if isinstance(check, CheckConstraint)
    }
    there = {check["name"] for check in inspect(connection).get_check_constraints(table)}
    assert there == wanted


def test_a_difference_would_be_seen(owner: str, connection: Connection) -> None:
    with psycopg.connect(owner) as conn:
        conn.execute("ALTER TABLE outbox DROP COLUMN error")
    context = MigrationContext.configure(connection)
    assert compare_metadata(context, SQLModel.metadata) != []


def test_nothing_goes_down_that_holds_events(owner: str) -> None:
    with psycopg.connect(owner) as conn:
        conn.execute("INSERT INTO game (id, title, scenario, edition) VALUES ('g1', 't', 's', '1')")
        conn.execute(
            "INSERT INTO event (game, seq, canon, sig, leaf) VALUES ('g1', 0, 'x', %s, %s)",
            (bytes(64), bytes(32)),
        )
    with pytest.raises(DBAPIError, match="there are events"):
        run.downgrade(owner, "base")
    assert run.current(owner) == run.newest()


def test_the_application_may_append_events_and_no_more(database: str, owner: str) -> None:
    with psycopg.connect(owner) as conn:
        rights: dict[str, list[str]] = dict(conn.execute(RIGHTS, (APP,)).fetchall())
    assert rights.pop("event") == rights.pop("secret") == ["INSERT", "SELECT"]
    assert rights.pop("alembic_version") == ["SELECT"]
    assert set(rights) == set(SQLModel.metadata.tables) - {"event", "secret"}
    assert {tuple(right) for right in rights.values()} == {("DELETE", "INSERT", "SELECT", "UPDATE")}


@pytest.mark.parametrize("change", ["UPDATE secret SET seed = seed", "DELETE FROM secret"])
def test_a_seed_is_kept_as_it_was_drawn(conn: psycopg.Connection, change: str) -> None:
    conn.execute("INSERT INTO game (id, title, scenario, edition) VALUES ('g1', 'm', 's', '1')")
    seed = "INSERT INTO secret (game, name, seed) VALUES ('g1', 'red', %s)"
    conn.execute(seed, (bytes(32),))
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        conn.execute(change.encode())


def test_the_application_makes_no_tables(database: str) -> None:
    with psycopg.connect(database) as conn, pytest.raises(psycopg.errors.InsufficientPrivilege):
        conn.execute("CREATE TABLE mine (id int)")


def test_a_role_that_is_not_there_gets_nothing_and_stops_nothing(empty: str) -> None:
    run.upgrade(empty, role="nobody_of_that_name")
    assert run.current(empty) == run.newest()
