"""The case ledger is held against code, tests and rulebook, and its tests must bite."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.bite import toothless
from engine.core.cases import check, render
from engine.core.citations import read_cases, said_cases

ROOT = Path(__file__).parents[2]
CODE = """
def odds(a):  # 16.8
    return a * 2


def shifts(
    board: int,
) -> int:  # 16.9.1 to 16.9.3
    return board


class Table:
    @property
    def lowest(self) -> int:  # 16.7 a
        return 1


def fight():
    return ask("red", "which", (), "16.1")
"""
TESTS = """
from toy.combat import odds, shifts


def test_odds():
    assert odds(2) == 4


def test_nothing():
    assert True
"""
SOUND = """
["16.1"]
title = "Battles"
none = "an explanation"
["16.7 a"]
code = ["combat:Table.lowest"]
test = ["test_toy.py::test_odds"]
["16.8"]
title = "Odds"
code = ["combat:odds"]
test = ["test_toy.py::test_odds"]
["16.9.1"]
code = ["combat:shifts"]
test = ["test_toy.py::test_nothing"]
["16.9.2"]
none = "as 16.9.1"
["16.9.3"]
none = "as 16.9.1"
"""


@pytest.fixture
def toy(tmp_path):
    package = tmp_path / "toy"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "combat.py").write_text(CODE)
    (tmp_path / "test_toy.py").write_text(TESTS)
    return package


def report(toy, ledger, numbers=()):
    (toy / "cases.toml").write_text(ledger)
    return check("toy", toy, toy.parent, numbers)


def test_a_sound_ledger(toy):
    found = report(toy, SOUND, ("16.8", "16.9.1"))
    assert found.exit_code == 0
    lines = render(found).splitlines()
    assert lines[-1] == "toy: 6 cases, 3 implemented, 3 tested, 3 need no code, 0 open"
    assert lines[2].split() == ["16.8", "ok", "Odds", "combat:odds"]


@pytest.mark.parametrize(
    "was, now, fault",
    [
        ("combat:odds", "combat:evens", "no function combat:evens"),
        ("combat:odds", "combat:shifts", "the def line of combat:shifts does not say 16.8"),
        ("test_toy.py::test_odds", "test_toy.py::test_evens", "no test test_toy.py::test_evens"),
        ("test_toy.py::test_odds", "test_none.py::test_odds", "no test test_none.py::test_odds"),
        ('none = "an explanation"', "", "no code is named"),
        ('["16.9.3"]\nnone = "as 16.9.1"', "", "16.9.3 of combat:shifts is not in the ledger"),
        ('["16.1"]', '["16.2"]', "16.1 of combat is not in the ledger"),
    ],
)
def test_every_stale_citation_is_open(toy, was, now, fault):
    found = report(toy, SOUND.replace(was, now))
    assert found.exit_code == 1
    assert fault in render(found)


def test_a_number_of_the_rulebook_that_nobody_took_up_is_open(toy):
    found = report(toy, SOUND, ("16.10",))
    assert "16.10 of the rulebook is not in the ledger" in render(found)
    assert render(found).endswith(", 1 open")


@pytest.mark.parametrize(
    "comment, cases",
    [
        ("16.8", ("16.8",)),
        ("16.9.1 to 16.9.3", ("16.9.1", "16.9.2", "16.9.3")),
        ("16.7 a to c", ("16.7 a", "16.7 b", "16.7 c")),
        ("6.7, 6.11", ("6.7", "6.11")),
        ("16.9: the 2 end columns hold", ("16.9",)),
        ("no case at all", ()),
    ],
)
def test_cases_in_comments(comment, cases):
    assert read_cases(comment) == cases


def test_cases_in_questions():
    assert said_cases('ask("red", "x", o, "4.1", about="Mill")\nroll(2, 6, case="4.2")') == (
        "4.1",
        "4.2",
    )


def test_biting_finds_the_test_that_passes_without_its_function(toy):
    (toy.parent / "engine").symlink_to(ROOT / "engine")
    found = toothless(report(toy, SOUND), "toy", toy.parent)
    assert [line.partition(" can go")[0] for line in found] == [
        "16.7 a: toy.combat:Table.lowest",
        "16.9.1: toy.combat:shifts",
    ]


def test_the_ledger_of_the_miniature_game_holds_and_bites():
    numbers = [f"{rule}.{n}" for rule, last in RULES.items() for n in range(1, last + 1)]
    found = check("mini", ROOT / "tests" / "mini", ROOT, numbers)
    assert found.open == 0, render(found)
    assert toothless(found, "tests.mini", ROOT) == ()


RULES = {1: 3, 2: 3, 3: 5, 4: 3, 5: 5, 6: 11, 7: 2}
