"""What a mail session may do: hand over mail for our domain, and hear exactly what became of it."""

from __future__ import annotations

import asyncio
from asyncio import AbstractEventLoop, Future
from concurrent.futures import Executor
from hashlib import sha256
from typing import Any

import structlog
from aiosmtpd import lmtp, smtp

from service import addresses, submissions
from service.settings import settings

log = structlog.get_logger()
ENVELOPE_BYTES = 64 * 1024  # kept free for the addresses, which are stored with the mail
MOST_BYTES = submissions.LONGEST_RAW - ENVELOPE_BYTES
MOST_RECIPIENTS = 100
SESSION_SECONDS = 120.0

STORED = "250 2.0.0 Stored"
LATER = "451 4.3.0 The mail could not be stored; please try again later"
TOO_LARGE = f"552 5.3.4 A mail may have at most {MOST_BYTES:,} bytes"
TOO_MANY = f"452 4.5.3 At most {MOST_RECIPIENTS} recipients at a time"


class Gateway:
    """The handler of all sessions."""

    def __init__(self, pool: Executor) -> None:
        self.pool = pool
        self.storing: set[Future[None]] = set()

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: smtp.Envelope, address: str, options: list[str]
    ) -> str:
        if not is_ours(address):
            return refused_relay(address)
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: smtp.Envelope) -> str:
        """Whatever fails here is our fault, and the sender keeps the mail and comes again."""
        raw = envelope.original_content or b""
        sender, recipients = readable(envelope.mail_from or ""), list(envelope.rcpt_tos)
        try:
            await self.run(store, sender, [readable(address) for address in recipients], raw)
        except submissions.TooLong:
            return TOO_LARGE
        except Exception as problem:
            log.warning("mail not stored", problem=f"{type(problem).__name__}: {problem}")
            return LATER
        return STORED

    async def handle_exception(self, error: Exception) -> str:
        """Without this, a fault of ours would be a permanent 500 and the mail would bounce."""
        log.error("mail session failed", exc_info=error)
        return LATER

    async def run(self, work: Any, *values: Any) -> None:
        future = asyncio.get_running_loop().run_in_executor(self.pool, work, *values)
        self.storing.add(future)
        future.add_done_callback(self.storing.discard)
        await asyncio.shield(future)  # a client that hangs up does not undo what it sent

    async def finish(self, seconds: float) -> None:
        """Let mails that are being stored get their answer."""
        if self.storing:
            await asyncio.wait(set(self.storing), timeout=seconds)
            await asyncio.sleep(0)  # the sessions write their replies


def store(sender: str, recipients: list[str], raw: bytes) -> None:
    """A row for each recipient: each is played, answered and known again by itself."""
    digest = sha256(raw).hexdigest()
    for recipient in recipients:
        packed = addresses.pack(addresses.Envelope(sender, (recipient,)), raw)
        receipt = submissions.receive("mail", packed, key=key_of(digest, recipient))
        log.info("mail stored", submission=receipt.id, bytes=len(raw), again=not receipt.is_new)


def key_of(digest: str, recipient: str) -> str:
    """The same mail to the same address, however often it is delivered; without the address."""
    return f"{digest}:{sha256(recipient.casefold().encode()).hexdigest()[:16]}"


def is_ours(address: str) -> bool:
    local, _, domain = address.rpartition("@")
    if not local:
        return domain.casefold() == "postmaster"  # RFC 5321 takes it without a domain
    return domain.casefold() == settings().mail_domain.casefold()


def refused_relay(address: str) -> str:
    domain = readable(address).rpartition("@")[2] or "no domain"
    return (
        f"550 5.7.1 {domain} is not served here:"
        f" this server takes mail for {settings().mail_domain} only and relays none"
    )


def readable(address: str) -> str:
    """Bytes that are no UTF-8 come as lone surrogates, which no JSON can hold."""
    return address.encode(errors="surrogateescape").decode(errors="backslashreplace")


class Smtp(smtp.SMTP):
    """Long lines are fine: what counts is the size of the whole mail."""

    line_length_limit = MOST_BYTES

    def __init__(self, gateway: Gateway, loop: AbstractEventLoop) -> None:
        super().__init__(
            gateway,
            data_size_limit=MOST_BYTES,
            enable_SMTPUTF8=True,
            hostname=settings().mail_domain,
            ident="Fieldpost",
            timeout=SESSION_SECONDS,
            loop=loop,
        )

    async def push(self, status: Any) -> None:
        await super().push(TOO_LARGE if is_too_large(status) else status)


class Lmtp(Smtp, lmtp.LMTP):
    """After the data each recipient is owed a reply of its own, whoever writes it."""

    owed = 0

    async def push(self, status: Any) -> None:
        if str(status).startswith("354"):
            self.owed = len(self.envelope.rcpt_tos) if self.envelope else 0
        elif self.owed:
            repeated, self.owed = self.owed, 0
            for _ in range(repeated):
                await super().push(status)
            return
        await super().push(status)


def is_too_large(status: Any) -> bool:
    """A line longer than a whole mail may be, or a mail that grew beyond it."""
    return str(status).startswith(("500 Line too long", "552 Error"))
