from sqlmodel import Session

from service import snapshots
from service.database import raw
from service.snapshots import Snapshot
from tests.factories import GameFactory


def test_the_latest_snapshot_is_found_per_game(session: Session) -> None:
    one, other = GameFactory.create().id, GameFactory.create().id
    conn = raw(session)
    assert snapshots.latest(conn, one) is None
    snapshots.put(conn, one, 9, b"nine")
    snapshots.put(conn, one, 3, b"three")
    snapshots.put(conn, other, 12, b"twelve")
    assert snapshots.latest(conn, one) == Snapshot(9, b"nine")
    assert snapshots.latest(conn, one, up_to=8) == Snapshot(3, b"three")
    assert snapshots.latest(conn, one, up_to=2) is None


def test_a_snapshot_can_be_replaced(session: Session) -> None:
    game, conn = GameFactory.create().id, raw(session)
    snapshots.put(conn, game, 3, b"wrong")
    snapshots.put(conn, game, 3, b"\0right")
    assert snapshots.latest(conn, game) == Snapshot(3, b"\0right")


def test_snapshots_are_dropped_by_game_or_all(session: Session) -> None:
    games, conn = [GameFactory.create().id for _ in range(3)], raw(session)
    for game in games:
        snapshots.put(conn, game, 1, b"one")
        snapshots.put(conn, game, 2, b"two")
    assert snapshots.drop(conn, games[0]) == 2
    assert snapshots.latest(conn, games[0]) is None and snapshots.latest(conn, games[1])
    assert snapshots.drop_all(conn) == 4
    assert [snapshots.latest(conn, game) for game in games] == [None] * 3
