"""Mail in: a committed row before 250, and never a bounce for a fault of ours."""

import os
import signal
import smtplib
import subprocess
import sys
import time
from typing import Any

import psycopg
import pytest
from psycopg import sql

from service import addresses, adjudication, database, submissions
from service.addresses import Envelope
from service.settings import ROOT, settings
from tests.club import Club
from tests.workers.doors import Doors, free_port, mail
from workers import gateway

DOMAIN = "fieldpost.localhost"
SEAT = f"orders+g1.{'a' * 26}@{DOMAIN}"
OTHER = f"orders+g2.{'b' * 26}@{DOMAIN}"
LHLO = b"LHLO test\r\n"
FROM = b"MAIL FROM:<anna@example.org>\r\n"


def rcpt(address: str) -> bytes:
    return f"RCPT TO:<{address}>\r\n".encode()


def stored(club: Club) -> list[tuple[Envelope, bytes]]:
    rows = club.sql("SELECT raw FROM submission ORDER BY id")
    return [addresses.unpack(raw) for (raw,) in rows]


def game_with_address(club: Club) -> tuple[str, str]:
    game = club.game("drill", red="Anna", blue="Boris")
    return game, addresses.reply_address(game, "red", "panna")


def test_a_mail_is_a_row_when_the_sender_hears_250(club: Club, doors: Doors) -> None:
    with doors.smtp() as session:
        assert session.sendmail("anna@example.org", [SEAT], mail()) == {}
        assert stored(club) == [(Envelope("anna@example.org", (SEAT,)), mail())]
    assert club.sql("SELECT door, state FROM submission") == [("mail", "new")]


def test_a_mail_by_lmtp_is_played_and_answered(club: Club, doors: Doors) -> None:
    game, address = game_with_address(club)
    with doors.lmtp() as session:
        session.sendmail("anna@example.org", [address], mail("stance bold"))
    ((id,),) = club.sql("SELECT id FROM submission")
    assert adjudication.adjudicate(id) == "applied"
    assert club.table(game).driver.sealed == {"red": "bold"}
    assert "Your orders are in" in club.reply(id).text


def test_bytes_are_kept_as_they_came(club: Club, doors: Doors) -> None:
    raw = b"Subject: \xe9\xff\r\n\r\n.a dot\r\n..two\r\n\x00\x80 end\r\n"
    with doors.smtp() as session:
        session.sendmail("a@example.org", [SEAT], raw)
    assert stored(club)[0][1] == raw


def test_the_same_mail_again_is_the_same_submission(club: Club, doors: Doors) -> None:
    for _ in range(3):
        with doors.lmtp() as session:
            session.sendmail("anna@example.org", [SEAT], mail())
    assert len(stored(club)) == 1
    with doors.lmtp() as session:
        session.sendmail("anna@example.org", [SEAT], mail("stance steady"))
    assert len(stored(club)) == 2


def test_each_recipient_has_a_row_however_the_delivery_is_split(club: Club, doors: Doors) -> None:
    together = (LHLO, FROM, rcpt(SEAT), rcpt(OTHER), b"DATA\r\n", mail() + b".\r\n")
    doors.talk(doors.lmtp_address, *together)  # smtplib reads only one of the two replies
    with doors.lmtp() as session:
        session.sendmail("anna@example.org", [OTHER.upper()], mail())
        session.sendmail("anna@example.org", [SEAT], mail())
    assert [envelope.recipients for envelope, _ in stored(club)] == [(SEAT,), (OTHER,)]


def test_keys_hold_no_address(club: Club, doors: Doors) -> None:
    with doors.smtp() as session:
        session.sendmail("anna@example.org", [SEAT], mail())
    ((key,),) = club.sql("SELECT key FROM submission")
    assert "@" not in key and "a" * 26 not in key


def test_a_database_that_is_down_is_451_and_nothing_is_lost(
    club: Club, doors: Doors, postgres_url: str, clone: str
) -> None:
    database.pool().timeout = 0.5
    with closed_database(postgres_url, clone):
        with doors.smtp() as session, pytest.raises(smtplib.SMTPDataError) as refused:
            session.sendmail("anna@example.org", [SEAT], mail())
        assert refused.value.smtp_code == 451
        with doors.lmtp() as session, pytest.raises(smtplib.SMTPDataError) as refused:
            session.sendmail("anna@example.org", [SEAT], mail())
        assert refused.value.smtp_code == 451
    database.pool().timeout = 20
    with doors.smtp() as session:
        session.sendmail("anna@example.org", [SEAT], mail())
    assert len(stored(club)) == 1


class closed_database:
    """The server lets nobody in, as when it is down; the test's own pool feels it too."""

    def __init__(self, url: str, name: str) -> None:
        self.url, self.name = url, name

    def allow(self, word: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as admin:
            change = sql.SQL("ALTER DATABASE {} WITH ALLOW_CONNECTIONS {}")
            admin.execute(change.format(sql.Identifier(self.name), sql.SQL(word)))
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                (self.name,),
            )

    def __enter__(self) -> None:
        self.allow("false")

    def __exit__(self, *_: object) -> None:
        self.allow("true")


def test_a_failing_handler_answers_each_recipient_by_lmtp(
    doors: Doors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "store", fail)
    said = (LHLO, FROM, rcpt(SEAT), rcpt(OTHER), b"DATA\r\n", mail() + b".\r\n")
    lines = doors.talk(doors.lmtp_address, *said)
    assert [line[:3] for line in lines] == ["451", "451"]


def test_a_fault_anywhere_in_the_session_is_451(
    doors: Doors, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(gateway, "is_ours", fail)
        assert doors.talk(doors.smtp_address, b"EHLO test\r\n", FROM, rcpt(SEAT))[0][:3] == "451"
    monkeypatch.setattr(gateway.Gateway, "handle_DATA", fail)
    said = (LHLO, FROM, rcpt(SEAT), rcpt(OTHER), b"DATA\r\n", mail() + b".\r\n")
    assert [line[:3] for line in doors.talk(doors.lmtp_address, *said)] == ["451", "451"]


def fail(*_: Any) -> Any:
    raise RuntimeError("a fault of ours")


def test_every_recipient_hears_250_by_lmtp(club: Club, doors: Doors) -> None:
    said = (LHLO, FROM, rcpt(SEAT), rcpt(OTHER), b"DATA\r\n", mail() + b".\r\n")
    lines = doors.talk(doors.lmtp_address, *said)
    assert [line[:3] for line in lines] == ["250", "250"]
    assert doors.talk(doors.lmtp_address, *said, b"NOOP\r\n") == ["250 OK"]


@pytest.mark.parametrize("sender", ["", "<>"])
def test_a_bounce_is_kept_and_never_answered(club: Club, doors: Doors, sender: str) -> None:
    game, address = game_with_address(club)
    club.sql("DELETE FROM outbox")
    if sender:  # as the gateway hears it
        with doors.smtp() as session:
            session.sendmail("", [address], mail("stance bold"))
    else:
        packed = addresses.pack(Envelope("", (address,)), mail("stance bold"))
        submissions.receive("mail", packed)
    assert [envelope.sender for envelope, _ in stored(club)] == [sender]
    ((id,),) = club.sql("SELECT id FROM submission")
    assert adjudication.adjudicate(id) == "ignored"
    assert club.sql("SELECT id FROM outbox") == []
    assert club.table(game).driver.sealed == {}


def test_an_automatic_answer_is_never_answered(club: Club, doors: Doors) -> None:
    _, address = game_with_address(club)
    with doors.smtp() as session:
        raw = b"Auto-Submitted: auto-replied (vacation)\r\n" + mail()
        session.sendmail("anna@example.org", [address], raw)
    ((id,),) = club.sql("SELECT id FROM submission")
    assert adjudication.adjudicate(id) == "ignored"


def test_a_line_of_5000_characters_is_taken_whole(club: Club, doors: Doors) -> None:
    raw = mail("x" * 5000)
    said = (b"EHLO test\r\n", FROM, rcpt(SEAT), b"DATA\r\n", raw + b".\r\n")
    assert doors.talk(doors.smtp_address, *said)[0][:3] == "250"
    assert stored(club)[0][1] == raw


@pytest.mark.parametrize("end", [b"\n.\n", b"\r\n.\n", b"\n.\r\n", b"\r.\r\n"])
def test_an_end_of_data_in_another_spelling_ends_nothing(
    club: Club, doors: Doors, end: bytes
) -> None:
    smuggled = b"MAIL FROM:<evil@example.org>\r\nRCPT TO:<" + OTHER.encode() + b">\r\nDATA\r\nx"
    body = mail() + b"text" + end + smuggled + b"\r\n.\r\n"
    said = (b"EHLO test\r\n", FROM, rcpt(SEAT), b"DATA\r\n", body)
    assert len(doors.talk(doors.smtp_address, *said)) == 1
    ((envelope, raw),) = stored(club)
    assert envelope.sender == "anna@example.org"
    assert b"evil@example.org" in raw


def test_a_mail_that_is_too_large_is_552_for_each_recipient(club: Club, doors: Doors) -> None:
    body = b"line of text\r\n" * (gateway.MOST_BYTES // 14 + 1)
    said = (LHLO, FROM, rcpt(SEAT), rcpt(OTHER), b"DATA\r\n", body + b".\r\n")
    assert [line[:3] for line in doors.talk(doors.lmtp_address, *said)] == ["552", "552"]
    told = doors.talk(doors.smtp_address, b"EHLO t\r\n", FROM[:-2] + b" SIZE=99999999\r\n")
    assert told[0][:3] == "552"
    assert stored(club) == []


def test_one_endless_line_is_a_mail_that_is_too_large(club: Club, doors: Doors) -> None:
    body = b"x" * (gateway.MOST_BYTES + 100_000)
    said = (b"EHLO t\r\n", FROM, rcpt(SEAT), b"DATA\r\n", body + b"\r\n.\r\n")
    assert doors.talk(doors.smtp_address, *said)[0][:3] == "552"
    assert stored(club) == []


def test_the_largest_mail_is_taken(club: Club, doors: Doors) -> None:
    raw = b"x" * 998 + b"\r\n"
    raw = raw * (gateway.MOST_BYTES // 1000)
    with doors.smtp() as session:
        session.sendmail("anna@example.org", [SEAT] + [f"x{n}@{DOMAIN}" for n in range(9)], raw)
    assert len(stored(club)) == 10


def test_mail_for_other_domains_is_not_relayed(club: Club, doors: Doors) -> None:
    with doors.smtp() as session:
        session.ehlo()
        session.mail("anna@example.org")
        code, words = session.rcpt("boris@elsewhere.example")
        assert code == 550
        assert b"elsewhere.example is not served here" in words and DOMAIN.encode() in words
        assert session.rcpt(f"boris@{DOMAIN}.evil.example")[0] == 550
        assert session.rcpt("boris")[0] == 550
        assert session.rcpt("Postmaster")[0] == 250
        assert session.rcpt(f"boris@{DOMAIN.upper()}")[0] == 250


def test_unknown_addresses_of_ours_are_taken_and_ignored(club: Club, doors: Doors) -> None:
    with doors.lmtp() as session:
        session.sendmail("anna@example.org", [f"nobody@{DOMAIN}"], mail())
    ((id,),) = club.sql("SELECT id FROM submission")
    assert adjudication.adjudicate(id) == "ignored"


def test_more_recipients_than_fit_come_again_later(doors: Doors) -> None:
    with doors.smtp() as session:
        session.ehlo()
        session.mail("anna@example.org")
        codes = [session.rcpt(f"x{n}@{DOMAIN}")[0] for n in range(gateway.MOST_RECIPIENTS + 1)]
    assert codes[-2:] == [250, 452]


def test_addresses_that_are_no_utf8_do_not_stop_a_mail(club: Club, doors: Doors) -> None:
    sender = b"MAIL FROM:<an\xffna@example.org>\r\n"
    said = (b"EHLO t\r\n", sender, rcpt(SEAT), b"DATA\r\n", mail() + b".\r\n")
    assert doors.talk(doors.smtp_address, *said)[0][:3] == "250"
    assert stored(club)[0][0].sender == r"an\xffna@example.org"


@pytest.mark.parametrize("charset", ["x-unknown", "cp-850"])
def test_an_unknown_charset_is_read_and_answered(club: Club, doors: Doors, charset: str) -> None:
    game, address = game_with_address(club)
    head = f"Content-Type: text/plain; charset={charset}\r\n".encode()
    with doors.lmtp() as session:
        session.sendmail("anna@example.org", [address], head + mail("stance bold\r\ncaf\u00e9"))
    ((id,),) = club.sql("SELECT id FROM submission")
    assert adjudication.adjudicate(id) == "applied"
    assert club.table(game).driver.sealed == {"red": "bold"}


def test_the_process_takes_mail_and_stops_on_sigterm(club: Club, doors: Doors) -> None:
    """Beside the gateway in this process, on ports of its own."""
    port = free_port()
    env = os.environ | {"FIELDPOST_SMTP_PORT": str(port), "FIELDPOST_LMTP_PORT": str(free_port())}
    env |= {"FIELDPOST_REDIS_URL": settings().redis_url}
    process = subprocess.Popen(
        [sys.executable, "-m", "workers.receive"], cwd=ROOT, env=env, stderr=subprocess.PIPE
    )
    try:
        with connected(port) as session:
            session.sendmail("anna@example.org", [SEAT], mail())
            process.send_signal(signal.SIGTERM)
            assert process.wait(10) == 0
    finally:
        process.kill()
        _, said = process.communicate()
    assert len(stored(club)) == 1
    assert b"anna@example.org" not in said and b"a" * 26 not in said


def connected(port: int) -> smtplib.SMTP:
    for _ in range(200):
        try:
            return smtplib.SMTP("127.0.0.1", port, timeout=10)
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the process does not listen")
