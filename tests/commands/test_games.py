"""What needs no server: games, cases, fuzz, play, replay, read, keys."""

import json
import re
import stat
import subprocess
from pathlib import Path

import pytest

from service import keys
from service.commands import fuzz as fuzzing
from service.settings import ROOT
from tests.club import forget
from tests.commands.conftest import Run, game_file
from tests.mini import combat

MAIL = b"""From: ann@example.org
To: orders@example.org
Content-Type: text/plain; charset=utf-8

Dear Boris,
scout at St. Remy
stance bold
scoot at hill
losses: nearest
"""


def test_games_are_listed(alone: Path, run: Run) -> None:
    told = run("games").output
    assert "mini: Mill Stream" in told and "editions   1.0, 1.1" in told
    assert "scenario   drill" in told and "sides    red, blue" in told
    assert "option   length = short (default) or long" in told


def test_no_games_is_no_error(alone: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.commands.games.catalogue", dict)
    assert "No game is installed yet" in run("games").output


def test_an_unknown_game_gets_suggestions(alone: Path, run: Run) -> None:
    assert "did you mean mini?" in run("fuzz", "minni", code=2).output
    assert "there are meeting, drill" in run("fuzz", "mini", "--scenario", "x", code=2).output


def test_an_unknown_command_gets_suggestions(alone: Path, run: Run) -> None:
    assert "Did you mean verify?" in run("verfy", code=2).output
    assert "--help lists them all" in run("xyzzy", code=2).output


@pytest.mark.parametrize("door", [(), ("--mail",)])
def test_fuzz_sums_up_in_its_last_line(alone: Path, run: Run, door: tuple[str, ...]) -> None:
    lines = run("fuzz", "mini", "--games", 3, *door).output.splitlines()
    games, events, failures = (int(part.split()[0]) for part in lines[-1].split(", "))
    assert (games, failures) == (3, 0) and events > 60
    assert lines[-1] == f"3 games, {events} events, 0 failures"


def test_fuzz_fails_and_keeps_the_game(
    alone: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(combat, "possible", lambda view, side: 1 / 0)
    lines = run("fuzz", "mini", "--games", 3, code=1).output.splitlines()
    assert lines[-1].endswith("3 failures") and "ZeroDivisionError" in lines[-2]
    kept = json.loads((alone / "fuzz" / "mini-1.json").read_text())
    assert kept["record"] and fuzzing.settings().var_dir == alone


def test_the_case_ledger_of_the_miniature_game_is_true(alone: Path, run: Run) -> None:
    last = run("cases", "mini").output.splitlines()[-1]
    assert last.startswith("mini: ") and last.endswith(", 0 open")


def test_play_tells_the_result_and_refuses_what_it_does_not_know(keyed: Path, run: Run) -> None:
    told = run("play", "mini", "--bots", "random,do-nothing", "--out", keyed / "g").output
    assert "Result: " in told and (keyed / "g").read_bytes().count(b"\n") > 20
    assert (
        "There is no bot 'rnd'"
        in run("play", "mini", "--bots", "rnd,random", "--out", keyed / "h", code=2).output
    )
    assert (
        "one name for each of red, blue"
        in run(
            "play", "mini", "--bots", "random,random,random", "--out", keyed / "h", code=2
        ).output
    )


def test_replay_tells_what_a_side_knew(keyed: Path, run: Run) -> None:
    path = game_file(keyed)
    everything, red, spectator = (
        run("replay", path, *eyes).output for eyes in ((), ("--as", "red"), ("--as", "spectator"))
    )
    dealt = [line for line in everything.splitlines() if "Shown to blue: " in line]
    assert dealt and all("something hidden" not in line for line in dealt)
    assert dealt[0] not in red and "is something hidden" in red
    assert re.search("Shown to red: t[0-9]+ is something hidden", spectator)
    assert "The game is over" in spectator


def test_replay_tells_decisions_as_they_are_written(keyed: Path, run: Run) -> None:
    told = run("replay", path := game_file(keyed, seed=5)).output  # a concealed stack moves in it
    assert re.search(r"^ +\d+  (red|blue): move (foot|horse|guns?|\w+) [\w -]+ to ", told, re.M)
    assert re.search(r"^ +\d+  (red|blue) had sealed stance: stance (bold|steady)$", told, re.M)
    assert re.search(r"^ +\d+  Result: (red wins|blue wins|draw)", told, re.M)
    assert not re.search(r"[{}\[\]\"]|cannot read|something hidden", told)
    spectator = run("replay", path, "--as", "spectator").output
    assert re.search(r"^ +\d+  (red|blue): move, something hidden$", spectator, re.M)


def test_replay_of_a_game_that_is_not_installed(
    keyed: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = game_file(keyed)
    monkeypatch.setenv("FIELDPOST_EXTRA_GAMES", "")
    forget()
    told = run("replay", path, code=1).output
    assert told == "Error: The game mini is not installed here; installed are: great_game.\n"
    monkeypatch.setattr("service.commands.replay.catalogue", dict)
    assert "no game is installed." in run("replay", path, code=1).output


def test_replay_shows_the_board_at_a_step(keyed: Path, run: Run) -> None:
    path = game_file(keyed)
    begun = json.loads(run("replay", path, "--step", 0).output)
    assert begun["turn"] == 0 and all(t["value"] for t in begun["tokens"].values())
    red = json.loads(run("replay", path, "--step", 5, "--as", "red").output)
    backs = {t["back"]: t["value"] for t in red["tokens"].values()}
    assert backs["red"] and backs["blue"] is None
    assert "steps 0 to" in run("replay", path, "--step", 9999, code=2).output
    assert "no side 'green'" in run("replay", path, "--as", "green", code=2).output


def test_replay_draws_the_board(keyed: Path, run: Run) -> None:
    path, svg = game_file(keyed), keyed / "board.svg"
    run("replay", path, "--step", 5, "--svg", svg)
    assert svg.read_text().startswith("<svg") and "Windy Hill" in svg.read_text()


def test_read_tells_orders_refusals_and_chatter(alone: Path, run: Run) -> None:
    (path := alone / "m.eml").write_bytes(MAIL)
    told = json.loads(run("read", "mini", path, "--side", "blue").output)
    assert (told["side"], told["question"]) == ("blue", "scout")
    assert told["orders"] == [{"line": 2, "text": "scout at Saint-Rémy"}]
    assert told["ignored"] == [
        {"line": 1, "text": "Dear Boris,", "meant": ""},
        {"line": 4, "text": "scoot at hill", "meant": "scout"},
    ]
    (refused,) = told["refused"]
    assert refused["line"] == 5 and "weakest first" in refused["reason"]


@pytest.mark.parametrize("name", ["event.pem", "house.pem"])
def test_a_damaged_key_gets_one_sentence(keyed: Path, run: Run, name: str) -> None:
    (path := keyed / "keys" / name).write_bytes(b"")
    for words in (("keys", "show"), ("keys", "init"), ("play", "mini", "--out", keyed / "g")):
        told = run(*words, code=1).output
        assert told == f"Error: {path} is damaged; put your copy back.\n"
    assert path.read_bytes() == b""


def test_keys_are_made_once_and_are_private(alone: Path, run: Run) -> None:
    told = run("keys", "init").output
    line = next(word for word in told.split() if "+" in word)
    public = keys.event_key(alone / "keys").public
    assert keys.read_vkey(line)[1].public_bytes_raw() == public.public_bytes_raw()
    before = {path: path.read_bytes() for path in (alone / "keys").iterdir()}
    assert "stay as they are" in run("keys", "init", code=1).output
    assert run("keys", "init", "--if-missing").output == ""
    assert line in run("keys", "show").output
    assert before == {path: path.read_bytes() for path in (alone / "keys").iterdir()}
    assert stat.S_IMODE((alone / "keys" / "event.pem").stat().st_mode) == 0o600


def test_keys_are_asked_for_before_they_are_there(alone: Path, run: Run) -> None:
    assert "`fieldpost keys init` makes them" in run("keys", "show", code=1).output


def test_without_a_database_there_is_one_sentence(keyed: Path, run: Run) -> None:
    for words in (("export", "g1"), ("admin", "shunted"), ("backup", keyed / "b"), ("upgrade",)):
        told = run(*words, code=1).output
        assert "The database cannot be reached. Start the service with ops/up" in told
    assert not (keyed / "b").exists()


def test_no_shipped_game_means_no_demo(
    alone: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.commands.demo.catalogue", dict)
    assert run("demo", "--if-empty").output.count("\n") == 1


def test_a_bad_setting_is_named(alone: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIELDPOST_WEB_PORT", "eighty")
    forget()
    assert "FIELDPOST_WEB_PORT" in run("keys", "show", code=1).output


def test_ops_fieldpost_runs_from_any_folder(alone: Path) -> None:
    command = [str(ROOT / "ops" / "fieldpost"), "fuzz", "mini", "--games", "1"]
    done = subprocess.run(command, cwd=alone, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout.splitlines()[-1].startswith("1 games, ")


def test_bench_mails_counts_hand_overs(alone: Path, run: Run) -> None:
    told = run("bench", "mails", "mini", "--games", 3).output
    assert "3 games" in told and "hand-overs per turn" in told
    assert "wants a GAME" in run("bench", "mails", code=2).output
    assert "there are engine, sheet" in run("bench", "nothing", code=2).output
