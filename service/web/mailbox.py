"""The embedded default's mailbox: what went out, and a way to answer it by real mail.

It shows every player's mail, so it opens only where no mail server is set, and only to a browser
on this machine that asked for this machine: a proxy or a foreign name in front closes it.
"""

from __future__ import annotations

from ipaddress import ip_address

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response

from service import letters
from service.settings import settings
from service.web import once

mailbox = Blueprint("mailbox", __name__, url_prefix="/mailbox")
CLOSED = "The mailbox is open only on the machine itself, and only where no mail server is set."
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via")


def is_open() -> bool:
    return settings().smtp_url is None and is_loopback_request()


def is_loopback_request() -> bool:
    if any(name in request.headers for name in FORWARDED):
        return False
    host = request.host.rpartition(":")[0] if has_port(request.host) else request.host
    return is_loopback(request.remote_addr or "") and is_loopback(host.strip("[]"))


def has_port(host: str) -> bool:
    return ":" in host and not host.endswith("]")


def is_loopback(name: str) -> bool:
    if name.casefold() == "localhost":
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


@mailbox.before_request
def check() -> None:
    if not is_open():
        abort(404, CLOSED)


@mailbox.get("")
def index() -> str:
    found = letters.newest(settings().mailbox_dir)
    return render_template("mailbox.html", letters=found, sent="sent" in request.args)


@mailbox.get("/<int:id>")
def show(id: int) -> str:
    letter = letters.find(settings().mailbox_dir, id) or abort(404)
    return render_template("letter.html", letter=letter, once=once.issue())


@mailbox.post("/<int:id>")
def answer(id: int) -> Response:
    """The answer goes through the mail gateway, as it would from any mail program."""
    letter = letters.find(settings().mailbox_dir, id) or abort(404)
    number = once.given()
    mail = letters.answer(
        letter,
        request.form.get("text", ""),
        quote="quote" in request.form,
        number=number,
        at=once.issued_at(number),
    )
    try:
        letters.hand_in(mail)
    except OSError:
        abort(503, "The mail gateway does not answer. Is it running?")
    return redirect(url_for("mailbox.index", sent=id), 303)
