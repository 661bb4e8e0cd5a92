"""The checks of `doctor` towards the world: mail in, mail out, DNS records, TLS."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

from service.mailer import PORTS
from service.settings import settings

Found = Iterator[tuple[str, str, str]]  # grade, what, advice
PRIVATE = ("localhost", "local", "test", "invalid", "example", "internal")
TIMEOUT_SECONDS = 3.0


def doors() -> Found:
    """Both ends of the mail loop speak first, and name themselves."""
    here = settings()
    for name, port in (("LMTP", here.lmtp_port), ("SMTP", here.smtp_port)):
        greeting = greeted(here.listen_host, port)
        if greeting.startswith("220"):
            yield "ok", f"Mail comes in by {name} on port {port}", ""
        else:
            yield "fail", f"{name} on port {port}: {greeting}", "Is the mail process running?"


def greeted(host: str, port: int) -> str:
    try:
        with socket.create_connection((host, port), TIMEOUT_SECONDS) as door:
            return door.recv(200).decode("latin-1").strip() or "no greeting"
    except OSError as problem:
        return f"no connection ({problem})"


def relay() -> Found:
    url = settings().smtp_url
    if url is None:
        yield "warn", f"Outgoing mail lands in {settings().mailbox_dir}", "Set FIELDPOST_SMTP_URL."
        return
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname:
        yield "fail", "FIELDPOST_SMTP_URL is no address of a mail server", "smtp://host:25, say."
        return
    try:
        port = parts.port or PORTS[parts.scheme]
        socket.create_connection((parts.hostname, port), TIMEOUT_SECONDS).close()
    except OSError as problem:
        yield "fail", f"The mail server {parts.hostname} cannot be reached: {problem}", ""
    else:
        yield "ok", f"The mail server {parts.hostname} takes connections", ""


def is_public(domain: str) -> bool:
    return "." in domain and domain.rpartition(".")[2] not in PRIVATE


def records() -> Found:
    """An address record is all that a plain resolver can see; the others are named."""
    domain = settings().mail_domain
    if not is_public(domain):
        yield "ok", f"{domain} is a private name, so DNS records do not matter", ""
        return
    try:
        socket.getaddrinfo(domain, 25)
    except OSError:
        advice = "Players' servers cannot find it without an MX or an address record."
        yield "warn", f"{domain} has no address record", advice
    else:
        yield "ok", f"{domain} has an address", ""
    advice = f"Look them up: dig MX {domain}; dig TXT {domain}; dig TXT _dmarc.{domain}"
    yield "warn", f"MX, SPF, DKIM and DMARC of {domain} are not checked from here", advice


def tls() -> Found:
    url = urlsplit(settings().base_url)
    if url.scheme == "https":
        yield "ok", "The site is reached by https", ""
    elif url.hostname and is_public(url.hostname) and not url.hostname.replace(".", "").isdigit():
        yield (
            "fail",
            f"{settings().base_url} is public without TLS",
            "Put a proxy with TLS before it.",
        )
    else:
        yield "warn", "The site is reached by http", "Fine on this machine, and nowhere else."
