import json
from base64 import b64decode
from collections.abc import Sequence

import pytest

from service import store, transfer
from service.bodies import Start
from service.database import Connection
from service.events import ZERO, Draft, Head, Next, chain
from service.signing import EventKey
from service.transfer import Different, Unfit
from service.verify import export_line

KEY = EventKey.generate()
AT = "2026-01-01T00:00:00Z"
START = Start(
    "skirmish", "1", (), "first", {"fog": "on"}, {"red": "p1", "blue": "bot:random"}, (), {}, "x"
)
CHANCE = {"roll": 1, "spec": "1d6", "case": "1", "signatures": [], "outcome": [3]}
OVER = {"result": {"winner": "red"}, "seeds": {}}
WAIT = Next(outcome={})
DRAFTS = (
    Draft("start", START, (), WAIT, AT),
    Draft("chance", CHANCE, ({"type": "Rolled", "text": "Schöntal"},), WAIT, AT),
    Draft("substitute", {"side": "red", "player": "p2"}, (), WAIT, AT),
    Draft("end", OVER, (), WAIT, AT),
)


def lines(game: str = "g77", count: int = len(DRAFTS), start: int = 0) -> list[bytes]:
    links = chain(game, Head(start - 1, ZERO), DRAFTS[:count])
    return [export_line(link.canon, KEY.sign(link.canon)) for link in links]


def passes(given: Sequence[bytes]) -> None:
    assert given


def about(conn: Connection) -> tuple:
    found = conn.execute("SELECT id, title, scenario, edition, options, state FROM game").fetchone()
    assert found
    return found


def test_a_game_comes_in_and_goes_out_unchanged(conn: Connection) -> None:
    assert transfer.take(conn, lines(), passes) == "g77"
    assert list(transfer.export(conn, "g77")) == lines()
    assert about(conn) == ("g77", "skirmish", "first", "1", {"fog": "on"}, "over")
    rows = store.read(conn, "g77")
    assert [row.roll for row in rows] == [None, 1, None, None]
    assert {row.private for row in rows} == {None}


def test_a_line_holds_the_signed_text_and_its_signature(conn: Connection) -> None:
    transfer.take(conn, lines(), passes)
    for line, row in zip(transfer.export(conn, "g77"), store.read(conn, "g77"), strict=True):
        read = json.loads(line)
        assert read.keys() == {"event", "sig"}
        KEY.public.verify(b64decode(read["sig"]), read["event"].encode())
        assert row.canon == read["event"].encode()


def test_seats_are_those_of_the_last_substitutes(conn: Connection) -> None:
    transfer.take(conn, lines(), passes)
    seats = conn.execute("SELECT side, player, bot FROM seat ORDER BY side").fetchall()
    assert seats == [("blue", None, "random"), ("red", "p2", None)]
    strangers = conn.execute("SELECT id, name, erased_at IS NOT NULL FROM player").fetchall()
    assert strangers == [("p2", None, True)]


def test_a_game_in_play_is_held_because_its_secrets_are_elsewhere(conn: Connection) -> None:
    transfer.take(conn, lines(count=2), passes)
    found = conn.execute("SELECT state, held_reason, ended_at FROM game").fetchone()
    assert found == ("held", transfer.NO_SECRETS, None)


def test_importing_the_same_twice_is_nothing(conn: Connection) -> None:
    for _ in range(2):
        assert transfer.take(conn, lines(), passes) == "g77"
    counted = conn.execute("SELECT (SELECT count(*) FROM event), (SELECT count(*) FROM game)")
    assert counted.fetchone() == (4, 1)


@pytest.mark.parametrize("count", [3, 1])
def test_another_version_of_a_game_is_refused(count: int, conn: Connection) -> None:
    transfer.take(conn, lines(), passes)
    with pytest.raises(Different, match="g77 is here already, with 4 events"):
        transfer.take(conn, lines(count=count), passes)
    assert len(store.read(conn, "g77")) == 4


def test_another_signature_is_another_game(conn: Connection) -> None:
    transfer.take(conn, lines(), passes)
    (link,) = chain("g77", Head(), DRAFTS[:1])
    forged = [export_line(link.canon, bytes(64)), *lines()[1:]]
    with pytest.raises(Different):
        transfer.take(conn, forged, passes)


def test_what_does_not_verify_is_not_written(conn: Connection) -> None:
    def refuse(given: Sequence[bytes]) -> None:
        assert list(given) == lines()
        raise ValueError("event 2 is not signed")

    with pytest.raises(ValueError, match="not signed"):
        transfer.take(conn, lines(), refuse)
    assert conn.execute("SELECT id FROM game").fetchall() == []


def test_only_one_whole_game_is_taken_whatever_the_verifier_says(conn: Connection) -> None:
    whole, other = lines(), lines("g78")
    spliced = {
        "nothing": [],
        "tail": whole[1:],
        "gap": [whole[0], *whole[2:]],
        "two": [whole[0], *other[1:]],
        "late": lines(start=5),
    }
    for name, given in spliced.items():
        with pytest.raises(Unfit):
            transfer.take(conn, given, lambda _: None)
            pytest.fail(name)
    assert conn.execute("SELECT id FROM game").fetchall() == []


def test_a_game_that_is_not_here_cannot_be_exported(conn: Connection) -> None:
    with pytest.raises(store.NoGame):
        transfer.export(conn, "g404")
