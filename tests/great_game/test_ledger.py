"""The case ledger holds every case of the rulebook, and names code and tests that exist."""

from engine.core.cases import check
from engine.great_game.game import GAME, RULINGS
from engine.great_game.geography import HERE

PRINTED = [
    "2.1",
    "2.2",
    "2.3",
    "2.4",
    "2.5",
    "3.1",
    "3.2",
    "3.3",
    "4.1",
    "4.2",
    "4.3",
    "5.1",
    "5.2",
    "5.3",
    "5.4",
    "5.7",
    "5.8",
    "7.1",
    "7.2",
    "7.3",
    "7.4",
    "7.5",
    "8.1",
    "8.2",
    "8.3",
    "8.4",
    "9.1",
    "9.2",
    "10.1",
    "10.2",
    "10.3",
    "11.1",
    "11.2",
    "12.1",
    "12.2",
    "12.3",
    "12.4",
    "13.1",
    "13.2",
    "13.3",
]


def test_the_ledger_is_whole():
    report = check(GAME.key, HERE, HERE.parents[1], PRINTED)
    assert len(PRINTED) == 40
    assert [row.number for row in report.rows if row.is_open] == [] and report.strays == ()


def test_every_ruling_belongs_to_a_case_and_gives_its_reason():
    report = check(GAME.key, HERE, HERE.parents[1])
    cases = [row.number for row in report.rows]
    assert len(RULINGS["ruling"]) > 40
    for ruling in RULINGS["ruling"]:
        assert ruling["case"] in cases, ruling
        assert all(ruling[key] for key in ("question", "ruling", "reason"))
        assert ruling["edition"] in GAME.editions
