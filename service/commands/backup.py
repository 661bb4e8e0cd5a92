"""`fieldpost backup`: one consistent file, while everything goes on."""

from __future__ import annotations

import os
import tarfile
from pathlib import Path

import click
import msgspec
from psycopg import IsolationLevel

from service.commands import archive
from service.commands.archive import Manifest, Table
from service.commands.connect import connected
from service.commands.given import OUT
from service.settings import settings
from service.table import now


@click.command("backup")
@click.argument("file", type=OUT)
@click.option("--with-keys", is_flag=True, help="Private keys too: guard the file like the keys.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def backup_command(file: Path, with_keys: bool, force: bool) -> None:
    """Write database, dice house and public keys into one file; nothing has to be stopped."""
    if file.exists() and not force:
        raise click.ClickException(
            f"{file} is there already and stays as it is. Name another file, or use --force."
        )
    manifest = put(file, with_keys)
    rows = {table.name: table.rows for table in manifest.tables}
    click.echo(f"{file}: {rows['game']} games, {rows['event']} events, step {manifest.revision}.")
    if with_keys:
        click.echo("The private keys are in it: guard it as you guard them.")
    else:
        click.echo(f"The private keys are not in it: keep a copy of {settings().keys_dir}.")


def put(file: Path, with_keys: bool) -> Manifest:
    """The whole file or nothing."""
    draft = file.with_name(f".{file.name}.part")
    try:
        with os.fdopen(
            os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb"
        ) as handle:
            manifest = written(handle, with_keys)
            handle.flush()
            os.fsync(handle.fileno())
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def written(handle: object, with_keys: bool) -> Manifest:
    with (
        connected() as conn,
        tarfile.open(fileobj=handle, mode="w:gz") as file,  # type: ignore[call-overload]
    ):
        conn.isolation_level, conn.read_only = IsolationLevel.REPEATABLE_READ, True
        found = []
        for name, columns in archive.tables():
            data = archive.copied_out(conn, name, columns)
            archive.add(file, f"tables/{name}", data)
            found.append(Table(name, columns, data.count(b"\n")))
        manifest = Manifest(
            archive.revision(conn),
            now(),
            settings().origin,
            tuple(found),
            archive.sequences(conn),
            with_keys,
        )
        # After the tables, so that the house knows at least every roll that they hold.
        if house := archive.house_copy():
            archive.add(file, archive.HOUSE, house)
        for name, data in archive.key_files(private=with_keys).items():
            archive.add(file, name, data)
        archive.add(file, archive.MANIFEST, msgspec.json.encode(manifest))
    return manifest
