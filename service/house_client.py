"""Ask a dice house over HTTP, and believe nothing that its pinned key did not sign."""

from __future__ import annotations

import base64
import socket
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from msgspec import Struct

from service.dice import read_message
from service.house import is_answer
from service.keyproof import check_proof
from service.keys import WrongKey, read_house
from service.signing import EventKey

LONGEST_REPLY = 65_536


class HouseError(Exception):
    """A house gave no answer that can be used."""


class HouseSilent(HouseError):
    """It cannot be reached or failed; asking again, with the same message, does no harm."""


class HouseRefused(HouseError):
    """It will not answer this message, now or later."""


class HouseForged(HouseError):
    """Its answer is not signed by the key that the game pinned."""


class About(Struct, frozen=True):
    name: str
    key: str
    proof: list[str]


class Reply(Struct, frozen=True):
    signature: str


class SocketConnection(HTTPConnection):
    """HTTP over a socket file."""

    def __init__(self, path: str, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class RemoteHouse:
    """A house behind an address: http, https or unix:///path."""

    def __init__(
        self,
        url: str,
        name: str,
        public: RSAPublicKey,
        timeout: float = 5.0,
        key: EventKey | None = None,
    ) -> None:
        self.url, self.name, self.public, self.timeout = url, name, public, timeout
        self.key = key  # most houses answer only who signs his requests

    def answer(self, message: bytes) -> bytes:
        return ask_house(self.url, message, self.public, self.timeout, self.key)


def ask_house(
    url: str,
    message: bytes,
    public: RSAPublicKey,
    timeout: float = 5.0,
    key: EventKey | None = None,
) -> bytes:
    """The house's signature of this message, checked against its pinned key."""
    said = read_message(message.decode())
    post = {
        "game": said.game,
        "message": message.decode(),
        "origin": said.origin,
        "roll": said.roll,
        "signed": base64.b64encode(key.sign(message)).decode() if key else "",
    }
    reply = fetch(url, "POST", "/answer", msgspec.json.encode(post), Reply, timeout)
    try:
        signature = base64.b64decode(reply.signature, validate=True)
    except ValueError:
        signature = b""
    if not is_answer(public, signature, message):
        raise HouseForged(f"{url} answered roll {said.roll} of {said.game} with a wrong signature")
    return signature


def introduce(url: str, timeout: float = 5.0, key: EventKey | None = None) -> RemoteHouse:
    """Get to know a house: its name and its key, whose proof must hold."""
    about = fetch(url, "GET", "/about", None, About, timeout)
    try:
        public = read_house(about.key)
    except WrongKey as problem:
        raise HouseRefused(f"{url}: {problem}") from None
    numbers = public.public_numbers()
    wrong = check_proof(numbers.n, numbers.e, about.proof)
    if wrong:
        raise HouseRefused(f"{url}: {wrong}")
    return RemoteHouse(url, about.name, public, timeout, key)


def fetch(
    url: str, method: str, path: str, body: bytes | None, kind: type[Any], timeout: float
) -> Any:
    connection = connected(url, timeout)
    try:
        connection.request(method, base_path(url) + path, body)
        response = connection.getresponse()
        data = response.read(LONGEST_REPLY)
    except (OSError, HTTPException) as problem:
        raise HouseSilent(f"{url} does not answer: {problem or type(problem).__name__}") from None
    finally:
        connection.close()
    if response.status >= 500 or response.status == 429:
        raise HouseSilent(f"{url} failed with status {response.status}")
    if response.status != 200:
        raise HouseRefused(f"{url} refused with status {response.status}: {detail(data)}")
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise HouseSilent(f"{url} answered something that is no answer of a dice house") from None


def base_path(url: str) -> str:
    parts = urlsplit(url)
    return "" if parts.scheme == "unix" else parts.path.rstrip("/")


def connected(url: str, timeout: float) -> HTTPConnection:
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return SocketConnection(parts.path, timeout)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise HouseError(f"{url!r} is no address of a house: http, https or unix:///path")
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    return kind(parts.hostname, parts.port, timeout=timeout)


def detail(data: bytes) -> str:
    try:
        return str(msgspec.json.decode(data)["detail"])[:300]
    except (msgspec.MsgspecError, UnicodeDecodeError, KeyError, TypeError):
        return "no reason given"
