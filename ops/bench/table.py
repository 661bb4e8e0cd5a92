"""All figures as one table: name, figure, bar, and whether the bar is met."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from ops.bench.private import database


class Row(Struct, frozen=True):
    name: str
    figure: str
    bar: str
    ok: bool


def engine() -> Iterator[Row]:
    from ops.bench import engine as bench

    yield from (figure(found) for found in bench.measure())


def figure(found: Any, sense: str = "at most") -> Row:
    bar = "for the record" if found.bar is None else f"{sense} {found.bar:g} {found.unit}"
    return Row(found.name, f"{found.figure:g} {found.unit}", bar, found.ok)


def great_game() -> Iterator[Row]:
    from ops.bench import great_game as bench

    yield from (figure(found) for found in bench.measure())


def balance() -> Iterator[Row]:
    from ops.bench import great_game as bench

    yield from (figure(found, "at least") for found in bench.balance())


def commits() -> Iterator[Row]:
    from ops.bench import commits as bench

    with database() as url:
        found = bench.measure(url)
    yield Row("bare inserts, 8 clients", f"{found['bare_per_second']:,} /s", "for the record", True)
    signed = f"{found['signed_per_second']:,} /s"
    yield Row("signed events, 8 writers, 64 games", signed, "for the record", True)
    ratio = found["ratio"]
    yield Row("signed to bare commits", f"{ratio:.2f}", "at least 0.5", ratio >= 0.5)
    plain = f"{found['ratio_autocommit']:.2f}"
    yield Row("signed to bare, clients in autocommit", plain, "for the record", True)


def sheet() -> Iterator[Row]:
    from ops.bench import sheet as bench

    with database() as url:
        milliseconds = bench.measure(url)
    figure = f"{milliseconds:.1f} ms CPU"
    ok = milliseconds <= bench.BAR_MILLISECONDS
    yield Row(
        f"{bench.ANSWERS} answers sealed and appended",
        figure,
        f"at most {bench.BAR_MILLISECONDS} ms CPU",
        ok,
    )


def verify() -> Iterator[Row]:
    from ops.bench import verify as bench

    for name, seconds, bar in bench.measure():
        yield Row(name, f"{seconds:.2f} s CPU", f"at most {bar:g} s CPU", seconds <= bar)


BENCHES: dict[str, Callable[[], Iterator[Row]]] = {
    "engine": engine,
    "sheet": sheet,
    "verify": verify,
    "commits": commits,
    "great_game": great_game,
    "balance": balance,
}


def heading() -> str:
    return f"{'name':<40} | {'figure':>18} | {'bar':>20} | ok"


def line(row: Row) -> str:
    return f"{row.name:<40} | {row.figure:>18} | {row.bar:>20} | {'ok' if row.ok else 'MISSED'}"
