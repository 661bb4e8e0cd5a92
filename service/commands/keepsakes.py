"""The keys of a backup: put where there are none, or beside those that lie here."""

from __future__ import annotations

import tarfile
from hashlib import sha256
from pathlib import Path

import click

from service import keys
from service.commands import archive
from service.settings import settings

PUBLIC = ".pub.pem"


def bring_back(backup: tarfile.TarFile, *, replace: bool) -> None:
    """`replace`: the backup's keys take the place of those here, which are set aside."""
    folder = settings().keys_dir
    folder.mkdir(parents=True, exist_ok=True)
    kept = []
    for name in sorted(n for n in backup.getnames() if n.startswith("keys/")):
        path, data = folder / Path(name).name, archive.read(backup, name) or b""
        if not path.exists():
            put(path, data)
        elif path.read_bytes() != data:
            kept += differing(path, data, replace)
    if kept:
        click.echo(f"Other keys lie in {folder} and stay: {', '.join(kept)}.")
        click.echo("Games in play need those of the backup: --keys puts them in place.")


def differing(path: Path, data: bytes, replace: bool) -> list[str]:
    """Old public halves stay beside the new ones: they go on verifying what they signed."""
    if replace:
        path.rename(aside(path, path.read_bytes()))
        put(path, data)
        return []
    if path.name.endswith(PUBLIC):
        put(aside(path, data), data)
        return []
    return [path.name]


def aside(path: Path, data: bytes) -> Path:
    stem, _, rest = path.name.partition(".")
    return path.with_name(f"{stem}-{sha256(data).hexdigest()[:8]}.{rest}")


def put(path: Path, data: bytes) -> None:
    keys.place(path, data, 0o644 if path.name.endswith(PUBLIC) else 0o600)
