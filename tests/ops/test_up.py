"""ops/up as a person uses it: start, look, stop, kill, start again."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from ops.launcher.plan import OFFSETS, is_taken
from ops.launcher.postgres import command_line
from tests.ops.looking import processes_naming, wait_for

Start = Callable[..., "Up"]
STANDIN = (sys.executable, "-m", "ops.launcher.guard", "tests.ops.standin")


class Up:
    """A running launcher, with what it has printed."""

    def __init__(self, folder: Path, port: int, *words: str, **variables: str) -> None:
        self.folder, self.port = folder, port
        given = {k: v for k, v in os.environ.items() if not k.startswith("FIELDPOST_")}
        self.process = subprocess.Popen(
            [*STANDIN, "--port", str(port), *words],
            env=given | {"FIELDPOST_VAR_DIR": str(folder)} | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def until_ready(self) -> str:
        assert self.process.stdout
        text = ""
        for line in self.process.stdout:
            text += line
            if "Ctrl-C stops it all" in line:
                return text
        raise AssertionError(text)

    def page(self) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as answer:
            return str(answer.read().decode())

    def end(self) -> str:
        """What it prints on its way out."""
        text, _ = self.process.communicate(timeout=30)
        return str(text)

    def supervisor(self) -> int:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return int(children.read_text().split()[0])


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    started: list[Up] = []

    def run(*words: str, folder: Path = tmp_path / "var", port: int = 0, **variables: str) -> Up:
        started.append(Up(folder, port or free_port(), *words, **variables))
        return started[-1]

    yield run
    for one in started:
        one.process.kill()
        one.process.communicate()
    wait_for(lambda: processes_naming(tmp_path) == [])


def free_port() -> int:
    """Each test process looks in a range of its own, as several look at once."""
    for port in range(20000 + os.getpid() % 300 * 100, 65000, 50):
        if not any(is_taken(port + offset) for offset in OFFSETS.values()):
            return port
    raise AssertionError("no port is free")


def test_starts_greets_and_stops(start: Start, tmp_path: Path) -> None:
    up = start()
    text = up.until_ready()
    assert text.startswith("Starting Fieldpost …\n")
    assert f"http://127.0.0.1:{up.port}/" in text and "the club is filled" in text
    with psycopg.connect(up.page()) as connection:
        assert connection.execute("SELECT current_user").fetchone() == ("fieldpost_app",)
    began = time.monotonic()
    up.process.send_signal(signal.SIGINT)
    assert "Fieldpost has stopped." in up.end()
    assert time.monotonic() - began < 4
    assert up.process.returncode == 0
    assert processes_naming(tmp_path) == []
    assert not (up.folder / "run").exists()


@pytest.mark.parametrize("victim", ["guard", "supervisor"])
def test_nothing_survives_kill_of_the_launcher(start: Start, tmp_path: Path, victim: str) -> None:
    up = start()
    up.until_ready()
    wait_for(lambda: len(pool(tmp_path)) == 3)
    assert len(processes_naming(tmp_path)) >= 9
    os.kill(up.process.pid if victim == "guard" else up.supervisor(), signal.SIGKILL)
    wait_for(lambda: processes_naming(tmp_path) == [], seconds=6)
    again = start()
    again.until_ready()
    assert again.page() == f"postgresql://fieldpost_app@/fieldpost?host={up.folder}/run"


def test_second_start_is_quick_and_keeps_the_state(start: Start) -> None:
    up = start()
    up.until_ready()
    up.process.send_signal(signal.SIGTERM)
    up.end()
    mail = up.folder / "mailbox" / "one.eml"
    mail.write_text("kept")
    began = time.monotonic()
    again = start()
    again.until_ready()
    assert time.monotonic() - began < 6
    assert mail.read_text() == "kept"


def test_fresh_forgets_the_state_and_nothing_else(start: Start, tmp_path: Path) -> None:
    state, own = tmp_path / "var" / "mailbox" / "one.eml", tmp_path / "var" / "venv" / "python"
    for file in (state, own):
        file.parent.mkdir(parents=True)
        file.touch()
    start("--fresh").until_ready()
    assert own.exists() and not state.exists()


def test_dead_process_is_started_again_without_its_orphans(start: Start) -> None:
    up = start()
    up.until_ready()
    wait_for(lambda: len(pool(up.folder)) == 3)
    before = pool(up.folder)
    os.kill(parent_of(before), signal.SIGKILL)
    wait_for(lambda: not before & pool(up.folder))
    wait_for(lambda: len(pool(up.folder)) == 3)
    assert up.page()


def pool(folder: Path) -> set[int]:
    """The worker that stands for a real one, and its two children."""
    found = processes_naming(folder)
    return {pid for pid in found if "os.setsid()" in command_line(pid)}


def parent_of(family: set[int]) -> int:
    """The one with children in the family."""
    for pid in family:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        if set(map(int, children)) & family:
            return pid
    raise AssertionError("no parent in it")


def test_killed_postgres_comes_back(start: Start) -> None:
    up = start()
    up.until_ready()
    pid = postmaster(up)
    os.kill(pid, signal.SIGKILL)

    def is_back() -> bool:
        try:
            with psycopg.connect(up.page()) as connection:
                return connection.execute("SELECT 1").fetchone() == (1,)
        except psycopg.OperationalError:
            return False

    wait_for(is_back)
    assert postmaster(up) != pid


def postmaster(up: Up) -> int:
    return int((up.folder / "postgres" / "postmaster.pid").read_text().split()[0])


def test_taken_port_is_named(start: Start) -> None:
    port = free_port()
    with socket.create_server(("127.0.0.1", port + 25)):
        up = start(port=port)
        text = up.end()
    assert f"Port {port + 25} is taken" in text and "--port" in text
    assert up.process.returncode == 1


def test_second_launcher_is_refused(start: Start) -> None:
    first = start()
    first.until_ready()
    second = start()
    text = second.end()
    assert f"running already here (process {first.process.pid}" in text
    assert second.process.returncode == 1
    assert first.page()


def test_process_that_cannot_start_is_shown_with_its_words(start: Start, tmp_path: Path) -> None:
    up = start(STANDIN_WEB="broken")
    text = up.end()
    assert "web fails" in text and "no such luck" in text
    assert up.process.returncode == 1
    assert processes_naming(tmp_path) == []


def test_outside_servers_are_used_instead(start: Start, postgres_url: str, redis_url: str) -> None:
    up = start(FIELDPOST_DATABASE_URL=postgres_url, FIELDPOST_REDIS_URL=redis_url)
    up.until_ready()
    assert up.page() == postgres_url
    assert not (up.folder / "postgres").exists() and not (up.folder / "valkey").exists()
