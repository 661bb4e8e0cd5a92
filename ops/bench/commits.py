"""Commits per second: signed events under their games' locks, against bare one-row inserts.

All writers are plain psycopg clients, each a process of its own, on one database with the same
durability. Rounds alternate, and a ratio is the median over rounds, because a machine's speed
wanders. `ratio` compares with clients that commit as psycopg does by default, `ratio_autocommit`
with clients that send nothing but the insert.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from random import Random
from statistics import median
from typing import Any

import psycopg
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from service import store
from service.database import Connection
from service.events import ZERO, Draft, Head, Next, chain, leaf, parse
from service.signing import EventKey, is_signed
from service.store import Row

GAMES, WRITERS, ROUNDS, SECONDS = 64, 8, 7, 0.8
PATIENCE_SECONDS = 60.0
CONTEXT = get_context("spawn")  # a forked writer would begin with its parent's locks and sockets
BARE = "INSERT INTO bare (game, seq, canon, sig, leaf) VALUES (%s, %s, %s, %s, %s)"
Step = Callable[[Connection, str], None]


def measure(owner_url: str, rounds: int = ROUNDS, seconds: float = SECONDS) -> dict[str, Any]:
    """`owner_url`: a migrated database to throw away, since nothing removes the events."""
    key, games = EventKey.generate(), make_games(owner_url)
    rates: dict[str, list[float]] = {"bare": [], "autocommit": [], "signed": []}
    with bare_table(owner_url), team(owner_url, games, key) as writers:
        for _ in range(rounds):
            for kind, measured in rates.items():
                measured.append(writers(kind, seconds))
    events = check(owner_url, games, key)
    if events != round(sum(rates["signed"]) * seconds):
        raise AssertionError(f"{events} events are not as many as were counted")
    return {
        **{f"{kind}_per_second": round(median(measured)) for kind, measured in rates.items()},
        "ratio": ratio(rates["signed"], rates["bare"]),
        "ratio_autocommit": ratio(rates["signed"], rates["autocommit"]),
        "events": events,
    }


def ratio(ours: Sequence[float], others: Sequence[float]) -> float:
    return round(median(one / other for one, other in zip(ours, others, strict=True)), 3)


def make_games(url: str) -> list[str]:
    insert = "INSERT INTO game (id, number, title, scenario, edition) VALUES (%s, %s, %s, %s, %s)"
    with psycopg.connect(url) as conn:
        made = [store.fresh(conn) for _ in range(GAMES)]
        for id, number in made:
            conn.execute(insert, (id, number, "bench", "commits", "1"))
    return [id for id, _ in made]


@contextmanager
def bare_table(url: str) -> Iterator[None]:
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute(
            "CREATE TABLE bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
            " game text, seq bigint, canon bytea, sig bytea, leaf bytea)"
        )
        try:
            yield
        finally:
            conn.execute("DROP TABLE bare")


@contextmanager
def team(url: str, games: list[str], key: EventKey) -> Iterator[Callable[[str, float], float]]:
    """The writers, and how they run one round: commits per second of all of them together."""
    secret, barrier = key.private.private_bytes_raw(), CONTEXT.Barrier(WRITERS)
    pipes = [CONTEXT.Pipe() for _ in range(WRITERS)]
    writers = [
        CONTEXT.Process(target=write, args=(url, games, secret, barrier, end, seed))
        for seed, (_, end) in enumerate(pipes)
    ]
    for writer in writers:
        writer.start()

    def run(kind: str, seconds: float) -> float:
        for pipe, _ in pipes:
            pipe.send((kind, seconds))
        return sum(answer(pipe, seconds) for pipe, _ in pipes) / seconds

    try:
        yield run
    finally:
        for writer in writers:
            writer.terminate()
            writer.join()


def answer(pipe: Any, seconds: float) -> int:
    if not pipe.poll(seconds + PATIENCE_SECONDS):
        raise AssertionError("a writer does not answer; its last words stand above")
    return int(pipe.recv())


def write(url: str, games: list[str], secret: bytes, barrier: Any, pipe: Any, seed: int) -> None:
    """One writer: round after round it commits to games at random until the time is up."""
    chosen, kinds = Random(seed), steps(EventKey(Ed25519PrivateKey.from_private_bytes(secret)))
    with psycopg.connect(url) as conn:
        while True:
            kind, seconds = pipe.recv()
            conn.autocommit = kind == "autocommit"
            barrier.wait(PATIENCE_SECONDS)
            pipe.send(count(conn, kinds[kind], chosen, games, seconds))


def count(conn: Connection, step: Step, chosen: Random, games: list[str], seconds: float) -> int:
    done, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        step(conn, chosen.choice(games))
        done += 1
    return done


def steps(key: EventKey) -> dict[str, Step]:
    sample = sealed(key, "g1", Head())
    values = (sample.seq, sample.canon, sample.sig, sample.leaf)

    def autocommit(conn: Connection, game: str) -> None:
        conn.execute(BARE, (game, *values))

    def bare(conn: Connection, game: str) -> None:
        conn.execute(BARE, (game, *values))
        conn.commit()

    def signed(conn: Connection, game: str) -> None:
        found = store.locked_head(conn, game)
        store.append(conn, [sealed(key, game, Head(*found) if found else Head())])
        conn.commit()

    return {"bare": bare, "autocommit": autocommit, "signed": signed}


def sealed(key: EventKey, game: str, head: Head) -> Row:
    """An event as play makes them, by number, chain and signature."""
    body = {"side": "red", "question": "march", "case": "5.2", "how": "00" * 32, "choice": "1406"}
    facts = ({"type": "Marched", "unit": "1st Rifles", "to": "1406"},)
    draft = Draft("answer", body, facts, Next(outcome={}), "2026-01-01T00:00:00Z")
    (link,) = chain(game, head, [draft])
    return Row(game, link.seq, link.canon, key.sign(link.canon), link.leaf)


def check(url: str, games: list[str], key: EventKey) -> int:
    """No gap, no duplicate, no broken link, no wrong signature; how many events there are."""
    events = 0
    with psycopg.connect(url) as conn:
        for game in games:
            rows = store.read(conn, game)
            check_chain(rows, key)
            events += len(rows)
    return events


def check_chain(rows: Sequence[Row], key: EventKey) -> None:
    before = ZERO
    for seq, row in enumerate(rows):
        event = parse(row.canon)
        if (row.seq, event.seq, event.prev) != (seq, seq, before.hex()):
            raise AssertionError(f"the chain of {row.game} breaks at {seq}")
        if row.leaf != leaf(row.canon) or not is_signed(key.public, row.sig, row.canon):
            raise AssertionError(f"event {seq} of {row.game} does not verify")
        before = row.leaf
