"""What the papers say is so."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from engine.core import orders
from engine.great_game.board import sp_at
from engine.great_game.game import GAME as great_game
from ops.launcher.plan import ROOT
from ops.launcher.table import PROCESSES
from service.commands.__main__ import cli
from service.commands.admin import admin_command
from service.events import KINDS
from service.settings import Settings
from tests.great_game.desk import Table
from tests.great_game.positions import sp

HANDS = (
    ("campaign", "campaign", "emissary", "hero", "hero", "spoiler", "pen"),
    ("campaign", "emissary", "rebellion", "rebellion", "rebellion", "hero", "hero"),
)

PAPERS = [*ROOT.glob("*.md"), *ROOT.glob("ops/**/*.md")]
LINK = re.compile(r"\]\(([^)#:]+)\)")


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(paper: Path) -> None:
    missing = [to for to in LINK.findall(paper.read_text()) if not (paper.parent / to).exists()]
    assert missing == []


def test_every_setting_stands_in_the_runbook() -> None:
    text = (ROOT / "ops" / "runbook.md").read_text()
    for name, field in Settings.model_fields.items():
        assert f"| `FIELDPOST_{name.upper()}` | {field.description} |" in text
    assert text.count("| `FIELDPOST_") == len(Settings.model_fields)


def test_every_process_stands_in_the_runbook() -> None:
    text = (ROOT / "ops" / "runbook.md").read_text()
    assert [name for name in PROCESSES if f"`{name}`" not in text] == []


def test_every_command_that_the_papers_name_exists() -> None:
    named = set()
    for paper in PAPERS:
        named |= set(re.findall(r"ops/fieldpost ([a-z]+)", paper.read_text()))
    assert named and named <= set(cli.list_commands(click.Context(cli)))


@pytest.mark.parametrize("paper", sorted(ROOT.glob("ops/adr/*.md")), ids=lambda path: path.name)
def test_a_decision_is_headed_by_its_number(paper: Path) -> None:
    assert paper.read_text().startswith(f"# {int(paper.name[:4])}. ")


def test_the_papers_name_what_an_admin_can_do() -> None:
    known = set(admin_command.list_commands(click.Context(admin_command)))
    named = set()
    for paper in PAPERS:
        named |= set(re.findall(r"`(?:ops/fieldpost )?admin ([a-z]+)", paper.read_text()))
    assert {"create", "held", "release", "rerun"} <= named <= known


def test_the_kinds_of_events_are_explained() -> None:
    assert all(text.endswith(".") and len(text) > 10 for text in KINDS.values())


def test_the_four_words_of_contributing_are_the_miniature_games_own_code() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    sample = text.split("```python\n")[1].split("```")[0]
    sources = "".join(path.read_text() for path in (ROOT / "tests" / "mini").glob("*.py"))
    assert sample.strip() in sources


@pytest.mark.parametrize("command", ["up", "test", "fieldpost"])
def test_the_commands_of_the_readme_explain_themselves(command: str) -> None:
    text = (ROOT / "README.md").read_text()
    assert f"ops/{command}" in text
    done = subprocess.run(
        [ROOT / "ops" / command, "--help"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0 and "usage" in done.stdout.lower(), done.stderr


def test_the_options_of_up_in_the_readme_are_there() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "ops.launcher.up", "--help"], capture_output=True, text=True
    ).stdout
    text = (ROOT / "README.md").read_text()
    for option in re.findall(r"`(?:ops/up )?(--[a-z]+)", text.split("## A five")[0]):
        assert option in shown


def code_of(heading: str, column: int) -> dict[str, list[str]]:
    """What stands in code in the tables of a chapter of the README: first column to another."""
    chapter = (ROOT / "README.md").read_text().split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip().strip("|").split(" | ") for line in chapter.splitlines() if "| " in line]
    spans = [[re.findall("`([^`]+)`", cell) for cell in row] for row in rows]
    return {row[0][0]: row[column] for row in spans if row[0]}


def test_the_order_examples_of_the_readme_are_one_mail_that_the_game_takes() -> None:
    examples = list(code_of("Orders", 0))
    table = Table("campaign", *HANDS, dice=[(6, 6), (6, 6)])
    reading = orders.read(great_game, "\n".join(examples))
    assert reading.preview and not reading.ignored and len(reading.standing) == 2
    sent = [line for line in examples if line not in ("preview", "stop")]
    done = table.send("british", "\n".join(sent))
    assert not done.refusals and len(table.standing["british"]) == 2
    table.send("russian", "done\nchoose Emissary\ndone")
    assert {place: sp_at(table.board, place) for place in ("simla", "bombay")} == {
        "simla": sp("5 british"),
        "bombay": sp("7 british"),
    }


def test_the_process_table_of_the_readme_is_the_launchers() -> None:
    found = code_of("Your own club in an hour", -1)
    assert found == {name: [" ".join(words)] for name, words in PROCESSES.items()}
