"""Signatures of events."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from service.keys import house_pem, vkey
from service.signing import EventKey, WrongKey, is_signed, load_public, public_pem, unbase64

VECTORS = json.loads((Path(__file__).parents[2] / "ops/vectors/log.json").read_text())
DICE = Path(__file__).parents[2] / "ops/vectors/dice.json"
KEY = EventKey.generate()


def test_a_signature_holds_for_its_bytes_and_key_only():
    signature = KEY.sign(b"event")
    assert len(signature) == 64
    assert is_signed(KEY.public, signature, b"event")
    assert not is_signed(KEY.public, signature, b"evenT")
    assert not is_signed(EventKey.generate().public, signature, b"event")
    assert not is_signed(KEY.public, signature[:-1], b"event")


def test_a_key_survives_its_file():
    again = EventKey.from_pem(KEY.pem())
    assert again.sign(b"event") == KEY.sign(b"event")
    assert load_public(public_pem(KEY.public)) == KEY.public


def test_another_kind_of_key_is_refused():
    with pytest.raises(WrongKey, match="Ed25519"):
        EventKey.from_pem(house_pem())
    with pytest.raises(WrongKey, match="Ed25519"):
        load_public(json.loads(DICE.read_text())["houses"][0]["key"].encode())


@pytest.mark.parametrize("vector", VECTORS["events"], ids=lambda v: v["leaf"][:8])
def test_the_published_signatures_hold(vector):
    public = load_public(VECTORS["event_key"].encode())
    assert vkey("dice.example/events", public) == VECTORS["vkey"]
    assert is_signed(public, base64.b64decode(vector["signature"]), vector["canon"].encode())


@pytest.mark.skipif(not shutil.which("openssl"), reason="needs openssl")
def test_openssl_checks_an_event_as_it_is(tmp_path):
    vector = VECTORS["events"][2]
    (tmp_path / "event.pem").write_text(VECTORS["event_key"])
    (tmp_path / "event.sig").write_bytes(base64.b64decode(vector["signature"]))
    (tmp_path / "event.json").write_bytes(vector["canon"].encode())
    command = (
        "openssl pkeyutl -verify -pubin -inkey event.pem -rawin -in event.json -sigfile event.sig"
    )
    assert subprocess.run(command.split(), cwd=tmp_path, capture_output=True).returncode == 0
    (tmp_path / "event.json").write_bytes(vector["canon"].encode() + b"\n")
    assert subprocess.run(command.split(), cwd=tmp_path, capture_output=True).returncode != 0


def test_base64_has_one_spelling():
    assert unbase64("AAE=") == b"\0\1"
    for text in ("AAF=", "AAE", "AAE=\n", " AAE=", "A?E=", "é"):
        with pytest.raises(ValueError, match="base64"):
            unbase64(text)
