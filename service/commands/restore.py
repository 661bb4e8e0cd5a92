"""`fieldpost restore`: a backup into an empty database, every game checked."""

from __future__ import annotations

import sqlite3
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from psycopg import sql

from ops.migrations import run
from service import store, verify
from service.commands import archive, keepsakes
from service.commands.archive import Manifest
from service.commands.connect import connected
from service.commands.given import FILE
from service.commands.house import store_path
from service.commands.verify import Pins, start_of
from service.database import Connection
from service.house import Store
from service.keys import public_key
from service.settings import settings
from service.verify import Keys, export_line

HOUSES = """
What an old backup means for the dice: a house never forgets. It keeps the answers it gave after
{at}.
Where the players decide again as they did then, the same dice come again. Where they decide
otherwise, the house refuses the roll and the game waits there: nobody can roll twice by restoring.
The organiser then rules on it openly: `admin adjudicate` can end the game, with a reason in its
log. Voiding such a roll is not possible yet."""


@click.command("restore")
@click.argument("file", type=FILE)
@click.option("--keys", "replace", is_flag=True, help="Use the backup's keys; set others aside.")
def restore_command(file: Path, replace: bool) -> None:
    """Restore a backup into an empty database; what the dice house knows is never taken away."""
    with opened(file) as backup:
        manifest = archive.manifest_of(backup)
        if manifest is None:
            raise click.UsageError(f"{file} is no backup of Fieldpost.")
        url = settings().owner_url
        prepare(url, manifest)
        with connected(url) as conn:
            fill(conn, backup, manifest)
            games = checked(conn, pinned(backup), manifest.origin)
        run.upgrade(url)
        keepsakes.bring_back(backup, replace=replace)
        if not manifest.has_keys:
            click.echo(f"Private keys are not in the backup; games need {settings().keys_dir}.")
        answers = merge_house(archive.read(backup, archive.HOUSE))
    click.echo(f"{games} games are back, and each one's chain holds. Step {run.current(url)}.")
    click.echo(f"The dice house of the backup knew {answers} answers; they are all here.")
    click.echo(HOUSES.strip().format(at=manifest.at))


def opened(file: Path) -> tarfile.TarFile:
    try:
        return tarfile.open(file)
    except tarfile.TarError:
        raise click.UsageError(f"{file} is no backup of Fieldpost.") from None


def prepare(url: str, manifest: Manifest) -> None:
    """An empty database, brought to the step at which the backup was made."""
    here = run.current(url)
    if here is None:
        run.upgrade(url, manifest.revision)
        return
    with connected(url) as conn:
        for name, _ in archive.tables():
            query = sql.SQL("SELECT EXISTS (SELECT FROM {})").format(sql.Identifier(name))
            found = conn.execute(query).fetchone()
            if found and found[0]:
                raise click.ClickException(
                    f"The database is not empty: {name} has rows. Restore into a new one, for "
                    "example after `ops/up --fresh` or CREATE DATABASE."
                )
    if here > manifest.revision:
        run.downgrade(url, manifest.revision)
    elif here < manifest.revision:
        raise click.ClickException(
            f"The backup was made by a newer version of Fieldpost (step {manifest.revision})."
        )


def fill(conn: Connection, backup: tarfile.TarFile, manifest: Manifest) -> None:
    for table in manifest.tables:
        data = archive.read(backup, f"tables/{table.name}")
        if data is None:
            raise click.ClickException(f"The backup is damaged: {table.name} is missing.")
        archive.copied_in(conn, table.name, table.columns, data)
    for name, value in manifest.sequences.items():
        if value:
            conn.execute("SELECT setval(%s::regclass, %s)", (name, value))


def pinned(backup: tarfile.TarFile) -> Pins:
    """The keys that signed: those of the backup and those that lie here."""
    pins = Pins()
    for name in backup.getnames():
        if name.startswith("keys/") and name.endswith(".pub.pem"):
            pins.add(load_pem_public_key(archive.read(backup, name) or b""))
    for path in sorted(settings().keys_dir.glob("*.pub.pem")):
        pins.add(public_key(path))
    return pins


def checked(conn: Connection, pins: Pins, origin: str) -> int:
    """Every game verified as anybody would; one that is not undoes the whole restoring."""
    games = [row[0] for row in conn.execute("SELECT id FROM game ORDER BY number").fetchall()]
    for id in games:
        lines = [export_line(row.canon, row.sig) for row in store.read(conn, id)]
        start = start_of(lines)
        if start is not None and start.origin != origin:
            click.echo(
                f"{id} was imported from {start.origin}; export it and verify it with its key."
            )
            continue
        verdict = verify.verify(lines, Keys(tuple(pins.event)))
        if not verdict.ok:
            raise click.ClickException(f"Nothing was restored. {id} is damaged: {verdict.text}")
    return len(games)


def merge_house(data: bytes | None) -> int:
    """Add the backup's answers to those that the house has; how many the backup knew."""
    if data is None:
        return 0
    path = store_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    Store(path).close()
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        copy.write_bytes(data)
        base = sqlite3.connect(path, isolation_level=None)
        try:
            base.execute("attach database ? as old", (str(copy),))
            base.execute("insert or ignore into answers select * from old.answers")
            columns = "game, roll, message, at"
            base.execute(
                f"insert or ignore into alarms ({columns}) select {columns} from old.alarms"
            )
            count: int = base.execute("select count(*) from old.answers").fetchone()[0]
        finally:
            base.close()
    return count
