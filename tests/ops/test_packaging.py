"""Image, compose file and lock files agree with the launcher and with pyproject.toml."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from ops.launcher.table import PROCESSES, PROGRAMS

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("requirements.lock", "requirements-dev.lock")
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)(?: ; [^\\]+)?(?: \\)?$")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((ROOT / "ops" / "compose.yaml").read_text()))


def pins(name: str) -> dict[str, str]:
    lines = (ROOT / "ops" / name).read_text().splitlines()
    found = (PIN.match(line) for line in lines if not line.startswith((" ", "#")))
    return {match[1]: match[2] for match in found if match}


def test_compose_runs_the_commands_of_the_table(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert {name: tuple(services[name]["command"]) for name in PROCESSES} == dict(PROCESSES)
    assert set(services) == {*PROCESSES, "postgres", "redis", "prepare"}


def test_image_runs_the_web_process_by_default() -> None:
    text = (ROOT / "Dockerfile").read_text()
    last = re.findall(r"^CMD \[(.*)\]$", text, re.M)[-1]
    assert tuple(word.strip(' "') for word in last.split(",")) == PROCESSES["web"]
    assert "ops/requirements.lock" in text and "--require-hashes" in text
    assert re.search(r"^USER fieldpost$", text, re.M) and "/healthz" in text


def test_every_program_of_the_table_is_known() -> None:
    assert {command[0] for command in PROCESSES.values()} <= set(PROGRAMS)


def test_compose_has_no_default_password() -> None:
    text = (ROOT / "ops" / "compose.yaml").read_text()
    uses = re.findall(r"(?<!\$)\$\{(\w*PASSWORD\w*)(.{2})", text)
    assert len({name for name, _ in uses}) == 4
    assert {how for _, how in uses} == {":?"}
    for line in text.splitlines():
        if "PASSWORD:" in line and "://" not in line:
            assert "${" in line


@pytest.mark.parametrize("name", LOCKS)
def test_lock_names_hashes_and_no_place(name: str) -> None:
    text = (ROOT / "ops" / name).read_text()
    assert "://" not in text and "--index" not in text and "--find-links" not in text
    lines = text.splitlines()
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        assert line.startswith((" ", "#")) or (PIN.match(line) and "--hash=sha256:" in following)


def test_locks_hold_what_pyproject_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    runtime, everything = pins(LOCKS[0]), pins(LOCKS[1])
    assert {key: everything.get(key) for key in runtime} == runtime
    assert names(project["project"]["dependencies"]) <= set(runtime)
    assert names(project["dependency-groups"]["dev"]) <= set(everything) - set(runtime)


def names(wishes: list[str]) -> set[str]:
    return {re.split(r"[\[<>=; ]", wish)[0] for wish in wishes}


def test_a_wheel_holds_what_the_programs_read() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert set(wheel) == {"packages", "force-include"}  # nothing is left out of the packages
    taken = [*wheel["packages"], *wheel["force-include"]]
    assert all(wheel["force-include"][name] == name for name in wheel["force-include"])
    for needed in ("templates/web", "templates/mail", "templates/words", "service/static"):
        assert (ROOT / needed).is_dir() and needed.split("/")[0] in taken
