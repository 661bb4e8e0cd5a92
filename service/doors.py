"""Who sent a submission, for which seat, and the text of his orders. Mail and form meet here."""

from __future__ import annotations

from email.message import Message
from email.parser import BytesHeaderParser

import msgspec
import structlog
from msgspec import Struct

from engine.core.orders import Reading
from service import addresses
from service.database import Connection
from service.plaintext import Unreadable, clean, written
from service.submissions import Submission

log = structlog.get_logger()


class SeatedPlayer(Struct, frozen=True):
    game: str
    side: str
    player: str | None
    name: str
    play_at_once: bool


class Entry(Struct, frozen=True):
    """A submission at the door: with a seat, or the state and the reasons of its end."""

    seat: SeatedPlayer | None
    text: str = ""
    state: str = "ignored"
    reasons: tuple[str, ...] = ()
    mode: str = ""  # preview, go, or empty: as the player prefers
    problem: str = ""  # why the text of a known seat cannot be taken, as a key of the wording

    def wants_preview(self, reading: Reading) -> bool:
        assert self.seat is not None
        if self.mode:
            return self.mode == "preview"
        return reading.preview or not (reading.go or self.seat.play_at_once)


class Form(Struct, frozen=True):
    """What the web form and the API hand in."""

    orders: str
    mode: str = "go"


def enter(conn: Connection, submission: Submission) -> Entry:
    return by_mail(conn, submission) if submission.door == "mail" else by_form(conn, submission)


def by_form(conn: Connection, submission: Submission) -> Entry:
    """The page knew who is playing before it took the form."""
    form = msgspec.json.decode(submission.raw, type=Form)
    found = seated(conn, submission.game or "", submission.side or "")
    if found is None:
        return Entry(None, state="refused", reasons=("there is no such seat",))
    return Entry(found, clean(form.orders), mode=form.mode)


def by_mail(conn: Connection, submission: Submission) -> Entry:
    """The address written to names the game and the side, and proves who may write there."""
    envelope, raw = addresses.unpack(submission.raw)
    if is_automatic(envelope.sender, BytesHeaderParser().parsebytes(raw)):
        return Entry(None, state="ignored", reasons=("an automatic mail is never answered",))
    for recipient in envelope.recipients:
        found = claimed(conn, addresses.read(recipient))
        if found is not None:
            return from_seat(found, raw)
    return Entry(None, state="ignored", reasons=("no address of a seat in a game",))


def from_seat(seat: SeatedPlayer, raw: bytes) -> Entry:
    """A mail that nobody can read is answered like one without orders, and never our failure."""
    try:
        return Entry(seat, written(raw))
    except Unreadable as problem:
        log.info("mail cannot be read", game=seat.game, side=seat.side, problem=str(problem))
        return Entry(seat, problem="unreadable")


def is_automatic(sender: str, headers: Message) -> bool:
    """A bounce has no sender, in either spelling; other machines say what they are."""
    marked = str(headers.get("Auto-Submitted", "no")).partition(";")[0].strip().lower()
    return sender in ("", "<>") or marked != "no"


def claimed(conn: Connection, claim: addresses.Claim | None) -> SeatedPlayer | None:
    """The seat whose token was written to."""
    if claim is None:
        return None
    for (side,) in conn.execute("SELECT side FROM seat WHERE game = %s", (claim.game,)):
        found = seated(conn, claim.game, side)
        if (
            found
            and found.player
            and addresses.is_token(claim.token, claim.game, side, found.player)
        ):
            return found
    return None


def seated(conn: Connection, game: str, side: str) -> SeatedPlayer | None:
    row = conn.execute(
        "SELECT s.game, s.side, s.player, coalesce(p.name, s.side),"
        " coalesce(p.play_at_once, true) FROM seat s LEFT JOIN player p ON p.id = s.player"
        " WHERE s.game = %s AND s.side = %s",
        (game, side),
    ).fetchone()
    return None if row is None else SeatedPlayer(*row)
