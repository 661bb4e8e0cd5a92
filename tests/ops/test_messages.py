"""Each thing that can be wrong with a machine or a folder says what it is and what to do."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ops.launcher import binaries, sockets
from ops.launcher.postgres import Postgres
from ops.launcher.trouble import Trouble


def postgres(folder: Path) -> Postgres:
    run = folder / "run"
    run.mkdir(exist_ok=True)
    return Postgres(folder / "postgres", run, folder / "log" / "postgres.log", durable=False)


def test_killed_initdb_is_done_again(tmp_path: Path) -> None:
    part = tmp_path / "postgres.part"
    part.mkdir()
    (part / "PG_VERSION").write_text("18\n")
    server = postgres(tmp_path)
    server.start()
    server.stop()
    assert not part.exists() and (tmp_path / "postgres" / "global" / "pg_control").exists()


def test_half_written_folder_is_refused_and_left_alone(tmp_path: Path) -> None:
    games = tmp_path / "postgres" / "base"
    games.mkdir(parents=True)
    with pytest.raises(Trouble, match=r"half-written.*--fresh.*backup"):
        postgres(tmp_path).start()
    assert games.exists()


def test_other_major_version_is_refused(tmp_path: Path) -> None:
    server = postgres(tmp_path)
    server.start()
    server.stop()
    (tmp_path / "postgres" / "PG_VERSION").write_text("16\n")
    with pytest.raises(Trouble, match=r"made by Postgres 16, and this is Postgres 18"):
        postgres(tmp_path).start()


def test_too_long_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "PLACES", (lambda: str(tmp_path / ("d" * 90)),))
    with pytest.raises(Trouble, match=r"too long for a socket.*TMPDIR"):
        sockets.socket_folder(tmp_path / ("e" * 90))


def test_short_folder_of_a_killed_launcher_is_removed(tmp_path: Path) -> None:
    run = tmp_path / ("d" * 90) / "run"
    first = sockets.socket_folder(run)
    second = sockets.socket_folder(run)
    assert first != second and not first.exists() and second.exists()
    sockets.forget(run)
    assert not second.exists() and not run.exists()


@pytest.mark.parametrize(
    ("find", "variable"),
    [
        (binaries.postgres_bin, "FIELDPOST_DATABASE_URL"),
        (binaries.valkey_server, "FIELDPOST_REDIS_URL"),
    ],
)
def test_missing_wheel(
    find: Callable[[], Path], variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binaries, "package_folders", lambda name: [tmp_path])
    with pytest.raises(Trouble, match=rf"for this platform .*{variable}.*WSL"):
        find()


def test_binaries_are_the_expected_ones() -> None:
    assert shutil.which(str(binaries.postgres_bin() / "postgres"))
    assert shutil.which(str(binaries.valkey_server()))
