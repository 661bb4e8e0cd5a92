"""Charts: the values of a game as rows of words, each value with the mark of its provenance."""

from __future__ import annotations

from msgspec import Struct

from engine.core.tables import Table

PAGES = ("map", "charts", "cards")


class Chart(Struct, frozen=True):
    """`key` finds title, columns and notes in the templates."""

    key: str
    rows: tuple[tuple[str, ...], ...]


def marked(table: Table, path: str, value: object) -> str:
    """`12 (r)`: the value and the first letter of its mark."""
    return f"{value} ({mark(table, path)})"


def mark(table: Table, path: str) -> str:
    found = table.provenance(path)
    return found.mark[0] if found else "?"


def source(table: Table, path: str) -> str:
    """Where a value stands, with its mark; a full stop ends neither."""
    found = table.provenance(path)
    return "" if found is None else f"{found.mark}: {found.source}"
