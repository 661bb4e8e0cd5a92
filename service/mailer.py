"""Outgoing mail: built from an outbox row, sent by SMTP or put into the mailbox folder."""

from __future__ import annotations

import os
import smtplib
import ssl
from contextlib import suppress
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Protocol
from urllib.parse import unquote, urlsplit

from service.outbox import Unsent
from service.settings import settings

POLICY = SMTP.clone(cte_type="7bit")  # passes every relay unchanged
TIMEOUT_SECONDS = 20
PORTS = {"smtp": 25, "smtps": 465, "smtp+starttls": 587}
ANSWERS = ("reply", "held")
OWN = ("from", "to", "subject", "date", "message-id", "auto-submitted", "mime-version")


class BadAddress(ValueError):
    """A row that can never be sent as it is."""


class Away(OSError):
    """No mail server answers; the mail itself was not tried."""


class Post(Protocol):
    """A way out for mails; closed when a round is done."""

    def send(self, id: int, mail: EmailMessage) -> None: ...

    def close(self) -> None: ...


def build(row: Unsent) -> EmailMessage:
    """The same row gives the same mail, so that one sent twice is known as one."""
    mail = EmailMessage(policy=POLICY)
    domain = settings().mail_domain
    mail["From"] = Address("Fieldpost", "noreply", domain)
    mail["To"] = recipient(row)
    mail["Subject"] = one_line(row.subject)
    mail["Date"] = format_datetime(row.created_at)
    mail["Message-ID"] = f"<outbox.{row.id}@{domain}>"
    mail["Auto-Submitted"] = "auto-replied" if row.kind in ANSWERS else "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    for name, value in row.headers.items():
        if name.lower() not in OWN:
            mail[name] = one_line(value)
    mail.set_content(row.body, subtype="plain", charset="utf-8")
    return mail


def recipient(row: Unsent) -> Address:
    if not row.address:
        raise BadAddress("the player has no address any more")
    try:
        return Address(one_line(row.name or ""), addr_spec=row.address)
    except (ValueError, IndexError):
        raise BadAddress("the player's address cannot be written to") from None


def one_line(text: str) -> str:
    """A header is one line, whatever a name or a title holds."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def post() -> Post:
    url = settings().smtp_url
    return Relay(url) if url else Mailbox(settings().mailbox_dir)


class Relay:
    """A mail server: smtp://, smtps:// or smtp+starttls://, with user and password if it wants."""

    def __init__(self, url: str) -> None:
        self.url = urlsplit(url)
        if self.url.scheme not in PORTS or not self.url.hostname:
            raise ValueError(f"FIELDPOST_SMTP_URL begins with {'://, '.join(PORTS)}:// and a host")
        self._open: smtplib.SMTP | None = None

    def send(self, id: int, mail: EmailMessage) -> None:
        connection = self.connection()
        try:
            hand_over(connection, mail)
        except BaseException:
            self.close()  # nobody knows in which state the session is
            raise

    def connection(self) -> smtplib.SMTP:
        if self._open is None:
            try:
                self._open = self.connect()
            except (OSError, smtplib.SMTPException) as problem:
                raise Away(f"{self.url.hostname}: {problem}") from problem
        return self._open

    def connect(self) -> smtplib.SMTP:
        host, scheme = str(self.url.hostname), self.url.scheme
        port = self.url.port or PORTS[scheme]
        if scheme == "smtps":
            context = ssl.create_default_context()
            made: smtplib.SMTP = smtplib.SMTP_SSL(
                host, port, timeout=TIMEOUT_SECONDS, context=context
            )
        else:
            made = smtplib.SMTP(host, port, timeout=TIMEOUT_SECONDS)
        if scheme == "smtp+starttls":
            made.starttls(context=ssl.create_default_context())
        if self.url.username:
            made.login(unquote(self.url.username), unquote(self.url.password or ""))
        return made

    def close(self) -> None:
        if self._open is not None:
            with suppress(smtplib.SMTPException, OSError):
                self._open.quit()
            self._open = None


def hand_over(connection: smtplib.SMTP, mail: EmailMessage) -> None:
    sender, to = f"noreply@{settings().mail_domain}", mail["To"].addresses[0].addr_spec
    if to.isascii():
        connection.sendmail(sender, [to], mail.as_bytes())
    else:
        connection.send_message(mail, sender, [to])  # it knows when SMTPUTF8 is needed


class Mailbox:
    """A folder with one file for each mail, which the site shows."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def send(self, id: int, mail: EmailMessage) -> None:
        """Complete or not there; the same mail again is the same file."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=self.folder, suffix=".part", delete=False) as part:
            part.write(mail.as_bytes())
            part.flush()
            os.fsync(part.fileno())
        Path(part.name).replace(path_of(self.folder, id))

    def close(self) -> None:
        pass


def path_of(folder: Path, id: int) -> Path:
    return folder / f"{id:010d}.eml"
