import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from psycopg import errors

from service import store
from service.database import Connection
from service.store import Conflict, NoGame, Row

CHANGES = (
    "UPDATE event SET canon = 'y'",
    "UPDATE event SET private = NULL",
    "DELETE FROM event",
    "TRUNCATE event",
    "TRUNCATE event, game CASCADE",
    "TRUNCATE game CASCADE",
)
GAME = "INSERT INTO game (id, number, title, scenario, edition) VALUES (%s, %s, 't', 's', '1')"


def row(seq: int, game: str = "g1", roll: int | None = None, private: bytes | None = None) -> Row:
    return Row(game, seq, b"event %d" % seq, bytes(64), seq.to_bytes(32, "big"), private, roll)


@pytest.fixture
def game(database: str) -> str:
    """A game without events that every connection can see."""
    with psycopg.connect(database) as conn:
        conn.execute(GAME, ("g1", 1000))
    return "g1"


@pytest.fixture
def logged(database: str, game: str) -> str:
    with psycopg.connect(database) as conn:
        store.append(conn, [row(0), row(1)])
    return game


def everything(url: str) -> list[tuple]:
    with psycopg.connect(url) as conn:
        return conn.execute("SELECT * FROM event ORDER BY game, seq").fetchall()


@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_what_is_appended_is_read(count: int, conn: Connection, game: str) -> None:
    rows = [row(seq, roll=seq + 1 if seq % 2 else None, private=b"p" * seq) for seq in range(count)]
    store.append(conn, rows)
    assert store.read(conn, game) == rows
    assert store.read(conn, game, after=0) == rows[1:]
    assert store.head(conn, game) == ((count - 1, rows[-1].leaf) if rows else None)


def test_one_event_in_an_open_transaction_is_the_same_as_by_copy(
    conn: Connection, game: str
) -> None:
    assert store.locked_head(conn, game) is None
    rows = [row(0, private=b"\0\xff"), row(1, roll=2**31 - 1), row(2)]
    for one in rows:
        store.append(conn, [one])
    assert store.read(conn, game) == rows
    assert store.locked_head(conn, game) == (2, rows[2].leaf)
    assert store.first(conn, game) == rows[0]


@pytest.mark.parametrize("rows", [[row(1)], [row(1), row(2)]], ids=["insert", "copy"])
def test_a_taken_place_is_a_conflict_and_nothing_stays(
    rows: list[Row], conn: Connection, logged: str
) -> None:
    store.locked_head(conn, logged)
    with pytest.raises(Conflict, match=r"\(game, seq\)=\(g1, 1\)"):
        store.append(conn, rows)
    conn.rollback()
    assert [one.seq for one in store.read(conn, logged)] == [0, 1]


def test_a_roll_has_one_result(conn: Connection, game: str) -> None:
    store.append(conn, [row(0, roll=1)])
    with pytest.raises(Conflict, match=r"\(game, roll\)=\(g1, 1\)"):
        store.append(conn, [row(1, roll=1)])


def test_an_unknown_game_is_named(conn: Connection) -> None:
    for ask in (store.locked_head, store.first):
        with pytest.raises(NoGame, match="o'clock"):
            ask(conn, "o'clock")
    assert store.head(conn, "o'clock") is None
    with pytest.raises(errors.ForeignKeyViolation):
        store.append(conn, [row(0, game="o'clock")])


def test_a_lock_without_a_transaction_is_refused(database: str, game: str) -> None:
    with psycopg.connect(database, autocommit=True) as conn:
        with pytest.raises(RuntimeError, match="ends with the transaction"):
            store.locked_head(conn, game)
        with conn.transaction():
            assert store.locked_head(conn, game) is None


@pytest.mark.parametrize("take", ["lock", "locked_head"])
def test_who_waited_for_the_lock_sees_what_was_written_meanwhile(
    take: str, database: str, game: str
) -> None:
    seen: list[object] = []

    def wait() -> None:
        with psycopg.connect(database) as later:
            if take == "lock":
                store.lock(later, 1000)
                seen.append(store.head(later, game))
            else:
                seen.append(store.locked_head(later, game))

    with psycopg.connect(database) as first:
        store.locked_head(first, game)
        thread = threading.Thread(target=wait)
        thread.start()
        wait_until_blocked(database)
        assert seen == []
        store.append(first, [row(0)])
    thread.join(10)
    assert seen == [(0, row(0).leaf)]


def wait_until_blocked(url: str) -> None:
    query = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    with psycopg.connect(url, autocommit=True) as conn:
        for _ in range(1000):
            if conn.execute(query).fetchone():
                return
            threading.Event().wait(0.005)
    raise AssertionError("nobody waits")


def test_games_do_not_wait_for_each_other(database: str, logged: str) -> None:
    with psycopg.connect(database) as one, psycopg.connect(database) as other:
        one.execute(GAME, ("g2", 1001))
        one.commit()
        store.locked_head(one, "g1")
        other.execute("SET lock_timeout = '2s'")
        assert store.locked_head(other, "g2") is None


def test_eight_writers_leave_no_gap_and_no_duplicate(database: str, game: str) -> None:
    def write(_: int) -> None:
        with psycopg.connect(database) as conn:
            for _ in range(25):
                head = store.locked_head(conn, game)
                store.append(conn, [row(head[0] + 1 if head else 0)])
                conn.commit()

    with ThreadPoolExecutor(8) as writers:
        list(writers.map(write, range(8)))
    assert [seq for _, seq, *_ in everything(database)] == list(range(200))


@pytest.fixture(params=["application", "owner", "superuser", "replica"])
def changer(
    request: pytest.FixtureRequest, database: str, owner: str, superuser: str
) -> Iterator[Connection]:
    """Whoever might try to change the log."""
    urls = {"application": database, "owner": owner}
    with psycopg.connect(urls.get(request.param, superuser)) as conn:
        if request.param == "replica":
            conn.execute("SET session_replication_role = replica")
        yield conn
        conn.rollback()


@pytest.mark.parametrize("change", CHANGES)
def test_events_are_never_changed(
    change: str, changer: Connection, database: str, logged: str
) -> None:
    before = everything(database)
    refusals = (errors.RestrictViolation, errors.InsufficientPrivilege)
    with pytest.raises(refusals, match=r"append-only|permission denied"):
        changer.execute(change.encode())
    changer.rollback()
    assert everything(database) == before and len(before) == 2


def test_a_cascade_from_the_game_stops_at_its_events(owner: str, logged: str) -> None:
    with psycopg.connect(owner) as conn:
        with conn.transaction(), pytest.raises(errors.ForeignKeyViolation), conn.transaction():
            conn.execute("DELETE FROM game")
        conn.execute("ALTER TABLE event DROP CONSTRAINT event_game_fkey")
        conn.execute(
            "ALTER TABLE event ADD CONSTRAINT cascade FOREIGN KEY (game) REFERENCES game"
            " ON DELETE CASCADE ON UPDATE CASCADE"
        )
        for change in ("DELETE FROM game", "UPDATE game SET id = 'other'"):
            with pytest.raises(errors.RestrictViolation, match="append-only"), conn.transaction():
                conn.execute(change.encode())


def test_new_games_pass_over_ids_that_are_taken(conn: Connection) -> None:
    _, number = store.fresh(conn)
    conn.execute(GAME, (f"g{number + 1}", number + 5000))
    assert store.fresh(conn) == (f"g{number + 2}", number + 2)
