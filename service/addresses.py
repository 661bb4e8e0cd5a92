"""Addresses that players write to: `orders+GAME.TOKEN@domain`, a token for each player and game."""

from __future__ import annotations

import base64
import hmac
import re

import msgspec
from msgspec import Struct

from service.keyring import token_key
from service.settings import settings

LOCAL = re.compile(r"orders\+(?P<game>[a-z0-9._-]+)\.(?P<token>[a-z2-7]{26})", re.IGNORECASE)
TOKEN_LENGTH = 26


class Claim(Struct, frozen=True):
    game: str
    token: str


class Envelope(Struct, frozen=True):
    """What the mail server said besides the mail itself."""

    sender: str
    recipients: tuple[str, ...]


def token(game: str, side: str, player: str) -> str:
    """What only this player was told; it opens his seat in this game and nothing else."""
    text = f"seat\n{game}\n{side}\n{player}".encode()
    digest = hmac.digest(token_key(), text, "sha256")
    return base64.b32encode(digest).decode().lower()[:TOKEN_LENGTH]


def is_token(given: str, game: str, side: str, player: str) -> bool:
    return hmac.compare_digest(given.lower().encode(), token(game, side, player).encode())


def reply_address(game: str, side: str, player: str) -> str:
    return f"orders+{game}.{token(game, side, player)}@{settings().mail_domain}"


def play_link(game: str, side: str, player: str) -> str:
    return f"{settings().base_url}/games/{game}/play/{token(game, side, player)}"


def read(recipient: str) -> Claim | None:
    local = recipient.strip("<>").rpartition("@")[0]
    found = LOCAL.fullmatch(local)
    return Claim(found["game"].lower(), found["token"].lower()) if found else None


def pack(envelope: Envelope, raw: bytes) -> bytes:
    """Envelope and mail as one stored thing: a line of JSON, then the raw bytes."""
    return msgspec.json.encode(envelope) + b"\n" + raw


def unpack(stored: bytes) -> tuple[Envelope, bytes]:
    head, _, raw = stored.partition(b"\n")
    return msgspec.json.decode(head, type=Envelope), raw
