"""Dice: published vectors, two programs, openssl, and faces that come up equally often."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.bodies import Answer
from service.dice import (
    BadMessage,
    BadSpec,
    Context,
    Message,
    Spec,
    combine,
    die,
    faces,
    message,
    outcome,
    phrase_hash,
    read_message,
    read_spec,
    secret,
)
from service.house import is_answer
from service.keys import read_house
from tests.service import second

VECTORS = json.loads((Path(__file__).parents[2] / "ops/vectors/dice.json").read_text())
ROLLS = VECTORS["rolls"]
TABLE_SEED = bytes.fromhex(VECTORS["table_seed"])
HOUSES = [read_house(house["key"]) for house in VECTORS["houses"]]


def signatures(roll: dict[str, list[str]]) -> list[bytes]:
    return [base64.b64decode(text) for text in roll["signatures"]]


# the published vectors, by our own program


@pytest.mark.parametrize("roll", ROLLS, ids=lambda roll: roll["spec"])
def test_the_vectors_hold(roll):
    text = message(
        VECTORS["origin"], VECTORS["game"], roll["roll"], roll["spec"], bytes.fromhex(roll["ctx"])
    )
    assert text.decode() == roll["message"]
    signed = signatures(roll)
    assert all(is_answer(key, s, text) for key, s in zip(HOUSES, signed, strict=True))
    assert combine(text, signed).hex() == roll["S"]
    assert list(outcome(roll["spec"], text, signed, TABLE_SEED)) == roll["outcome"]


@pytest.mark.parametrize("row", VECTORS["mapping"], ids=lambda row: row["spec"][:20])
def test_the_mapping_holds(row):
    assert list(faces(row["spec"], bytes.fromhex(row["S"]))) == row["outcome"]


def test_the_context_holds():
    given = VECTORS["context"]
    start, joins, *answered = given["steps"]
    context = Context.begin(given["start"].encode(), {})
    assert context.value.hex() == start["ctx"]
    context = Context.begin(given["start"].encode(), given["phrases"])
    assert context.value.hex() == joins["ctx"]
    for step in answered:
        context = context.answered([Answer(how="0" * 64, **a) for a in step["answers"]])
        assert context.value.hex() == step["ctx"]


# the same by the second program


@pytest.mark.parametrize("roll", ROLLS, ids=lambda roll: roll["spec"])
def test_the_second_program_agrees_on_the_vectors(roll):
    s = second.sha(roll["message"].encode() + b"".join(signatures(roll)))
    assert s == roll["S"]
    if roll["spec"].startswith("shuffle"):
        s = second.mac(TABLE_SEED, bytes.fromhex(s))
    assert second.outcome(roll["spec"], s) == roll["outcome"]


def test_the_second_program_agrees_on_mapping_and_context():
    for row in VECTORS["mapping"]:
        assert second.outcome(row["spec"], row["S"]) == row["outcome"]
    known = VECTORS["context"]
    groups = [step["answers"] for step in known["steps"][2:]]
    for n in range(len(groups) + 1):
        found = second.context(known["start"], known["phrases"], groups[:n])
        assert found == known["steps"][n + 1]["ctx"]


dice = st.lists(st.sampled_from([1, 2, 3, 6, 8, 10, 100, 255, 256, 257, 1000, 10**6]), min_size=1)
specs = st.one_of(
    dice.map(lambda n: ",".join(map(str, n))),
    st.integers(1, 400).map(lambda n: f"shuffle:{n}"),
)


@given(specs, st.binary(min_size=32, max_size=32))
def test_two_programs_agree_on_anything(spec, combined):
    assert list(faces(spec, combined)) == second.outcome(spec, combined.hex())


# and by openssl, as the help page prints it


@pytest.mark.skipif(not shutil.which("openssl"), reason="needs openssl")
@pytest.mark.parametrize("roll", ROLLS[1:4], ids=lambda roll: roll["spec"])
def test_openssl_agrees(roll, tmp_path):
    (tmp_path / "roll.txt").write_text(roll["message"])
    for n, (house, signature) in enumerate(zip(VECTORS["houses"], signatures(roll), strict=True)):
        (tmp_path / f"house{n}.pem").write_text(house["key"])
        (tmp_path / f"house{n}.sig").write_bytes(signature)
        said = shell(
            f"openssl dgst -sha256 -verify house{n}.pem -signature house{n}.sig roll.txt", tmp_path
        )
        assert said == "Verified OK"
    s = shell("cat roll.txt house0.sig house1.sig | openssl dgst -sha256 -r | cut -c1-64", tmp_path)
    assert s == roll["S"]
    block = shell(f"printf '%s:0' {s} | openssl dgst -sha256 -r | cut -c1-64", tmp_path)
    sides = int(roll["spec"].split(",")[0])
    pairs = [int(block[n : n + 2], 16) for n in range(0, 64, 2)]
    found = [n % sides + 1 for n in pairs if n < 256 // sides * sides]
    assert found[: len(roll["outcome"])] == roll["outcome"]


def shell(command: str, folder: Path) -> str:
    return subprocess.run(
        command, shell=True, cwd=folder, check=True, capture_output=True, text=True, timeout=30
    ).stdout.strip()


# fairness on fixed inputs: chi-square against the 99.9 % point, both ends


def inputs(count: int) -> list[bytes]:
    return [sha256(f"fair {n}".encode()).digest() for n in range(count)]


def chi_square(counts: Counter[Any], cells: int) -> float:
    expected = sum(counts.values()) / cells
    found = sum((seen - expected) ** 2 / expected for seen in counts.values())
    return found + (cells - len(counts)) * expected


@pytest.mark.parametrize(
    ("spec", "cells", "low", "high"),
    [
        ("6", 6, 0.21, 20.52),
        ("6,6", 36, 14.69, 66.62),
        ("10", 10, 1.15, 27.88),
        ("shuffle:4", 24, 7.53, 49.73),
        ("1000", 1000, 857.0, 1142.9),
    ],
)
def test_every_outcome_is_equally_likely(spec, cells, low, high):
    counts = Counter(faces(spec, combined) for combined in inputs(24_000))
    assert low < chi_square(counts, cells) < high


def test_without_rejection_the_test_of_fairness_would_fail():
    """The yardstick is sharp enough to see a byte taken modulo six."""
    blocks = [sha256(f"{s.hex()}:0".encode()).digest() for s in inputs(24_000)]
    bent = Counter((b % 6 + 1,) for block in blocks for b in block)
    assert chi_square(bent, 6) > 20.52


def test_rejected_bytes_are_skipped():
    assert die(6, iter([252, 255, 253, 5])) == 6
    assert die(6, iter([251])) == 6
    assert die(256, iter([255])) == 256
    assert die(1000, iter([255, 255, 255, 255, 0, 0, 3, 231])) == 1000


# what enters the context, and what does not


def answer(side: str, choice: object, how: str = "0" * 64) -> Answer:
    return Answer(side, "plan", "5.2", how, choice)


BEGUN = Context.begin(b"{}", {"red": phrase_hash("a"), "blue": phrase_hash("b")})


def test_the_order_of_arrival_does_not_matter():
    red, blue = answer("red", 1), answer("blue", 2)
    assert BEGUN.answered([red, blue]) == BEGUN.answered([blue, red])
    assert BEGUN.answered([red, blue]) == BEGUN.answered([blue]).answered([red])
    assert BEGUN.answered([red]).answered([blue]) != BEGUN.answered([blue, red])


def test_every_decision_and_phrase_changes_the_context():
    contexts = {
        BEGUN,
        Context.begin(b"{}", {"red": phrase_hash("b"), "blue": phrase_hash("a")}),
        Context.begin(b"{ }", {"red": phrase_hash("a"), "blue": phrase_hash("b")}),
        BEGUN.answered([answer("red", 1)]),
        BEGUN.answered([answer("red", "1")]),
        BEGUN.answered([answer("blue", 1)]),
        BEGUN.answered([Answer("red", "plan", "5.2", "0" * 64, seal="0" * 64)]),
        BEGUN.answered([answer("red", "0" * 64)]),
    }
    assert len(contexts) == 8


def test_how_an_answer_came_about_does_not_enter():
    assert BEGUN.answered([answer("red", 1)]) == BEGUN.answered([answer("red", 1, "f" * 64)])


def test_thirty_two_bytes_are_enough_to_go_on():
    kept = BEGUN.answered([answer("red", 1)]).value
    assert len(kept) == 32
    both = BEGUN.answered([answer("red", 1)]).answered([answer("red", 2)])
    assert Context(kept).answered([answer("red", 2)]) == both


# specs and messages


def test_specs_are_read():
    assert read_spec("6,6") == Spec((6, 6))
    assert read_spec("shuffle:54") == Spec((), 54)


@pytest.mark.parametrize(
    "spec",
    ["", "0", "6,", ",6", "06", "-6", "6;6", "d6", " 6", "6 ", "٦", "1000001", "shuffle:",
     "shuffle:0", "shuffle:10001", "shuffle:6,6", "6,shuffle:4", ",".join(["6"] * 1001)],
)  # fmt: skip
def test_what_cannot_be_thrown_is_refused(spec):
    with pytest.raises(BadSpec):
        read_spec(spec)


def test_a_message_reads_back():
    text = message("a.example/l", "g1", 3, "6,6", bytes(32))
    read = read_message(text.decode())
    assert read == Message("a.example/l", "g1", 3, "6,6", "00" * 32)
    assert read.text == text


@pytest.mark.parametrize(
    ("origin", "game", "roll"),
    [
        ("a\nb", "g", 1),
        ("", "g", 1),
        ("a", "g\n1", 1),
        ("a", "", 1),
        ("a", "g", 0),
        ("a b", "g", 1),
    ],
)
def test_no_message_can_be_read_in_two_ways(origin, game, roll):
    with pytest.raises(BadMessage):
        message(origin, game, roll, "6", bytes(32))


@pytest.mark.parametrize("change", [("\n6\n", "\n06\n"), ("/1\n", "/2\n"), ("\n1\n", "\n01\n")])
def test_a_message_has_one_spelling(change):
    text = message("a", "g", 1, "6", bytes(32)).decode()
    assert change[0] in text
    with pytest.raises((BadMessage, BadSpec)):
        read_message(text.replace(*change))


def test_a_secret_order_needs_the_seed():
    combined = bytes(32)
    assert faces("shuffle:20", secret(b"a" * 32, combined)) != faces("shuffle:20", combined)
    assert faces("shuffle:20", secret(b"a" * 32, combined)) != faces(
        "shuffle:20", secret(b"b" * 32, combined)
    )
