"""Mails in the mailbox folder, read, and answered as their recipients would."""

from __future__ import annotations

import smtplib
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from email.utils import format_datetime, parsedate_to_datetime
from pathlib import Path

from msgspec import Struct

from service.mailer import path_of
from service.settings import settings

MOST = 100
MOST_IDS = 2**63  # a longer number makes a name that no folder takes
TIMEOUT_SECONDS = 10


class Letter(Struct, frozen=True):
    id: int
    to: str  # the player's address
    name: str
    subject: str
    date: datetime
    reply_to: str
    message_id: str
    text: str

    @property
    def first_line(self) -> str:
        return next((line for line in self.text.splitlines() if line.strip()), "")


def newest(folder: Path, most: int = MOST) -> list[Letter]:
    paths = sorted(folder.glob("*.eml"), reverse=True)[:most]
    return [read(path) for path in paths]


def find(folder: Path, id: int) -> Letter | None:
    path = path_of(folder, id)
    return read(path) if id < MOST_IDS and path.is_file() else None


def read(path: Path) -> Letter:
    mail = message_from_bytes(path.read_bytes(), policy=default)
    assert isinstance(mail, EmailMessage)
    to = mail["To"].addresses[0]
    return Letter(
        int(path.stem),
        to.addr_spec,
        to.display_name or to.addr_spec,
        str(mail["Subject"]),
        parsedate_to_datetime(str(mail["Date"])).astimezone(UTC),
        str(mail["Reply-To"] or ""),
        str(mail["Message-ID"]),
        str(mail.get_content()).replace("\r\n", "\n"),
    )


def answer(letter: Letter, text: str, *, quote: bool, number: str, at: int) -> EmailMessage:
    """A plain answer; sent twice from one page it is the same mail, byte for byte."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = letter.to
    mail["To"] = letter.reply_to
    mail["Subject"] = f"Re: {letter.subject}"
    mail["Date"] = format_datetime(datetime.fromtimestamp(at, UTC))
    mail["Message-ID"] = f"<{number}@mailbox.invalid>"
    mail["In-Reply-To"] = mail["References"] = letter.message_id
    mail.set_content(f"{text}\n\n{quoted(letter)}" if quote else text)
    return mail


def quoted(letter: Letter) -> str:
    lines = [f"> {line}" for line in letter.text.splitlines()]
    return "\n".join([f"On {letter.date:%d %b %Y}, Fieldpost wrote:", *lines])


def hand_in(mail: EmailMessage) -> None:
    here = settings()
    with smtplib.SMTP(here.listen_host, here.smtp_port, timeout=TIMEOUT_SECONDS) as gateway:
        gateway.send_message(mail)
