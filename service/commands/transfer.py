"""`fieldpost export` and `import`: a game as signed JSON lines, out and in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from service import transfer
from service.commands.connect import connected
from service.commands.given import FILE, OUT, read_lines
from service.commands.verify import judged, pins
from service.record import Wrong
from service.store import NoGame


@click.command("export")
@click.argument("id")
@click.option("--out", type=OUT, help="A file instead of the standard output.")
def export_command(id: str, out: Path | None) -> None:
    """Write a game as signed JSON lines; anyone can verify them."""
    with connected() as conn:
        try:
            lines = list(transfer.export(conn, id))
        except NoGame:
            known = conn.execute("SELECT id FROM game ORDER BY number DESC LIMIT 5").fetchall()
            hint = (
                f"The latest are {', '.join(row[0] for row in known)}" if known else "None is here"
            )
            raise click.ClickException(f"There is no game {id}. {hint}.") from None
    data = b"".join(line + b"\n" for line in lines)
    if out is None:
        click.echo(data, nl=False)
    else:
        out.write_bytes(data)
        click.echo(f"{out}: {len(lines)} events of {id}.")


@click.command("import")
@click.argument("file", type=FILE)
@click.option("--key", "given", multiple=True, help="A key to trust: a key line or a PEM file.")
def import_command(file: Path, given: Sequence[str]) -> None:
    """Take in an exported game, if it verifies. One in play is held: its secrets lie elsewhere."""
    lines, pinned = read_lines(file), pins(given)

    def check(lines: Sequence[bytes]) -> None:
        verdict = judged(lines, pinned, not given)
        if not verdict.ok:
            raise Wrong(verdict.text, verdict.seq)

    with connected() as conn:
        try:
            id = transfer.take(conn, lines, check)
        except (Wrong, transfer.Different, transfer.Unfit) as problem:
            raise click.ClickException(f"Nothing was imported. {problem}") from None
    click.echo(f"{id}: {len(lines)} events are here.")
