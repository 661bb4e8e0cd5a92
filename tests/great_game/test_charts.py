"""Map, charts and cards as they are mailed: everything is there, marked, and fits a letter."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable

import pytest

from engine.core.game import Game
from engine.great_game.board import CARDS, TABLES
from engine.great_game.counters import OFFICERS
from engine.great_game.game import GAME
from engine.great_game.geography import FORTRESSES, MAP, place_name
from service.charts import CHARTS, cards_text, charts_text, map_text, page

Text = Callable[[Game], str]
TEXTS: tuple[Text, ...] = (map_text, charts_text, cards_text)


def rows(name: str, title: str) -> list[tuple[str, ...]]:
    return next(list(part.rows) for part in page(GAME, name).parts if part.title == title)


@pytest.mark.parametrize("text", TEXTS)
def test_lines_fit_a_letter_and_the_marks_are_explained(text: Text) -> None:
    lines = text(GAME).splitlines()
    assert max(map(len, lines)) < 78
    assert len([line for line in lines if re.match(r"\([gfdr]\) ", line)]) == 4
    assert "(?)" not in text(GAME) and f"Edition {GAME.editions[-1]}" in lines


def test_every_space_stands_there_with_its_fortress() -> None:
    shown = {re.sub(r" \(.\)", "", row[0]): row for row in rows("map", "Spaces")}
    assert shown.keys() == {place.name for place in MAP.places}
    assert shown["Herat"] == ("Herat (g)", "Herat (g)", "15 (g)", "capital")
    assert shown["Kerman"][0] == "Kerman (r)" and shown["Kerman"][2] == "-"
    figures = {name: row[2].split()[0] for name, row in shown.items() if row[2] != "-"}
    assert figures == {place_name(key): str(sp) for key, sp in FORTRESSES.items()}


def test_every_line_stands_there_once_and_from_both_ends() -> None:
    lines = {(a, b): kind for a, b, kind, _ in rows("map", "Lines")}
    assert len(lines) == len(MAP.lines) == len(rows("map", "Lines"))
    ways = {start: way for start, way in rows("map", "From space to space")}
    for line in MAP.lines:
        a, b = place_name(line.a), place_name(line.b)
        assert lines[a, b] == line.kind
        assert a in named(ways[b], line.kind) and b in named(ways[a], line.kind)
    assert rows("map", "Not joined, although near")[0][:2] == ("Kabul", "Kandahar")


def named(way: str, kind: str) -> list[str]:
    parts = dict(part.split(": ") for part in way.split("; "))
    return parts.get(kind, "").split(", ")


def test_officers_show_ratings_and_marks() -> None:
    shown = {row[0]: row for row in rows("charts", "Officers")}
    assert shown.keys() == {officer.name for officer in OFFICERS.values()}
    assert shown["Pottinger"] == ("Pottinger", "British", "3 (g)", "1 (d)", "1830s (g)")


def test_every_number_of_the_rules_has_a_name_and_a_source() -> None:
    names = tomllib.loads((CHARTS / "great_game.toml").read_text())["names"]
    assert list(names) == [path for path, _ in TABLES.leaves()]
    shown = {row[0]: row[1:] for row in rows("charts", "Numbers of the rules")}
    assert shown[names["attrition.desert"]] == ("-1", "given: the case named beside it")
    assert shown[names["thresholds.leave"]][1].startswith("deduced: ")


def test_12_1_the_dice_table() -> None:
    text = charts_text(GAME)
    found = r"^combat dice: (imperial|other SP with |other SP without).* (\d) "
    dice = re.findall(found, text, re.M)
    assert dice == [("imperial", "1"), ("other SP with ", "2"), ("other SP without", "3")]


def test_all_cards_with_counts_values_and_what_they_do() -> None:
    shown = {row[0]: row for row in rows("cards", "Every kind")}
    assert len(shown) == len(CARDS) == 19
    assert sum(int(row[2].split()[0]) for row in shown.values()) == 54
    assert shown["Campaign"][1:4] == ("action", "8 (r)", "4 (g)")
    assert all(row[4].endswith((" (g)", " (d)", " (r)")) for row in shown.values())
    assert rows("cards", "The deck") == [("54", "19")]


def test_13_the_set_ups_of_all_scenarios() -> None:
    shown = rows("charts", "Scenarios")
    assert [row[0] for row in shown if row[0]] == [s.title for s in GAME.scenarios]
    assert ("", "Kazala", "4 Russian SP") in shown and ("", "Keane", "1840s Delhi") in shown
    assert ("", "Simonich", "Tehran") in shown and ("", "Elias", "1880s") in shown
