"""A game as JSON lines: out for anyone to verify, and in again under its own id."""

from collections.abc import Callable, Iterator, Sequence
from json import dumps
from typing import Any

from psycopg import errors

from service import store
from service.bodies import body_of
from service.database import Connection
from service.events import Event, leaf, parse
from service.store import Row
from service.verify import export_line, read_line

Verify = Callable[[Sequence[bytes]], None]  # raises on the first thing wrong
BOT = "bot:"
NO_SECRETS = "imported in play: its secrets lie with the service that began it"


class Different(ValueError):
    """The id belongs to another game, or to another version of this one."""


class Unfit(ValueError):
    """Verified or not, the lines are not one whole game from its first event on."""


def export(conn: Connection, game: str) -> Iterator[bytes]:
    """The lines, each without its line end."""
    store.first(conn, game)
    return (export_line(row.canon, row.sig) for row in store.read(conn, game))


def take(conn: Connection, lines: Sequence[bytes], verify: Verify) -> str:
    """Import a game and return its id. What is here already, and the same, is left alone."""
    verify(lines)
    pairs = [read_line(line) for line in lines]
    events = [parse(canon) for canon, _ in pairs]
    check(events)
    rows = [
        Row(event.game, event.seq, canon, sig, leaf(canon), None, roll_of(event))
        for event, (canon, sig) in zip(events, pairs, strict=True)
    ]
    if not is_here(conn, rows):
        insert_game(conn, events)
        store.append(conn, rows)
    return events[0].game


def check(events: Sequence[Event]) -> None:
    """Whatever the verifier let pass: one game, from `start` on, without a gap."""
    if not events or events[0].kind != "start":
        raise Unfit("the first line is no start of a game")
    for seq, event in enumerate(events):
        if event.game != events[0].game or event.seq != seq:
            raise Unfit(f"line {seq + 1} is not event {seq} of {events[0].game}")


def roll_of(event: Event) -> int | None:
    return body_of(event).roll if event.kind == "chance" else None


def is_here(conn: Connection, rows: Sequence[Row]) -> bool:
    game = rows[0].game
    try:
        store.locked_head(conn, game)
    except store.NoGame:
        return False
    here = [(row.canon, row.sig) for row in store.read(conn, game)]
    if here != [(row.canon, row.sig) for row in rows]:
        raise Different(f"{game} is here already, with {len(here)} events that are not the same")
    return True


GAME = """
    INSERT INTO game (id, title, scenario, edition, options, state, held_reason, ended_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, CASE WHEN %s THEN clock_timestamp() END)
"""
SEAT = "INSERT INTO seat (game, side, player, bot) VALUES (%s, %s, %s, %s)"
STRANGER = (
    "INSERT INTO player (id, erased_at) VALUES (%s, clock_timestamp()) ON CONFLICT DO NOTHING"
)


def insert_game(conn: Connection, events: Sequence[Event]) -> None:
    id, start, over = events[0].game, body_of(events[0]), events[-1].kind == "end"
    state, reason = ("over", None) if over else ("held", NO_SECRETS)
    about = (id, start.title, start.scenario, start.edition, dumps(start.options))
    try:
        conn.execute(GAME, (*about, state, reason, over))
    except errors.UniqueViolation:
        raise Different(f"{id} has just been made by somebody else") from None
    for side, name in seats(start, events).items():
        insert_seat(conn, id, side, name)


def seats(start: Any, events: Sequence[Event]) -> dict[str, str]:
    """Who sat where at last, substitutes included."""
    sitting = dict(start.seats)
    for body in (body_of(event) for event in events if event.kind == "substitute"):
        sitting[body.side] = body.player
    return sitting


def insert_seat(conn: Connection, game: str, side: str, name: str) -> None:
    """A player who is not known here has his id, and nothing else."""
    bot = name.removeprefix(BOT) if name.startswith(BOT) else None
    if bot is None:
        conn.execute(STRANGER, (name,))
    conn.execute(SEAT, (game, side, None if bot else name, bot))
