from base64 import b64encode
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlmodel import Session, SQLModel, select

from service import players, store
from service.database import Connection, raw
from service.mailer import path_of
from service.mentions import Mentions
from service.models import Outbox, Submission
from service.players import NoPlayer, Player, Taken
from service.settings import settings
from tests.factories import (
    GameFactory,
    IncidentFactory,
    OutboxFactory,
    PlayerFactory,
    SeatFactory,
    SheetFactory,
    StandingFactory,
    SubmissionFactory,
)

NAME, ADDRESS = 'Zoë "Zip" Quartermain', "Zoe.Quartermain@Club.example"
QUOTED = f"On Monday {NAME} <{ADDRESS}> wrote, and zoe.quartermain@club.example again:"


def test_a_player_is_found_whatever_the_capitals(conn: Connection) -> None:
    made = players.create(conn, " Ann ", " Ann@Club.example ", "Europe/Vienna")
    assert made[1:] == ("Ann", "Ann@Club.example", "Europe/Vienna", False)
    assert players.find(conn, "ANN@club.EXAMPLE") == made == players.get(conn, made.id)
    assert players.find(conn, "bob@club.example") is None


def test_ids_tell_nothing_and_differ(conn: Connection) -> None:
    ids = {players.create(conn, "Ann", f"ann{n}@club.example").id for n in range(50)}
    assert len(ids) == 50
    assert all(id[0] == "p" and set(id[1:]) <= set(players.ALPHABET) for id in ids)


def test_an_address_belongs_to_one_player_and_the_transaction_goes_on(conn: Connection) -> None:
    first = players.create(conn, "Ann", "ann@club.example")
    with pytest.raises(Taken):
        players.create(conn, "Another", "Ann@club.example")
    assert players.find(conn, "ann@club.example") == first


@pytest.fixture
def known(session: Session) -> Player:
    """A player whose traces are in every place where wording may stand."""
    zoe = players.create(raw(session), NAME, ADDRESS, "Europe/Vienna")
    game, other = GameFactory.create(held_reason=f"{NAME} objects"), PlayerFactory.create()
    SeatFactory.create(in_game=game, side="red", by_player=None, player=zoe.id)
    SeatFactory.create(in_game=game, side="blue", by_player=other)
    common = {"in_game": game, "traceback": f"ValueError: {NAME}", "reasons": [{"line": QUOTED}]}
    own = {**common, "by_player": None, "player": zoe.id}
    for state in ("new", "applied", "refused", "shunted"):
        SubmissionFactory.create(
            raw=f"From: {ADDRESS}\r\n\r\n{state} {NAME}".encode(), state=state, **own
        )
    for mail in (plain_mail(), encoded_mail()):
        SubmissionFactory.create(raw=mail, state="applied", by_player=other, **common)
    SheetFactory.create(in_game=game, side="red", text=f"move all\n{NAME}")
    StandingFactory.create(in_game=game, side="red", text=f"losses: {NAME}")
    for sent in (None, "2026-01-01T00:00:00Z"):
        told = {"in_game": game, "headers": {"To": f"{NAME} <{ADDRESS}>"}, "sent_at": sent}
        OutboxFactory.create(to_player=None, player=zoe.id, body=QUOTED, **told)
        OutboxFactory.create(to_player=other, subject=NAME, body=QUOTED, error=ADDRESS, **told)
    IncidentFactory.create(in_game=game, text=QUOTED)
    store.append(raw(session), [store.Row(game.id, 0, zoe.id.encode(), bytes(64), bytes(32))])
    session.commit()
    return zoe


def plain_mail() -> bytes:
    return f"From: other@club.example\r\n\r\nmove all\r\n> {QUOTED}\r\n".encode()


def encoded_mail() -> bytes:
    mail = EmailMessage()
    mail["Subject"] = f"Re: {NAME}"
    mail.set_content(f"move all\n> {QUOTED}", cte="base64")
    return bytes(mail)


def traces(url: str) -> set[str]:
    """Table and column wherever the name or the address stands, in any capitals."""
    words = [NAME.lower(), NAME.lower().replace('"', '\\"'), ADDRESS.lower(), "quartermain"]
    with psycopg.connect(url) as conn:
        return {
            f"{table.name}.{column.name}"
            for table in SQLModel.metadata.sorted_tables
            for column in table.columns
            for (value,) in conn.execute(f'SELECT "{column.name}" FROM "{table.name}"'.encode())
            if any(word in spelt(value) for word in words)
        }


def places() -> set[str]:
    """Wherever a name may stand: all that is marked as wording, and the player's own orders."""
    marked = {
        str(column)
        for table in SQLModel.metadata.tables.values()
        for column in table.columns
        if column.info.get("wording")
    }
    return marked - {"player.zone", "player.password"} | {"sheet.text", "standing.text"}


def spelt(value: object) -> str:
    return (value.decode(errors="replace") if isinstance(value, bytes) else str(value)).lower()


def log(url: str) -> list[tuple]:
    with psycopg.connect(url) as conn:
        return conn.execute("SELECT event.*, xmin FROM event").fetchall()


def found(session: Session, model: Any, **wanted: object) -> list[Any]:
    return list(session.exec(select(model).filter_by(**wanted).order_by("id")))


def test_erasing_leaves_nothing_but_the_id(known: Player, session: Session, database: str) -> None:
    events = log(database)
    assert traces(database) == places(), "the fixture should write to every place"
    players.erase(raw(session), known.id)
    session.commit()
    assert traces(database) == set()
    encoded = b64encode(f"move all\n> {QUOTED}"[:30].encode())
    with psycopg.connect(database) as conn:
        raws = [mail for (mail,) in conn.execute("SELECT raw FROM submission")]
    assert not any(encoded in mail for mail in raws)
    assert log(database) == events and events[0][2] == known.id.encode()


def test_an_erased_player_is_gone_for_good(known: Player, session: Session) -> None:
    conn = raw(session)
    players.erase(conn, known.id)
    assert players.find(conn, ADDRESS) is None
    for ask in (players.get, players.erase):
        with pytest.raises(NoPlayer):
            ask(conn, known.id)
    assert players.create(conn, NAME, ADDRESS).id != known.id


def test_nothing_of_an_erased_player_is_played_or_sent(known: Player, session: Session) -> None:
    players.erase(raw(session), known.id)
    own = found(session, Submission, player=known.id)
    assert [one.state for one in own] == ["ignored", "applied", "refused", "ignored"]
    assert all(one.raw == b"" and one.finished_at for one in own)
    mails = found(session, Outbox, player=known.id)
    assert [mail.error for mail in mails] == ["the player was erased", None]
    assert all(mail.sent_at for mail in mails)


def test_the_mailbox_keeps_no_mail_to_an_erased_player(
    known: Player, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIELDPOST_MAILBOX_DIR", str(tmp_path))
    settings.cache_clear()
    mails = found(session, Outbox)
    for mail in mails[1:]:  # the first was not sent yet
        path_of(tmp_path, mail.id).write_bytes(b"To: somebody")
    players.erase(raw(session), known.id)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {path_of(tmp_path, m.id).name for m in mails if m.player != known.id}


def test_what_others_wrote_stays_but_for_the_name(known: Player, session: Session) -> None:
    players.erase(raw(session), known.id)
    rest = [one for one in found(session, Submission) if one.player != known.id]
    assert b"move all" in rest[0].raw and known.id.encode() in rest[0].raw
    assert rest[1].raw == b""
    mail = found(session, Outbox, subject=known.id)[0]
    assert mail.body.startswith(f"On Monday {known.id} <{known.id}> wrote")


def nested(kind: bytes) -> bytes:
    """Deeper than any parser goes."""
    heads = (
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n)
        if kind == b"multipart"
        else b"Content-Type: message/rfc822\r\n\r\n"
        for n in range(3000)
    )
    return b"".join(heads) + b"Content-Type: text/plain\r\n\r\nstance bold\r\n"


def charset(name: bytes) -> bytes:
    return b"Content-Type: text/plain; charset=%b\r\n\r\nst\xe4nce bold\r\n" % name


UNREADABLE = [
    *(charset(b'"%b"' % name) for name in (b"undefined", b"idna", b"a\0b")),
    *(nested(kind) for kind in (b"multipart", b"message")),
]


@pytest.mark.parametrize("mail", UNREADABLE, ids=range(len(UNREADABLE)))
def test_a_mail_that_nobody_can_read_keeps_no_one_from_being_erased(
    known: Player, session: Session, mail: bytes
) -> None:
    SubmissionFactory.create(raw=mail, state="refused")
    players.erase(raw(session), known.id)
    assert found(session, Submission)[-1].raw == b""
    assert b"move all" in found(session, Submission)[4].raw, "only that mail is emptied"


def test_only_whole_names_are_replaced() -> None:
    ann = Mentions(["Ann", "ann@club.example", ""], "p1")
    assert ann.blot("Ann's annals: ANN, Annie and joann") == "p1's annals: p1, Annie and joann"
    assert ann.blot_mail(b"Anna\r\n\r\nann@club.example!") == b"Anna\r\n\r\np1!"
