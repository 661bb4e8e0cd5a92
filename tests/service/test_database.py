import os

import psycopg
import pytest
from sqlmodel import Session, select

from service import database as connections
from service import store
from service.models import Game
from tests.factories import GameFactory


def test_a_transaction_is_committed_or_rolled_back_whole(database: str) -> None:
    insert = "INSERT INTO game (id, title, scenario, edition) VALUES (%s, 't', 's', '1')"
    with connections.transaction() as conn:
        conn.execute(insert, ("kept",))
    with pytest.raises(ZeroDivisionError), connections.transaction() as conn:
        conn.execute(insert, ("lost",))
        raise ZeroDivisionError
    with connections.session() as session:
        assert [game.id for game in session.exec(select(Game))] == ["kept"]


def test_events_and_rows_share_a_sessions_transaction(session: Session, database: str) -> None:
    game = GameFactory.create()
    conn = connections.raw(session)
    assert store.locked_head(conn, game.id) is None
    store.append(conn, [store.Row(game.id, 0, b"x", bytes(64), bytes(32))])
    assert count(database) == 0
    session.commit()
    assert count(database) == 1


def count(url: str) -> int:
    with psycopg.connect(url) as conn:
        found = conn.execute("SELECT count(*) FROM event").fetchone()
    assert found
    return int(found[0])


def test_a_forked_process_opens_connections_of_its_own(database: str) -> None:
    before = backend()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(write, str(backend()).encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(write)
    theirs = int(os.read(read, 100) or b"0")
    os.close(read)
    assert theirs and theirs not in (before, backend())


def backend() -> int:
    """The number of the server's process behind a connection of the pool."""
    with connections.transaction() as conn:
        return conn.info.backend_pid


def test_a_restarted_server_goes_unnoticed(database: str, superuser: str) -> None:
    before = backend()
    with psycopg.connect(superuser) as admin:
        admin.execute("SELECT pg_terminate_backend(%s, 5000)", (before,))
    assert backend() != before
