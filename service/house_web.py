"""The door of a dice house: a few addresses over HTTP, on a port or a socket file."""

from __future__ import annotations

import base64
import html
import re
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from socketserver import ThreadingMixIn
from string import Template
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct

from service.dice import BadMessage, BadSpec, Message, read_message
from service.events import canon
from service.house import Given, OtherMessage, OwnHouse, Store
from service.keyproof import prove
from service.keys import fingerprint, house_key, init_house, pem
from service.signing import is_signed, unbase64

LONGEST_BODY = 8192
_ANSWER = re.compile(r"/answer/([A-Za-z0-9][A-Za-z0-9._-]{0,63})/([1-9][0-9]{0,8})")
Reply = tuple[str, str, bytes]  # status, content type, body
Trust = tuple[Ed25519PublicKey, ...] | None  # event keys of services; None: whoever asks
STRANGER = (
    "This house answers services that it knows only: the message must be signed by an event key "
    "that the house was started with (house serve --trust)."
)


class Problem(Exception):
    def __init__(self, status: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status

    def reply(self) -> Reply:
        code, _, title = self.status.partition(" ")
        said = {"detail": str(self), "status": int(code), "title": title}
        return self.status, "application/problem+json", canon(said)


class Post(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a roll. Origin, game and roll must be those of the message."""

    origin: str
    game: str
    roll: int
    message: str
    signed: str = ""  # the message's signature by the service's event key, in base64


def app(house: OwnHouse, trust: Trust) -> Callable[..., Iterable[bytes]]:
    """The house as a WSGI application."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        try:
            status, kind, body = route(house, trust, environ)
        except Problem as problem:
            status, kind, body = problem.reply()
        start_response(status, [("Content-Type", kind), ("Content-Length", str(len(body)))])
        return [body]

    return answer


def route(house: OwnHouse, trust: Trust, environ: dict[str, Any]) -> Reply:
    method, path = environ["REQUEST_METHOD"], environ.get("PATH_INFO", "/")
    if path == "/answer":
        expect(method, "POST")
        return told(asked(house, read_post(trust, environ)))
    expect(method, "GET")
    if path in PAGES:
        return PAGES[path](house)
    found = _ANSWER.fullmatch(path)
    if found is None:
        raise Problem("404 Not Found", "There are /, /about, /key, /answer and /answer/GAME/ROLL.")
    given = house.store.find(found[1], int(found[2]))
    if given is None:
        raise Problem(
            "404 Not Found", f"This house was never asked for roll {found[2]} of {found[1]}."
        )
    return told(given)


def expect(method: str, only: str) -> None:
    if method != only:
        raise Problem("405 Method Not Allowed", f"This address takes {only} only.")


def read_post(trust: Trust, environ: dict[str, Any]) -> Message:
    length = environ.get("CONTENT_LENGTH") or ""
    if not length.isascii() or not length.isdigit():
        raise Problem("411 Length Required", "Send the length of the body.")
    if int(length) > LONGEST_BODY:
        raise Problem("413 Content Too Large", f"A request has at most {LONGEST_BODY} bytes.")
    try:
        post = msgspec.json.decode(environ["wsgi.input"].read(int(length)), type=Post)
        message = read_message(post.message)
    except (msgspec.MsgspecError, UnicodeDecodeError) as problem:
        raise Problem("400 Bad Request", f"The body is no request: {problem}.") from None
    except (BadMessage, BadSpec) as problem:
        raise Problem("400 Bad Request", f"The message cannot be answered: {problem}.") from None
    for name in ("origin", "game", "roll"):
        if getattr(post, name) != getattr(message, name):
            raise Problem("400 Bad Request", f"The {name} is not the {name} of the message.")
    if trust is not None and not is_from(trust, post):
        raise Problem("403 Forbidden", STRANGER)
    return message


def is_from(trust: tuple[Ed25519PublicKey, ...], post: Post) -> bool:
    """Else whoever reaches the house could spend a roll by asking for it with another message."""
    try:
        signature = unbase64(post.signed)
    except ValueError:
        return False
    return any(is_signed(public, signature, post.message.encode()) for public in trust)


def asked(house: OwnHouse, message: Message) -> Given:
    try:
        return house.give(message)
    except OtherMessage:
        detail = (
            f"Roll {message.roll} of {message.game} was asked for before with another message. "
            f"GET /answer/{message.game}/{message.roll} shows it; this request has been recorded."
        )
        raise Problem("409 Conflict", detail) from None


def told(given: Given) -> Reply:
    said = {
        "game": given.game,
        "message": given.message,
        "roll": given.roll,
        "signature": base64.b64encode(given.signature).decode(),
    }
    return "200 OK", "application/json", canon(said)


FRONT = """<!doctype html><meta charset="utf-8"><title>Dice house $name</title>
<h1>Dice house $name</h1>
<p>This house signs one message for each roll of a game and never another.
It has answered $answers rolls and refused $alarms changed requests.</p>
<p>Its <a href="/key">key</a> has the fingerprint <code>$fingerprint</code>.</p>
<p>Any answer can be read at <code>/answer/GAME/ROLL</code>.</p>
"""


def front_page(house: OwnHouse) -> Reply:
    text = Template(FRONT).substitute(
        name=html.escape(house.name),
        answers=house.store.count("answers"),
        alarms=house.store.count("alarms"),
        fingerprint=fingerprint(house.public),
    )
    return "200 OK", "text/html; charset=utf-8", text.encode()


def key_file(house: OwnHouse) -> Reply:
    return "200 OK", "application/x-pem-file", pem(house.public)


@lru_cache(maxsize=4)
def about(house: OwnHouse) -> Reply:
    """What a service needs to register the house: name, key and key proof."""
    said = {
        "fingerprint": fingerprint(house.public),
        "key": pem(house.public).decode(),
        "name": house.name,
        "proof": prove(house.private),
    }
    return "200 OK", "application/json", canon(said)


PAGES: dict[str, Callable[[OwnHouse], Reply]] = {"/": front_page, "/key": key_file, "/about": about}


class Handler(WSGIRequestHandler):
    timeout = 20  # a client that falls silent holds its thread no longer

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the store is the record."""


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, where: tuple[str, int] | Path, house: OwnHouse, trust: Trust) -> None:
        if isinstance(where, Path):
            self.address_family = socket.AF_UNIX
            where.unlink(missing_ok=True)
        super().__init__(str(where) if isinstance(where, Path) else where, Handler)  # type: ignore[arg-type]
        self.set_app(app(house, trust))

    def get_request(self) -> tuple[socket.socket, Any]:
        """A client of a socket file has no address; the handler wants one."""
        request, address = self.socket.accept()
        return request, address or ("socket", 0)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up or falls silent is no error of the house."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)

    def server_bind(self) -> None:
        """As inherited, but without asking the name service who we are."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = "house", 0
        self.setup_environ()


def serve(
    where: tuple[str, int] | Path, keys_dir: Path, store_path: Path, name: str, trust: Trust
) -> None:
    """Run a house until SIGTERM or Ctrl-C; makes its key at the first start."""
    init_house(keys_dir)
    store_path.parent.mkdir(parents=True, exist_ok=True)
    store = Store(store_path)
    house = OwnHouse(house_key(keys_dir), store, name)
    with Server(where, house, trust) as server:
        signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
        with suppress(KeyboardInterrupt):
            server.serve_forever(poll_interval=0.2)
    store.close()
