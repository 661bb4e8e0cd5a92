"""Mail out: every row once, with one Message-ID, and no failure forgets it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from service import mailer, outbox, players
from service.database import transaction
from service.outbox import MOST_ATTEMPTS, Mail
from service.settings import settings
from tests.club import Club, forget
from tests.workers.doors import free_port
from workers import deliver
from workers.alone import alone

REPLY_TO = "orders+g1.token@fieldpost.localhost"


class Sink:
    """A mail server that keeps what it gets, or refuses."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.senders: list[str] = []
        self.refusing: set[str] = set()

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        if address in self.refusing:
            return "550 5.1.1 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        mail = message_from_bytes(envelope.content, policy=default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        self.senders.append(envelope.mail_from)
        return "250 OK"


@pytest.fixture
def sink(club: Club, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sink]:
    port, kept = free_port(), Sink()
    monkeypatch.setenv("FIELDPOST_SMTP_URL", f"smtp://127.0.0.1:{port}")
    forget()
    server = Controller(kept, hostname="127.0.0.1", port=port)
    server.start()
    yield kept
    server.stop()


def put(club: Club, key: str = "k", name: str = "Anna", **given: Any) -> int:
    values = {"subject": "[g1] Mill Stream", "body": "It is your turn.\n"} | given
    with transaction() as conn:
        headers = values.pop("headers", {"Reply-To": REPLY_TO})
        mail = Mail(key, values.pop("kind", "turn"), club.player(name), headers=headers, **values)
        id = outbox.put(conn, mail)
    assert id is not None
    return id


def rows(club: Club) -> list[tuple[Any, ...]]:
    return club.sql("SELECT sent_at IS NOT NULL, attempts, error FROM outbox ORDER BY id")


def mailbox() -> list[EmailMessage]:
    found = sorted(settings().mailbox_dir.glob("*"))
    assert all(path.suffix == ".eml" for path in found), found
    mails = [message_from_bytes(path.read_bytes(), policy=default) for path in found]
    return [mail for mail in mails if isinstance(mail, EmailMessage)]


def content(mail: EmailMessage) -> str:
    text: str = mail.get_content()
    return text.replace("\r\n", "\n")


def test_without_a_server_mail_lands_in_the_mailbox(club: Club) -> None:
    id = put(club)
    assert deliver.deliver_round() == 1
    (mail,) = mailbox()
    assert mail["From"] == "Fieldpost <noreply@fieldpost.localhost>"
    assert mail["To"] == "Anna <anna@example.org>"
    assert mail["Reply-To"] == REPLY_TO
    assert mail["Subject"] == "[g1] Mill Stream"
    assert mail["Message-ID"] == f"<outbox.{id}@fieldpost.localhost>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["X-Auto-Response-Suppress"] == "All"
    assert mail["Date"].datetime is not None
    assert mail.get_content_type() == "text/plain"
    assert content(mail) == "It is your turn.\n"
    assert rows(club) == [(True, 1, None)]


def test_an_answer_says_that_it_is_one(club: Club) -> None:
    put(club, kind="reply")
    deliver.deliver_round()
    assert mailbox()[0]["Auto-Submitted"] == "auto-replied"


def test_a_server_gets_the_same_mail(club: Club, sink: Sink) -> None:
    put(club, "a")
    put(club, "b", "Boris")
    assert deliver.deliver_round() == 2
    assert [str(m["To"]) for m in sink.mails] == [
        "Anna <anna@example.org>",
        "Boris <boris@example.org>",
    ]
    assert sink.senders == ["noreply@fieldpost.localhost"] * 2
    assert deliver.deliver_round() == 0
    assert len(sink.mails) == 2


def test_lines_are_not_refolded(club: Club, sink: Sink) -> None:
    body = f"move Saint-Rémy → Lower Ford\n  {'x ' * 300}end\n.\n> quoted\nFrom here\n"
    put(club, body=body)
    deliver.deliver_round()
    assert content(sink.mails[0]) == body
    assert sink.mails[0].get_content_charset() == "utf-8"


def test_headers_cannot_be_injected(club: Club, sink: Sink) -> None:
    club.player("Anna")
    club.sql("UPDATE player SET name = E'Anna\\r\\nBcc: x@evil.example' WHERE id = 'panna'")
    evil = "x\r\nBcc: y@evil.example\r\n\r\nbody\u2028z"
    put(club, subject=evil, headers={"Reply-To": evil, "From": "evil@example.org"})
    assert deliver.deliver_round() == 1
    (mail,) = sink.mails
    assert mail["Bcc"] is None
    assert mail.get_all("From") == ["Fieldpost <noreply@fieldpost.localhost>"]
    assert content(mail) == "It is your turn.\n"


def test_a_crash_between_sending_and_marking_sends_the_same_mail_again(
    club: Club, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(club)

    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(outbox, "mark_sent", crash)
        deliver.deliver_round()
    assert rows(club) == [(False, 0, None)]
    assert deliver.deliver_round() == 1
    first, second = sink.mails
    assert first["Message-ID"] == second["Message-ID"]
    assert first.as_bytes() == second.as_bytes()


def test_a_refused_mail_waits_with_its_error_and_lets_others_pass(club: Club, sink: Sink) -> None:
    sink.refusing = {"anna@example.org"}
    put(club, "a")
    put(club, "b", "Boris")
    assert deliver.deliver_round() == 1
    (failed, sent) = rows(club)
    assert failed[:2] == (False, 1) and "no such user" in failed[2]
    assert sent == (True, 1, None)
    assert deliver.deliver_round() == 0, "it waits for a while"
    sink.refusing = set()
    club.sql("UPDATE outbox SET created_at = created_at - interval '11 seconds'")
    assert deliver.deliver_round() == 1
    assert rows(club)[0] == (True, 2, None)


def test_pauses_grow_and_end(club: Club, sink: Sink) -> None:
    sink.refusing = {"anna@example.org"}
    put(club)
    club.sql("UPDATE outbox SET attempts = 5, created_at = created_at - interval '300 seconds'")
    assert deliver.deliver_round() == 0 and rows(club)[0][1] == 5, "not before 310 seconds"
    club.sql("UPDATE outbox SET created_at = created_at - interval '11 seconds'")
    deliver.deliver_round()
    assert rows(club)[0][1] == 6
    ever = "UPDATE outbox SET attempts = %s, created_at = created_at - interval '1 year'"
    club.sql(ever, MOST_ATTEMPTS)
    deliver.deliver_round()
    assert rows(club)[0][1] == MOST_ATTEMPTS


def test_a_server_that_is_away_is_no_fault_of_the_mails(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIELDPOST_SMTP_URL", f"smtp://127.0.0.1:{free_port()}")
    forget()
    put(club, "a")
    put(club, "b")
    for _ in range(3):
        assert deliver.deliver_round() == 0
    first, second = rows(club)
    assert first[:2] == (False, 0) and "127.0.0.1" in first[2]
    assert second == (False, 0, None)


def test_a_player_without_an_address_gets_nothing_and_the_rest_goes_on(club: Club) -> None:
    put(club, "a")
    put(club, "b", "Boris")
    club.sql("UPDATE player SET address = NULL, folded = NULL WHERE id = 'panna'")
    assert deliver.deliver_round() == 1
    assert rows(club)[0] == (False, MOST_ATTEMPTS, "the player has no address any more")
    assert [str(mail["To"]) for mail in mailbox()] == ["Boris <boris@example.org>"]


def test_an_erased_players_mail_is_never_sent(club: Club) -> None:
    put(club)
    with transaction() as conn:
        players.erase(conn, "panna")
    assert deliver.deliver_round() == 0
    assert not settings().mailbox_dir.exists()


def test_two_deliverers_send_each_row_once(club: Club, sink: Sink) -> None:
    for n in range(30):
        put(club, f"k{n}")
    with ThreadPoolExecutor(3) as pool:
        sent = [pool.submit(deliver.deliver_round) for _ in range(3)]
    assert sum(future.result() for future in sent) == 30
    ids = [str(mail["Message-ID"]) for mail in sink.mails]
    assert len(ids) == len(set(ids)) == 30


def test_one_deliverer_at_a_time_is_enough(club: Club) -> None:
    put(club)
    with alone(deliver.NUMBER) as first:
        assert first
        deliver.deliver()
        assert rows(club) == [(False, 0, None)]
    deliver.deliver()
    assert rows(club) == [(True, 1, None)]


@pytest.mark.parametrize("url", ["http://mail.example", "smtp://", "mail.example:25"])
def test_an_address_that_is_no_mail_server_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="FIELDPOST_SMTP_URL"):
        mailer.Relay(url)


def test_user_and_password_may_hold_any_character(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[str, ...]] = []

    class Fake:
        def __init__(self, host: str, port: int, **_: object) -> None:
            said.append((host, str(port)))

        def starttls(self, **_: object) -> None:
            said.append(("starttls",))

        def login(self, user: str, password: str) -> None:
            said.append((user, password))

    monkeypatch.setattr(mailer.smtplib, "SMTP", Fake)
    mailer.Relay("smtp+starttls://a%40b:p%2F%3Aw@mail.example").connect()
    assert said == [("mail.example", "587"), ("starttls",), ("a@b", "p/:w")]
