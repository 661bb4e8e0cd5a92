"""The nightly audit: every live game re-run from its first event, its snapshot compared."""

from __future__ import annotations

import msgspec
import psycopg
import structlog
from msgspec import Struct
from msgspec.structs import replace

from engine.core.board import Board, copied
from service import adjudication, catalogue, games, loading, rerun, snapshots, store
from service.database import Connection, transaction
from service.games import About

log = structlog.get_logger()


class Finding(Struct, frozen=True):
    game: str
    text: str


def audit_all() -> list[Finding]:
    """Every game in play; each one that does not agree with its record is held."""
    with transaction() as conn:
        rows = conn.execute("SELECT id FROM game WHERE state = 'open' ORDER BY number").fetchall()
    findings = [found for (id,) in rows if (found := audited(id)) is not None]
    log.info("audit finished", games=len(rows), findings=len(findings))
    return findings


def audited(id: str) -> Finding | None:
    """A game that is just being played is left for the next night."""
    try:
        return audit(id)
    except psycopg.OperationalError:
        log.warning("not audited", game=id, exc_info=True)
        return None


def audit(id: str) -> Finding | None:
    """Hold a game whose record the rules no longer follow, and say why."""
    with transaction() as conn:
        about = games.find(conn, id)
        store.lock(conn, about.number)
        wrong = difference(conn, about)
        if wrong is None:
            return None
        adjudication.hold(conn, id, wrong)
        return Finding(id, wrong)


def difference(conn: Connection, about: About) -> str | None:
    rows = store.read(conn, about.id)
    game, seeds = catalogue.find(about.title), games.seeds(conn, about.id)
    wrong = rerun.audit_rows(game, rows, seeds)
    saved = snapshots.latest(conn, about.id)
    if wrong is not None or saved is None:
        return wrong
    fresh = loading.load(game, rows[0], rows, seeds)
    try:
        kept = loading.load(game, rows[0], rows[saved.seq :], seeds, saved)
    except Exception as problem:  # whatever a wrong board may lead to
        return f"the snapshot after event {saved.seq} cannot be played on: {problem!r}"
    if bare(kept.driver.board) != bare(fresh.driver.board) or kept.sealing != fresh.sealing:
        return f"the snapshot after event {saved.seq} is not what the events give"
    return None


def bare(board: Board) -> bytes:
    """The board without its seals: a live board has not read its own commitments back."""
    twin = copied(board)
    twin.tokens = {key: replace(token, seal="") for key, token in board.tokens.items()}
    return msgspec.json.encode(twin, order="sorted")
