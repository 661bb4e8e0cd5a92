"""What is given on the command line, and what would have worked."""

from pathlib import Path

from tests.commands.conftest import Run


def test_what_would_have_worked_is_said_whole(keyed: Path, run: Run) -> None:
    told = run("play", "mini", "--bots", "random", "--out", keyed / "g", code=2).output
    assert "one name for each of red, blue: --bots random,random, say." in " ".join(told.split())
    assert not (keyed / "g").exists()
    assert "?." not in run("fuzz", "minni", code=2).output
    words = ("--name", "Eva", "--address", "eva@example.org", "--side", "green")
    told = run("practice", "mini", *words, code=2).output
    assert "There is no side 'green'; there are red, blue." in " ".join(told.split())
