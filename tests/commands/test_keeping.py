"""Export and import, backup and restore, upgrade, demo: what keeps a club going."""

import json
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import psycopg
import pytest

from ops.migrations.run import current, downgrade, newest
from service.commands import archive, house
from service.house import Given, Store
from tests.club import Club, forget
from tests.commands.conftest import Run
from tests.commands.test_admin import played
from tests.service.conftest import APP, OWNER, address
from tests.service.conftest import run as statement

Move = Callable[[Path], str]


@pytest.fixture
def empty(postgres_url: str, template: str, clone: str) -> Iterator[str]:
    """The name of a second, empty database."""
    name = f"{clone}_empty"
    statement(postgres_url, "CREATE DATABASE {} OWNER {} TEMPLATE {}", name, OWNER, template)
    yield name
    statement(postgres_url, "DROP DATABASE {} WITH (FORCE)", name)


@pytest.fixture
def move(postgres_url: str, empty: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Move]:
    """Turns the settings to the empty database, and to keys and a house of their own."""

    def turn(folder: Path) -> str:
        monkeypatch.setenv("FIELDPOST_DATABASE_URL", address(postgres_url, APP, empty))
        monkeypatch.setenv("FIELDPOST_OWNER_URL", address(postgres_url, OWNER, empty))
        monkeypatch.setenv("FIELDPOST_VAR_DIR", str(folder))
        monkeypatch.setenv("FIELDPOST_KEYS_DIR", str(folder / "keys"))
        forget()
        return address(postgres_url, OWNER, empty)

    yield turn


def dump(url: str) -> dict[str, list[tuple[object, ...]]]:
    with psycopg.connect(url) as conn:
        return {
            name: sorted(
                conn.execute(f"SELECT {', '.join(columns)} FROM {name}").fetchall(), key=repr
            )
            for name, columns in archive.tables()
        }


def answered(game: str, roll: int, message: str = "M") -> None:
    """The own house gave an answer."""
    house.store_path().parent.mkdir(parents=True)
    store = Store(house.store_path())
    store.keep(Given(game, roll, message, b"s"))
    store.close()


def test_a_game_goes_out_and_comes_in_elsewhere(
    manned: Club, run: Run, move: Move, tmp_path: Path
) -> None:
    game = manned.game(red="bot:random", blue="Anna")
    manned.play_to_the_end(game, Random(1))
    out = run("export", game).stdout_bytes
    (file := tmp_path / "g.jsonl").write_bytes(out)
    key = manned.keys_dir / "event.pub.pem"
    assert f"{game}: {out.count(bytes([10]))} events are here" in run("import", file).output
    move(tmp_path / "other")
    assert "No event key" in run("import", file, code=2).output
    assert "events are here" in run("import", file, "--key", key).output
    assert run("export", game).stdout_bytes == out
    bent = file.read_bytes().replace(b'\\"kind\\":\\"join\\"', b'\\"kind\\":\\"draw\\"', 1)
    file.write_bytes(bent)
    assert "Nothing was imported. Event" in run("import", file, "--key", key, code=1).output
    assert "The latest are" in run("export", "g99", code=1).output


def test_a_backup_restores_everything(
    manned: Club, run: Run, move: Move, owner: str, tmp_path: Path
) -> None:
    finished = manned.game(red="bot:random", blue="Anna")
    manned.play_to_the_end(finished, Random(2))
    going = played(manned)
    answered(going, 1)
    before, file = dump(owner), tmp_path / "b.tgz"
    assert "2 games" in run("backup", file, "--with-keys").output
    assert (file.stat().st_mode & 0o777) == 0o600
    assert "not empty: " in run("restore", file, code=1).output
    target = move(tmp_path / "other")
    told = run("restore", file).output
    assert "2 games are back" in told and "knew 1 answers" in told
    assert "nobody can roll twice by restoring" in told and "not possible yet" in told
    assert dump(target) == before
    assert (tmp_path / "other" / "keys" / "event.pem").stat().st_mode & 0o777 == 0o600
    assert manned.play_to_the_end(going, Random(3)) > 0
    assert manned.verdict(going).is_finished
    fresh = manned.game(red="Anna", blue="Boris", join=False)
    assert fresh not in (finished, going)


def test_a_house_never_loses_an_answer_by_a_restore(
    manned: Club, run: Run, move: Move, tmp_path: Path
) -> None:
    game, file = played(manned), tmp_path / "b.tgz"
    answered(game, 7)
    run("backup", file, "--with-keys")
    move(tmp_path / "other")
    answered(game, 7, "what this house signed")
    run("restore", file)
    store = Store(house.store_path())
    kept = store.find(game, 7)
    store.close()
    assert kept is not None and kept.message == "what this house signed"


def test_other_keys_stay_unless_told(manned: Club, run: Run, move: Move, tmp_path: Path) -> None:
    played(manned)
    run("backup", file := tmp_path / "b.tgz", "--with-keys")
    old = (manned.keys_dir / "event.pem").read_bytes()
    move(tmp_path / "other")
    (tmp_path / "other").mkdir()
    run("keys", "init")
    here = tmp_path / "other" / "keys" / "event.pem"
    mine = here.read_bytes()
    assert "--keys puts them in place" in run("restore", file).output
    assert here.read_bytes() == mine
    assert len(list(here.parent.glob("event-*.pub.pem"))) == 1
    with tarfile.open(file) as backup:
        archive_keys = archive.read(backup, "keys/event.pem")
    assert archive_keys == old


def test_keys_of_the_backup_can_take_over(
    manned: Club, run: Run, move: Move, tmp_path: Path
) -> None:
    played(manned)
    run("backup", file := tmp_path / "b.tgz", "--with-keys")
    old = (manned.keys_dir / "event.pem").read_bytes()
    move(tmp_path / "other")
    run("keys", "init")
    here = tmp_path / "other" / "keys" / "event.pem"
    mine = here.read_bytes()
    run("restore", file, "--keys")
    assert here.read_bytes() == old
    assert [p.read_bytes() for p in here.parent.glob("event-????????.pem")] == [mine]


def test_a_backup_is_not_written_over(manned: Club, run: Run, tmp_path: Path) -> None:
    (file := tmp_path / "b.tgz").write_bytes(b"the one of yesterday")
    told = run("backup", file, code=1).output
    assert "stays as it is" in told and "--force" in told
    assert file.read_bytes() == b"the one of yesterday"
    assert "0 games" in run("backup", file, "--force").output and tarfile.is_tarfile(file)


def test_a_damaged_backup_restores_nothing(
    manned: Club, run: Run, move: Move, tmp_path: Path
) -> None:
    played(manned)
    run("backup", file := tmp_path / "b.tgz")
    bent = tmp_path / "bent.tgz"
    with tarfile.open(file) as old, tarfile.open(bent, "w:gz") as new:
        for name in old.getnames():
            data = archive.read(old, name) or b""
            if name == "tables/event":
                data = data.replace(
                    b"7374616e6365", b"7374616e6366", 1
                )  # one letter of a signed text
            archive.add(new, name, data)
    target = move(tmp_path / "other")
    assert "Nothing was restored" in run("restore", bent, code=1).output
    assert not any(dump(target).values())
    (rubbish := tmp_path / "x").write_text("x")
    assert "is no backup" in run("restore", rubbish, code=2).output


def test_an_old_backup_is_restored_and_brought_up_to_date(
    manned: Club, run: Run, move: Move, owner: str, tmp_path: Path
) -> None:
    played(manned)
    run("backup", file := tmp_path / "b.tgz", "--with-keys")
    old = tmp_path / "old.tgz"
    with tarfile.open(file) as new, tarfile.open(old, "w:gz") as older:
        for name in new.getnames():
            data = archive.read(new, name) or b""
            change = OLDER.get(name, bytes)
            archive.add(older, name, change(data))
    target = move(tmp_path / "other")
    run("restore", old)
    assert current(target) == newest()
    role = dict(archive.tables())["player"].index("role")
    assert {row[role] for row in dump(target)["player"]} == {"player"}


def aged(data: bytes) -> bytes:
    manifest = json.loads(data)
    manifest["revision"] = "0002"
    for table in manifest["tables"]:
        if table["name"] == "player":
            table["columns"] = [c for c in table["columns"] if c not in ("role", "password")]
    return json.dumps(manifest).encode()


def without_roles(data: bytes) -> bytes:
    names = dict(archive.tables())["player"]
    kept = [n for n, name in enumerate(names) if name not in ("role", "password")]
    rows = (line.split(b"\t") for line in data.splitlines())
    return b"".join(b"\t".join(row[n] for n in kept) + b"\n" for row in rows)


OLDER = {"manifest.json": aged, "tables/player": without_roles}


def test_every_table_but_the_cache_is_in_a_backup(owner: str) -> None:
    with psycopg.connect(owner) as conn:
        rows = conn.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        there = {row[0] for row in rows} - {"alembic_version", "snapshot"}
    assert there == {name for name, _ in archive.tables()}


def test_upgrade_re_runs_games_before_and_after(manned: Club, run: Run, owner: str) -> None:
    played(manned)
    downgrade(owner, "0002")
    told = run("upgrade").output
    assert f"stands at {newest()}, after 0002; 1 games in play were re-run" in told
    assert f"stands at {newest()}." in run("migrate").output
