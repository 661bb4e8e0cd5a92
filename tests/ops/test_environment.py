"""ops/fieldpost installs its environment by itself; a small uv stands for the real one."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ops.looking import wait_for

ROOT = Path(__file__).resolve().parents[2]
UV = f"""#!/bin/sh
echo "$@" >>"$(dirname "$0")/calls"
case $1 in
    venv) exec {sys.executable} -m venv --without-pip "$5" ;;
    pip) touch "$(dirname "$0")/syncing"; sleep "${{UV_SLEEP:-0}}" ;;
esac
"""
COMMANDS = "import sys; print('ran', *sys.argv[1:])\n"


class Checkout:
    def __init__(self, folder: Path) -> None:
        self.root, self.tools = folder / "a checkout", folder / "tools"
        shutil.copytree(ROOT / "ops" / "launcher", self.root / "ops" / "launcher")
        shutil.copy(ROOT / "ops" / "fieldpost", self.root / "ops" / "fieldpost")
        (self.root / "ops" / "requirements-dev.lock").write_text("# first\n")
        (self.root / "service").mkdir()
        (self.root / "service" / "commands.py").write_text(COMMANDS)
        self.tools.mkdir()
        (self.tools / "uv").write_text(UV)
        (self.tools / "uv").chmod(0o755)

    def begin(self, *words: str, sleep: str = "0") -> subprocess.Popen[str]:
        # The Python of the tests comes first in the PATH, as python3.
        path = f"{self.tools}:{Path(sys.executable).parent}:{os.environ['PATH']}"
        return subprocess.Popen(
            [str(self.root / "ops" / "fieldpost"), *words],
            env=os.environ | {"PATH": path, "UV_SLEEP": sleep},
            cwd="/",
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, *words: str) -> tuple[str, str]:
        return self.begin(*words).communicate(timeout=60)

    def installs(self) -> int:
        return (self.tools / "calls").read_text().count("pip sync")


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_installs_once_and_passes_arguments_on(checkout: Checkout) -> None:
    first, words = checkout.run("games", "a b")
    assert first == "ran games a b\n" and "Installing" in words
    assert checkout.run("games") == ("ran games\n", "")
    assert checkout.installs() == 1


def test_changed_lock_is_installed_in_place(checkout: Checkout) -> None:
    checkout.run()
    kept = checkout.root / "var" / "venv" / "kept"
    kept.touch()
    (checkout.root / "ops" / "requirements-dev.lock").write_text("# second\n")
    checkout.run()
    assert checkout.installs() == 2 and kept.exists()


def test_interrupted_installation_heals(checkout: Checkout) -> None:
    started = checkout.begin(sleep="600")
    wait_for((checkout.tools / "syncing").exists)
    os.killpg(started.pid, signal.SIGKILL)
    started.communicate()
    left = checkout.root / "var" / "venv" / "half-written"
    left.touch()
    assert checkout.run("games")[0] == "ran games\n"
    assert not left.exists()


def test_two_at_once_install_once(checkout: Checkout) -> None:
    first = checkout.begin("one", sleep="2")
    wait_for((checkout.tools / "syncing").exists)
    out, words = checkout.run("two")
    assert out == "ran two\n" and "Another start is installing" in words
    assert first.communicate(timeout=60)[0] == "ran one\n"
    assert checkout.installs() == 1


def test_moved_checkout_still_runs(checkout: Checkout) -> None:
    checkout.run()
    checkout.root = checkout.root.rename(checkout.root.with_name("moved"))
    assert checkout.run("games") == ("ran games\n", "")


def test_link_to_the_command_finds_the_checkout(checkout: Checkout, tmp_path: Path) -> None:
    checkout.run()
    link = tmp_path / "fieldpost"
    link.symlink_to(checkout.root / "ops" / "fieldpost")
    done = subprocess.run([link, "games"], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout == "ran games\n"


def test_machine_without_python_is_told(checkout: Checkout) -> None:
    for name in ("dirname", "readlink"):
        (checkout.tools / name).symlink_to(str(shutil.which(name)))
    command = ["/bin/sh", str(checkout.root / "ops" / "fieldpost")]
    env = {"PATH": str(checkout.tools)}
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 1
    assert "needs Python 3.11 or newer" in done.stderr
