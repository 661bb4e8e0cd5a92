"""The checks of `doctor` inside the house: database, queue, keys, dice, disk, clock."""

from __future__ import annotations

import shutil
import stat
from collections.abc import Iterator
from datetime import UTC, datetime

import psycopg
import redis

from ops.migrations import run
from service import keys
from service.commands.connect import connected
from service.house_client import HouseError, introduce
from service.settings import settings

Found = Iterator[tuple[str, str, str]]  # grade, what, advice
LEAST_FREE_BYTES = 1_000_000_000
MOST_SKEW_SECONDS = 2.0
CLOCK = "The clocks of database and service differ by {:.1f} s"


def database() -> Found:
    try:
        with connected() as conn:
            row = conn.execute("SELECT clock_timestamp()").fetchone()
            skew = abs((datetime.now(UTC) - row[0]).total_seconds()) if row else 0.0
    except psycopg.OperationalError as problem:
        reason = str(problem).strip().splitlines()[0]
        yield "fail", f"The database cannot be reached: {reason}", "Start it, or ops/up."
        return
    yield "ok", "The database answers", ""
    yield from revision()
    grade = "ok" if skew <= MOST_SKEW_SECONDS else "warn"
    yield grade, CLOCK.format(skew), "" if grade == "ok" else "Let both follow a time server."


def revision() -> Found:
    here, wanted = run.current(settings().database_url), run.newest()
    if here == wanted:
        yield "ok", f"The database stands at step {here}", ""
    else:
        yield "fail", f"The database stands at step {here}, not {wanted}", "Run fieldpost upgrade."


def queue() -> Found:
    url = settings().redis_url
    try:
        with redis.from_url(url, socket_connect_timeout=3, socket_timeout=3) as client:
            client.ping()
    except (redis.RedisError, OSError) as problem:
        advice = "Start it; nothing is lost meanwhile, but turns are slower."
        yield "fail", f"The queue cannot be reached: {problem}", advice
    else:
        yield "ok", "The queue answers", ""


def keys_present() -> Found:
    folder = settings().keys_dir
    for name in (f"{keys.EVENT_NAME}.pem", f"{keys.HOUSE_NAME}.pem", keys.TOKEN_NAME):
        path = folder / name
        if not path.exists():
            yield "fail", f"The key {path} is missing", "fieldpost keys init, or restore a copy."
        elif (mode := stat.S_IMODE(path.stat().st_mode)) & 0o077:
            yield "fail", f"The key {path} has the mode {mode:o}", f"Run chmod 600 {path}"
        else:
            yield "ok", f"The key {name} is there and private", ""


def houses() -> Found:
    own = settings().keys_dir / f"{keys.HOUSE_NAME}.pub.pem"
    mine = keys.read_house(own.read_text()) if own.exists() else None
    known = False
    for url in settings().house_urls:
        try:
            house = introduce(url)
        except HouseError as problem:
            yield "fail", f"The dice house {problem}", "fieldpost house serve runs the own one."
            continue
        is_own = mine is not None and keys.fingerprint(mine) == keys.fingerprint(house.public)
        known = known or is_own
        yield "ok", f"The dice house {house.name} answers at {url} and proves its key", ""
    if mine is not None and not known:
        yield "warn", "No house answers with the own house key", "Games begun with it would wait."


def disk() -> Found:
    folder = settings().var_dir
    place = next(p for p in (folder, *folder.parents) if p.exists())
    free = shutil.disk_usage(place).free
    grade = "ok" if free >= LEAST_FREE_BYTES else "fail"
    advice = "" if grade == "ok" else "Make room before the database stops."
    yield grade, f"{free / 1e9:.1f} GB are free at {place}", advice
