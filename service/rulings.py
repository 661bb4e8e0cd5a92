"""An organiser's ruling: facts that correct a position, written as an event with its reason."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import structlog
from msgspec import UNSET

from engine.core.board import copied
from engine.core.driver import Driver
from engine.core.facts import Began, Ended, Opened, Unsealed
from engine.core.game import Game
from engine.core.procedure import Fact
from service import adjudication, audit, catalogue, games, loading, store
from service.bodies import Adjudicate
from service.database import Connection, transaction
from service.events import Head
from service.games import About
from service.seals import Sealer
from service.sitting import Sitting
from service.table import Table

log = structlog.get_logger()
NOT_GIVEN = (Began, Opened, Unsealed)  # only play itself states these


class Refused(ValueError):
    """A ruling that cannot be made now; the text says why."""


def read_facts(game: Game, data: bytes) -> list[Fact]:
    try:
        facts = game.decode_facts(data)
    except msgspec.MsgspecError as problem:
        kinds = ", ".join(kind.__name__ for kind in game.fact_types)
        raise Refused(
            f'the facts cannot be read ({problem}); a list like [{{"type": "Ended", …}}] is '
            f"wanted, of the types {kinds}, Mixed, Handed, Shown and Ended"
        ) from None
    if not facts:
        raise Refused("there is no fact in the file, so nothing would be corrected")
    for fact in facts:
        if isinstance(fact, NOT_GIVEN):
            raise Refused(f"{type(fact).__name__} is for play itself to state")
    return facts


def adjudicate(id: str, by: str, reason: str, facts: Sequence[Fact]) -> int:
    """Correct a position; the event that does. It works from facts alone, so that it is the way
    out also where the rules no longer follow the record.
    """
    with transaction() as conn:
        about = games.find(conn, id)
        store.lock(conn, about.number)
        table, asked = folded(conn, about)
        check(table, asked, facts)
        sitting, seq = Sitting(conn, about, table), table.head.seq + 1
        table.corrected("adjudicate", Adjudicate(by, reason), facts)
        sitting.facts += facts
        if about.state == "open":
            sitting.go_on()
        adjudication.finish(sitting)
        request = adjudication.requested(table) if about.state == "open" else None
    log.info("ruling", game=id, by=by)
    adjudication.answer(request)
    return seq


def folded(conn: Connection, about: About) -> tuple[Table, bool]:
    """The table without its open segment, and whether a roll is open."""
    rows = store.read(conn, about.id)
    game, seeds = catalogue.find(about.title), games.seeds(conn, about.id)
    made = loading.Loading(game, rows[0], seeds, None)
    past = [loading.read(row) for row in rows]
    made.fold(past, None)
    sealer = Sealer(seeds, about.id, made.tally)
    head = Head(rows[-1].seq, rows[-1].leaf)
    table = Table(about.id, game, made.start, Driver(game, made.board), sealer, head)
    table.sealing = made.sealing
    then = past[-1].next
    return table, then is not None and then.chance is not UNSET


def check(table: Table, is_rolling: bool, facts: Sequence[Fact]) -> None:
    if not table.sealer.seeds:
        raise Refused("its secrets lie with the service that began it, so nothing can be sealed")
    if table.is_over:
        raise Refused("the game is over")
    if table.sealing.context is None:
        raise Refused("the game has not begun: a player has still to join")
    if is_rolling and not all(isinstance(fact, Ended) for fact in facts):
        raise Refused(
            "a roll is open, and closing it would be a way to choose dice; rule when it has "
            "fallen, or end the game"
        )
    board = copied(table.driver.board)
    try:
        for fact in facts:
            fact.apply(board)
    except (KeyError, AttributeError, TypeError) as problem:
        raise Refused(
            f"a fact does not fit the board ({type(problem).__name__}: {problem})"
        ) from None


def release(id: str, *, force: bool = False) -> None:
    """Let a held game go on, if the rules follow its record again."""
    with transaction() as conn:
        about = games.find(conn, id)
        store.lock(conn, about.number)
        if about.state != "held":
            raise Refused(f"it is not held but {about.state}")
        wrong = None if force else audit.difference(conn, about)
        if wrong:
            raise Refused(f"the rules still do not follow its record ({wrong})")
        adjudication.release(conn, id)
    adjudication.answer(adjudication.sit(id, lambda sitting: sitting.go_on()))
