"""kill -9 at random moments: nothing lost, nothing twice, the same dice as without faults."""

from __future__ import annotations

import json
import smtplib
import time
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

import psycopg
import pytest
import redis

from engine.core.driver import open_asks
from service import adjudication, database, games, houses, keys, store
from service.addresses import play_link, reply_address
from service.house import OwnHouse, Store
from service.seals import TABLE
from service.settings import settings
from service.web import once
from tests.club import MINI, Club, forget, random_orders
from tests.load.running import Running
from tests.ops.test_up import free_port

pytestmark = pytest.mark.long
GAMES, SUBMISSIONS = 20, 500
FAULTS = ("worker", "web", "redis", "postgres", "flush", "mail") * 3
SIDES = ("red", "blue")


def seeds(n: int) -> dict[str, bytes]:
    return {name: f"{name}{n}".encode().ljust(32, b".") for name in (TABLE, *SIDES)}


def begin(n: int) -> str:
    """Game n, the same in every run but for what time and place add."""
    with database.transaction() as conn:
        seats = {side: games.Seat(side, player=f"p{side}") for side in SIDES}
        id = games.create(conn, "mini", "meeting", seats, seeds=seeds(n))
    for side in SIDES:
        adjudication.join(id, side, f"{side} {n}")
    return id


def players() -> None:
    with database.transaction() as conn:
        for side in SIDES:
            conn.execute(
                "INSERT INTO player (id, name, address, folded, play_at_once)"
                " VALUES (%s, %s, %s, %s, true)",
                (f"p{side}", side, f"{side}@example.org", f"{side}@example.org"),
            )


def decision(id: str, n: int) -> tuple[str, str] | None:
    """Who decides what next, by lot; None while play waits for dice or is over."""
    with database.transaction() as conn:
        table = games.load(conn, games.find(conn, id))
    asks = open_asks(table.waiting, table.driver.sealed)
    if not asks:
        return None
    rng = Random(f"{id} {n}")
    return asks[0].side, random_orders(table, asks[0], rng)


def decisions(id: str) -> list[tuple[Any, ...]]:
    """What was decided and rolled, in order; time and place left out."""
    with database.transaction() as conn:
        rows = store.read(conn, id)
    events = [json.loads(row.canon) for row in rows]
    return [(e["kind"], e["body"], e["facts"], e["next"]) for e in events]


class Player:
    """Sends one order after the other in one game, and insists until it is received."""

    def __init__(self, id: str, running: Running) -> None:
        self.id, self.running = id, running
        self.sent = 0
        self.waiting_for: str | None = None

    def go_on(self) -> None:
        if self.waiting_for is not None and not self.is_final(self.waiting_for):
            return
        due = decision(self.id, self.sent)
        if due is None:
            return
        self.waiting_for = f"{self.id}-{self.sent}-end"
        by = self.mail if self.sent % 2 else self.form
        by(due[0], f"{due[1]}\n// {self.waiting_for}")
        self.sent += 1

    def is_final(self, marker: str) -> bool:
        with database.transaction() as conn:
            row = conn.execute(
                "SELECT state FROM submission WHERE position(%s::bytea IN raw) > 0",
                (marker.encode(),),
            ).fetchone()
        assert row is not None, f"{marker} was accepted and is lost"
        return bool(row[0] != "new")

    def form(self, side: str, orders: str) -> None:
        """The same form again and again is one submission."""
        fields = urlencode({"orders": orders, "do": "play", "once": once.issue()}).encode()
        insist(lambda: urlopen(play_link(self.id, side, f"p{side}"), fields, timeout=10).close())

    def mail(self, side: str, orders: str) -> None:
        to = reply_address(self.id, side, f"p{side}")
        raw = (
            f"From: {side}@example.org\r\nTo: {to}\r\n"
            "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
        ) + orders.replace("\n", "\r\n")
        insist(lambda: self.hand_over(side, to, raw.encode()))

    def hand_over(self, side: str, to: str, raw: bytes) -> None:
        port = int(self.running.settings()["FIELDPOST_SMTP_PORT"])
        with smtplib.SMTP("127.0.0.1", port, timeout=10) as session:
            session.sendmail(f"{side}@example.org", [to], raw)


def insist(act: Any) -> Any:
    """Try again, as a mail server or a patient person would."""
    for _ in range(240):
        try:
            return act()
        except HTTPError as refused:
            assert refused.code >= 500, refused
        except (OSError, smtplib.SMTPException, psycopg.Error, redis.RedisError):
            pass
        time.sleep(0.25)
    raise AssertionError("the service did not come back")


def break_something(running: Running, fault: str) -> None:
    if fault == "flush":
        url = running.settings()["FIELDPOST_REDIS_URL"]
        insist(lambda: redis.Redis.from_url(url).flushall())
    else:
        insist(lambda: running.kill(fault))


def use(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in running.settings().items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("FIELDPOST_EXTRA_GAMES", MINI)
    monkeypatch.setenv("FIELDPOST_KEYS_DIR", str(running.folder / "keys"))
    forget()
    houses.use(houses.Houses(settings().house_urls))


def play_with_faults(running: Running, rng: Random) -> list[Player]:
    insist(players)
    table = [Player(insist(lambda n=n: begin(n)), running) for n in range(GAMES)]
    faults, next_fault = list(FAULTS), 25
    rng.shuffle(faults)
    end = time.monotonic() + 900
    while sum(player.sent for player in table) < SUBMISSIONS:
        assert time.monotonic() < end, "the service hangs"
        for player in table:
            insist(player.go_on)
        if faults and sum(player.sent for player in table) >= next_fault:
            break_something(running, faults.pop())
            next_fault += SUBMISSIONS // (len(FAULTS) + 2)
    for player in table:
        while not insist(lambda p=player: p.is_final(p.waiting_for or "")):
            assert time.monotonic() < end, f"{player.waiting_for} is never finished"
            time.sleep(0.2)
    assert not faults
    return table


def test_500_submissions_under_18_faults(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Running(tmp_path / "broken", free_port(), FIELDPOST_EXTRA_GAMES=MINI)
    try:
        with monkeypatch.context() as patched:
            use(running, patched)
            table = play_with_faults(running, Random(4))
            states = insist(lambda: sql("SELECT state, count(*) FROM submission GROUP BY state"))
            insist(lambda: finish_rolls(table))
            broken = {player.id: insist(lambda p=player: decisions(p.id)) for player in table}
    finally:
        running.stop()
    assert sum(count for _, count in states) == sum(player.sent for player in table)
    assert {state for state, _ in states} <= {"applied", "refused"}
    forget()
    whole = play_without_faults(club, tmp_path / "broken" / "keys", table)
    for id, events in broken.items():
        assert rolls(events) == rolls(whole[id])
        assert len(events) == len(whole[id])


def finish_rolls(table: list[Player]) -> None:
    for player in table:
        adjudication.roll_on(player.id)


def play_without_faults(club: Club, keys_dir: Path, table: list[Player]) -> dict[str, Any]:
    """The same decisions in the same games, in one process on a fresh database."""
    for name in ("event.pem", "token.key"):
        (club.keys_dir / name).write_bytes((keys_dir / name).read_bytes())
    forget()
    known = houses.Houses(())
    known.add(OwnHouse(keys.house_key(keys_dir), Store(":memory:"), "own"))
    houses.use(known)
    players()
    found = {}
    for n, player in enumerate(table):
        assert begin(n) == player.id
        for sent in range(player.sent):
            due = decision(player.id, sent)
            assert due is not None
            club.send(player.id, *due)
        found[player.id] = decisions(player.id)
    return found


def rolls(events: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    bodies = [body for kind, body, _, _ in events if kind == "chance"]
    return [(b["roll"], b["spec"], b["outcome"], tuple(b["signatures"])) for b in bodies]


def sql(query: str) -> list[tuple[Any, ...]]:
    with database.transaction() as conn:
        return conn.execute(query).fetchall()
