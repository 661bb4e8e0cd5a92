"""One-time numbers in forms: a double click or a reload sends nothing twice."""

from __future__ import annotations

import hmac
import secrets
import time

from flask import abort, request

from service.keyring import token_key


def issue() -> str:
    """Made by us, so that a foreign page cannot send a form in our name."""
    text = f"{int(time.time())}.{secrets.token_hex(8)}"
    return f"{text}.{mac(text)}"


def given() -> str:
    """The number that came with the form."""
    once = request.form.get("once", "")
    text, _, proof = once.rpartition(".")
    if not hmac.compare_digest(proof.encode(), mac(text).encode()):
        abort(400)
    return text


def issued_at(text: str) -> int:
    return int(text.partition(".")[0])


def mac(text: str) -> str:
    return hmac.digest(token_key(), f"form\n{text}".encode(), "sha256").hex()[:24]
