"""Map, charts and cards as plain text for a mail, and as named parts for a page."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill, wrap
from typing import Any

from msgspec import Struct

from engine.core.charts import PAGES, Chart
from engine.core.game import Game
from engine.core.overlay import BETWEEN
from service.settings import ROOT
from service.words import catalogue

CHARTS = ROOT / "templates" / "charts"
WIDTH, GAP = 76, 2


class Part(Struct, frozen=True):
    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Page(Struct, frozen=True):
    title: str
    edition: str
    legend: tuple[str, ...]
    note: str
    parts: tuple[Part, ...]


def map_text(game: Game) -> str:
    return text(page(game, "map"))


def charts_text(game: Game) -> str:
    return text(page(game, "charts"))


def cards_text(game: Game) -> str:
    return text(page(game, "cards"))


def has_pages(game: Game) -> bool:
    return bool(game.charts(PAGES[0]))


def page(game: Game, name: str) -> Page:
    words: dict[str, Any] = catalogue(CHARTS / f"{game.key.partition(BETWEEN)[0]}.toml")
    parts = tuple(part(chart, words) for chart in game.charts(name))
    title = f"{game.title}: {words[name]['title']}"
    legend = tuple(words["legend"]["text"])
    return Page(title, game.editions[-1], legend, words[name]["note"], parts)


def part(chart: Chart, words: dict[str, Any]) -> Part:
    own, names = words[chart.key], words["names"]
    rows = tuple((names.get(first, first), *rest) for first, *rest in chart.rows)
    return Part(own["title"], own["note"], tuple(own["columns"]), rows)


def text(shown: Page) -> str:
    return "\n".join(text_lines(shown)) + "\n"


def text_lines(shown: Page) -> Iterator[str]:
    yield from (shown.title.upper(), f"Edition {shown.edition}", "", *shown.legend, "")
    yield from (fill(shown.note, WIDTH), "")
    for one in shown.parts:
        yield from (one.title, "-" * len(one.title))
        yield from table(one) if one.rows else ()
        yield from (fill(one.note, WIDTH), "") if one.note else ("",)


def table(one: Part) -> Iterator[str]:
    sizes = widths((one.columns, *one.rows))
    for row in (one.columns, *one.rows):
        cells = [
            wrap(cell, size, break_on_hyphens=False) or [""]
            for cell, size in zip(row, sizes, strict=True)
        ]
        for n in range(max(map(len, cells))):
            yield line([cell[n] if n < len(cell) else "" for cell in cells], sizes)


def widths(rows: tuple[tuple[str, ...], ...]) -> list[int]:
    """As wide as their longest cell; the widest gives way until all fit on a line."""
    sizes = [max(map(len, column)) for column in zip(*rows, strict=True)]
    while sum(sizes) + GAP * (len(sizes) - 1) > WIDTH:
        widest = sizes.index(max(sizes))
        sizes[widest] -= 1
    return sizes


def line(cells: list[str], sizes: list[int]) -> str:
    padded = (cell.ljust(size) for cell, size in zip(cells, sizes, strict=True))
    return (" " * GAP).join(padded).rstrip()
