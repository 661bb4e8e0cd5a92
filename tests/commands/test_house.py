"""Whom the house of this installation answers."""

from pathlib import Path
from typing import Any

import pytest

from service import house_web, keys
from service.signing import EventKey, public_pem
from tests.commands.conftest import Run

OTHER = EventKey.generate().public


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[house_web.Trust]:
    """Whom a house would have trusted that was started."""
    seen: list[house_web.Trust] = []
    monkeypatch.setattr(house_web, "serve", lambda *given: seen.append(given[-1]))
    return seen


def raw(trust: Any) -> list[bytes]:
    return [public.public_bytes_raw() for public in trust]


def test_a_house_trusts_its_own_service(keyed: Path, run: Run, served: list[Any]) -> None:
    run("house", "serve")
    assert raw(served[0]) == raw([keys.event_key(keyed / "keys").public])


def test_other_services_are_named_by_line_or_file(
    keyed: Path, run: Run, served: list[Any], tmp_path: Path
) -> None:
    (tmp_path / "other.pem").write_bytes(public_pem(OTHER))
    line = keys.vkey("club.example/log1", OTHER)
    run("house", "serve", "--trust", line, "--trust", tmp_path / "other.pem")
    assert raw(served[0]) == raw([OTHER, OTHER])


def test_an_open_house_is_asked_for(keyed: Path, run: Run, served: list[Any]) -> None:
    run("house", "serve", "--open")
    assert served == [None]
    help = " ".join(run("house", "serve", "--help").output.split())
    assert "can spend a roll of any game" in help


def test_a_house_that_nobody_could_ask_does_not_start(
    alone: Path, run: Run, served: list[Any]
) -> None:
    assert "--trust KEY" in run("house", "serve", code=2).output
    assert "not a key line" in run("house", "serve", "--trust", "x", code=2).output
    said = run("house", "serve", "--open", "--trust", "x", code=2).output
    assert "--open trusts everybody" in said
    assert served == []
