"""A dice house answers each roll once, durably, and its client believes only the pinned key."""

from __future__ import annotations

import base64
import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from service.dice import BadMessage, message
from service.house import OtherMessage, OwnHouse, Store, is_answer
from service.house_client import (
    HouseError,
    HouseForged,
    HouseRefused,
    HouseSilent,
    RemoteHouse,
    ask_house,
    connected,
    introduce,
)
from service.house_web import Server, app
from service.keys import house_text, pem, read_house
from service.signing import EventKey
from tests.service import forge

KEY = forge.house("own")
OTHER = forge.house("club")
SERVICE = EventKey.generate()
TRUST = (EventKey.generate().public, SERVICE.public)
ROOT = Path(__file__).parents[2]


def text(roll: int = 1, game: str = "g1", spec: str = "6,6", ctx: bytes = bytes(32)) -> bytes:
    return message("dice.example/log1", game, roll, spec, ctx)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[OwnHouse]:
    store = Store(tmp_path / "house.sqlite")
    yield OwnHouse(KEY, store, "own <house>")
    store.close()


# the house itself


def test_the_same_message_gets_the_same_answer(house):
    first = house.answer(text())
    assert is_answer(KEY.public_key(), first, text())
    assert house.answer(text()) == first
    assert house.store.count("answers") == 1 and house.store.alarms() == []


@pytest.mark.parametrize("other", [text(spec="6"), text(ctx=b"\1" * 32)])
def test_another_message_for_the_same_roll_is_refused_and_recorded(house, other):
    first = house.answer(text())
    with pytest.raises(OtherMessage):
        house.answer(other)
    with pytest.raises(OtherMessage):
        house.answer(other)
    assert house.store.alarms() == [("g1", 1, other.decode())]
    assert house.answer(text()) == first


def test_other_rolls_and_games_have_their_own_answers(house):
    answers = {house.answer(t) for t in (text(), text(2), text(game="g2"))}
    assert len(answers) == 3


def test_a_house_signs_nothing_but_rolls(house):
    with pytest.raises(BadMessage):
        house.answer(b"I owe you a crown\n")


def test_answers_survive_a_restart(tmp_path):
    store = Store(tmp_path / "house.sqlite")
    first = OwnHouse(KEY, store).answer(text())
    store.close()
    store = Store(tmp_path / "house.sqlite")
    again = OwnHouse(KEY, store)
    with pytest.raises(OtherMessage):
        again.answer(text(spec="6"))
    assert again.answer(text()) == first
    store.close()


def test_a_house_can_live_in_memory():
    store = Store(":memory:")
    house = OwnHouse(KEY, store)
    assert house.answer(text()) == house.answer(text())
    store.close()


def test_the_store_writes_through(house):
    assert house.store._base.execute("pragma synchronous").fetchone() == (2,)


def test_an_answer_is_kept_before_it_is_told(house, tmp_path):
    """Another connection sees the row at the moment the answer comes back."""
    signature = house.answer(text())
    other = sqlite3.connect(tmp_path / "house.sqlite")
    assert other.execute("select signature from answers").fetchall() == [(signature,)]
    other.close()


def test_of_two_messages_at_once_only_one_is_ever_answered(house):
    texts = [text(ctx=bytes([n]) * 32) for n in range(16)]

    def ask(wanted: bytes) -> bytes | None:
        try:
            return house.answer(wanted)
        except OtherMessage:
            return None

    with ThreadPoolExecutor(16) as pool:
        answers = [answer for answer in pool.map(ask, texts) if answer]
    assert len(answers) == 1
    assert house.store.count("alarms") == 15


# its door


def call(house: OwnHouse, method: str, path: str, body: bytes = b"", **more: Any) -> Any:
    seen: list[Any] = []
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
    } | more
    data = b"".join(app(house, TRUST)(environ, lambda *reply: seen.append(reply)))
    status, headers = seen[0]
    return int(status.split()[0]), dict(headers)["Content-Type"], data


def post(**change: Any) -> bytes:
    whole = {"origin": "dice.example/log1", "game": "g1", "roll": 1, "message": text().decode()}
    whole |= change
    signed = base64.b64encode(SERVICE.sign(str(whole["message"]).encode())).decode()
    return json.dumps({"signed": signed} | whole).encode()


def test_the_door_answers_and_shows_the_answer_to_anyone(house):
    status, kind, data = call(house, "POST", "/answer", post())
    assert (status, kind) == (200, "application/json")
    said = json.loads(data)
    assert (said["game"], said["roll"], said["message"]) == ("g1", 1, text().decode())
    assert is_answer(KEY.public_key(), base64.b64decode(said["signature"]), text())
    assert call(house, "GET", "/answer/g1/1") == (200, "application/json", data)


def test_the_door_refuses_another_message_in_words(house):
    call(house, "POST", "/answer", post())
    status, kind, data = call(house, "POST", "/answer", post(message=text(spec="6").decode()))
    assert (status, kind) == (409, "application/problem+json")
    assert "Roll 1 of g1 was asked for before with another message." in json.loads(data)["detail"]


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (b"", 400, "The body is no request"),
        (b"{", 400, "The body is no request"),
        (b"\xff", 400, "The body is no request"),
        (post(extra=1), 400, "unknown field `extra`"),
        (post(roll="1"), 400, "Expected `int`"),
        (post(message="roll me a six"), 400, "no request of fieldpost-dice/1"),
        (post(message=text(spec="6").decode().replace("\n6\n", "\n0\n")), 400, "is no number"),
        (post(origin="evil.example"), 400, "The origin is not the origin of the message."),
        (post(game="g2"), 400, "The game is not the game of the message."),
        (post(roll=2), 400, "The roll is not the roll of the message."),
        (b"x" * 9000, 413, "at most 8192 bytes"),
    ],
)
def test_the_door_says_what_is_wrong_with_a_request(house, body, status, words):
    found, kind, data = call(house, "POST", "/answer", body)
    assert (found, kind) == (status, "application/problem+json")
    assert words in json.loads(data)["detail"]
    assert house.store.count("answers") == 0


def stranger_said(wanted: bytes = b"") -> str:
    return base64.b64encode(EventKey.generate().sign(wanted or text())).decode()


@pytest.mark.parametrize(
    "signed",
    ["", "x", "AAAA", stranger_said(), base64.b64encode(SERVICE.sign(text(2))).decode()],
    ids=["none", "no base64", "short", "a stranger's", "of another message"],
)
def test_a_stranger_cannot_spend_a_roll(house, signed):
    status, kind, data = call(house, "POST", "/answer", post(signed=signed))
    assert (status, kind) == (403, "application/problem+json")
    assert "--trust" in json.loads(data)["detail"]
    assert house.store.count("answers") == 0
    assert call(house, "POST", "/answer", post())[0] == 200
    assert call(house, "POST", "/answer", post(signed=signed))[0] == 403
    assert call(house, "GET", "/answer/g1/1")[0] == 200, "the answer is public"


def test_an_open_house_answers_whoever_asks(house):
    body = post(signed="")
    environ = {"REQUEST_METHOD": "POST", "PATH_INFO": "/answer", "CONTENT_LENGTH": str(len(body))}
    seen: list[Any] = []
    app(house, None)(environ | {"wsgi.input": io.BytesIO(body)}, lambda *r: seen.append(r))
    assert seen[0][0] == "200 OK"


def test_the_door_wants_a_length(house):
    for length in ("", "-1", "many"):
        assert call(house, "POST", "/answer", post(), CONTENT_LENGTH=length)[0] == 411


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/answer", 405),
        ("POST", "/key", 405),
        ("DELETE", "/answer/g1/1", 405),
        ("GET", "/answer/g1/1", 404),
        ("GET", "/answer/g1/01", 404),
        ("GET", "/../house.pem", 404),
    ],
)
def test_other_addresses_are_answered_politely(house, method, path, status):
    found, _, data = call(house, method, path)
    assert found == status and json.loads(data)["status"] == status


def test_the_pages_show_name_key_and_count(house):
    house.answer(text())
    _, kind, page = call(house, "GET", "/")
    assert kind.startswith("text/html")
    assert b"own &lt;house&gt;" in page and b"answered 1 rolls and refused 0" in page
    assert call(house, "GET", "/key")[2] == pem(KEY.public_key())


# over the wire


@pytest.fixture(params=["port", "socket file"])
def url(request: pytest.FixtureRequest, house: OwnHouse, tmp_path: Path) -> Iterator[str]:
    where: Any = ("127.0.0.1", 0) if request.param == "port" else tmp_path / "house.sock"
    with Server(where, house, TRUST) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        if request.param == "port":
            yield f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        else:
            yield f"unix://{where}"
        server.shutdown()
        thread.join()


def test_a_far_house_answers_as_a_near_one(house, url):
    far = introduce(url, key=SERVICE)
    assert far.name == house.name and far.public == KEY.public_key()
    assert far.answer(text()) == house.answer(text())


def test_the_client_tells_a_refusal(house, url):
    house.answer(text())
    with pytest.raises(HouseRefused, match="409: Roll 1 of g1 was asked for before"):
        ask_house(url, text(spec="6"), KEY.public_key(), key=SERVICE)


def test_the_client_believes_only_the_pinned_key(url):
    with pytest.raises(HouseForged, match="roll 1 of g1 with a wrong signature"):
        ask_house(url, text(), OTHER.public_key(), key=SERVICE)


def test_a_house_refuses_a_service_that_it_does_not_know(house, url):
    for key in (None, EventKey.generate()):
        with pytest.raises(HouseRefused, match="403: This house answers services that it knows"):
            ask_house(url, text(), KEY.public_key(), key=key)
    assert house.store.count("answers") == 0


def test_many_clients_at_once(house, url):
    far = RemoteHouse(url, "own", KEY.public_key(), 20, SERVICE)
    wanted = [text(roll) for roll in range(1, 41)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(far.answer, wanted * 2))
    assert answers[:40] == answers[40:]
    assert house.store.count("answers") == 40


def test_a_client_that_hangs_up_does_no_harm(house, url):
    rude = connected(url, 5)
    rude.connect()
    rude.sock.sendall(b"POST /answer HTTP/1.0\r\nContent-Length: 500\r\n\r\n{")
    rude.close()
    assert ask_house(url, text(), KEY.public_key(), key=SERVICE) == house.answer(text())


def test_a_house_that_is_not_there_is_silent(tmp_path):
    with pytest.raises(HouseSilent, match="does not answer"):
        ask_house(f"unix://{tmp_path}/none.sock", text(), KEY.public_key())
    with pytest.raises(HouseError, match="no address of a house"):
        ask_house("ftp://house", text(), KEY.public_key())


class Strange(BaseHTTPRequestHandler):
    """Answers with whatever the test has set."""

    status, body, pause = 200, b"", 0.0

    def do_POST(self) -> None:
        time.sleep(self.pause)
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(self.body)

    do_GET = do_POST

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def strange() -> Iterator[tuple[type[Strange], str]]:
    kind = type("Set", (Strange,), {})
    with HTTPServer(("127.0.0.1", 0), kind) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield kind, f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (200, b"<html>", HouseSilent),
        (200, b'{"signature":1}', HouseSilent),
        (200, b'{"signature":"???"}', HouseForged),
        (200, b'{"signature":"AAAA"}', HouseForged),
        (500, b"", HouseSilent),
        (429, b"", HouseSilent),
        (404, b"", HouseRefused),
        (302, b"{}", HouseRefused),
    ],
)
def test_the_client_takes_no_nonsense(strange, status, body, error):
    kind, url = strange
    kind.status, kind.body = status, body
    with pytest.raises(error):
        ask_house(url, text(), KEY.public_key())


def test_the_client_does_not_wait_for_ever(strange):
    kind, url = strange
    kind.pause = 0.6
    with pytest.raises(HouseSilent, match="does not answer"):
        ask_house(url, text(), KEY.public_key(), timeout=0.2)


def test_a_house_without_key_proof_is_not_introduced(strange):
    kind, url = strange
    about = {"name": "x", "key": house_text(KEY.public_key()), "proof": ["1"] * 8}
    kind.body = json.dumps(about).encode()
    with pytest.raises(HouseRefused, match="Root 0 of the proof is wrong"):
        introduce(url)
    kind.body = json.dumps(about | {"key": "AAAA"}).encode()
    with pytest.raises(HouseRefused, match="not a public key"):
        introduce(url)


# as a process of its own


SERVE = """
import sys
from pathlib import Path
from service.house_web import serve
folder = Path(sys.argv[1])
serve(folder / "house.sock", folder / "keys", folder / "store" / "house.sqlite", "club", None)
"""


def started(folder: Path) -> subprocess.Popen[bytes]:
    (folder / "house.sock").unlink(missing_ok=True)
    process = subprocess.Popen([sys.executable, "-c", SERVE, str(folder)], cwd=ROOT)
    end = time.monotonic() + 30
    while not (folder / "house.sock").exists():
        assert process.poll() is None and time.monotonic() < end
        time.sleep(0.02)
    return process


def asked_until_up(folder: Path, wanted: bytes) -> bytes:
    public = read_house((folder / "keys/house.pub.pem").read_text())
    for _ in range(100):
        try:
            return ask_house(f"unix://{folder}/house.sock", wanted, public)
        except HouseSilent:
            time.sleep(0.02)
    raise AssertionError("the house never came up")


def test_a_killed_house_gives_the_same_answer_again(tmp_path):
    process = started(tmp_path)
    first = asked_until_up(tmp_path, text())
    os.kill(process.pid, signal.SIGKILL)
    process.wait(10)
    process = started(tmp_path)
    assert asked_until_up(tmp_path, text()) == first
    with pytest.raises(HouseRefused):
        asked_until_up(tmp_path, text(spec="6"))
    process.terminate()
    assert process.wait(10) == 0
