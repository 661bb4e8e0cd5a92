"""Events: one spelling for each, a hash, and a chain."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from service.bodies import BODIES, Adjudicate, Answer, Draw, Standing, body_of
from service.events import (
    KINDS,
    LARGEST,
    SPILL,
    ZERO,
    Asked,
    Draft,
    Event,
    Head,
    Next,
    NotCanonical,
    canon,
    chain,
    encode,
    leaf,
    parse,
    split,
)
from tests.service import second

VECTORS = json.loads((Path(__file__).parents[2] / "ops/vectors/log.json").read_text())
AT = "2031-05-04T10:20:30Z"
EVENT: dict[str, Any] = {
    "at": AT,
    "body": {"case": "4", "choice": [1, "é"], "how": "0" * 64, "question": "q", "side": "red"},
    "facts": [{"type": "Moved", "unit": "u1"}],
    "game": "g1",
    "kind": "answer",
    "next": {"ask": [{"case": "1", "question": "q", "side": "red"}]},
    "prev": "0" * 64,
    "seq": 0,
    "v": "fieldpost/1",
}
ASK = Next(ask=(Asked("red", "q", "1"),))

texts = st.text(st.characters(codec="utf-8"))
values = st.recursive(
    st.none() | st.booleans() | st.integers(1 - 2**53, 2**53 - 1) | texts,
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="ascii")), inner),
)


@given(values)
def test_canonical_bytes_are_those_of_the_standard_library(value):
    assert canon(value) == second.canonical(value)


def test_structs_are_sorted_with_their_tags():
    class Zeal(Struct, tag=True):
        zone: int
        about: str

    assert canon(Zeal(1, "x")) == b'{"about":"x","type":"Zeal","zone":1}'


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (1.5, "is a float"),
        ({"a": [1.0]}, "is a float"),
        (2**53, "2^53"),
        ([-(2**53)], "2^53"),
        (2**70, "2^53"),
        ("\ud800", "surrogate"),
        ({"\ud800": 1}, "surrogate"),
        ({"é": 1}, "not ASCII"),
        ({1: 1}, "cannot be written"),
        ({"a": object()}, "cannot be written"),
        ("x" * LARGEST, "more than the 65,535"),
    ],
)
def test_what_stands_outside_the_profile_is_refused(thing, words):
    with pytest.raises(NotCanonical, match=words.replace("^", r"\^")):
        canon(thing)


def test_the_limits_themselves_are_inside():
    assert len(canon("x" * (LARGEST - 2))) == LARGEST
    assert canon([2**53 - 1, 1 - 2**53]) == b"[9007199254740991,-9007199254740991]"


def test_an_event_reads_back():
    data = second.canonical(EVENT)
    event = parse(data)
    assert canon(event) == data
    assert (event.kind, event.seq, event.next) == ("answer", 0, ASK)
    assert body_of(event) == Answer("red", "q", "4", "0" * 64, [1, "é"])


@pytest.mark.parametrize("vector", VECTORS["events"], ids=lambda v: v["leaf"][:8])
def test_the_published_events_hold(vector):
    data = vector["canon"].encode()
    assert parse(data).v == "fieldpost/1"
    assert second.canonical(json.loads(data)) == data
    assert leaf(data).hex() == vector["leaf"] == second.sha(b"\0" + data)


@pytest.mark.parametrize(
    "bent",
    [
        second.canonical(EVENT).replace(b'"seq":0', b'"seq":0,"seq":0'),
        second.canonical(EVENT).replace(b'"choice":', b'"choice":1,"choice":'),
        second.canonical(EVENT).replace(b'"seq":0', b'"seq": 0'),
        second.canonical(EVENT).replace(b'"seq":0', b'"seq":-0'),
        second.canonical(EVENT).replace("é".encode(), b"\\u00e9"),
        second.canonical(EVENT).replace("é".encode(), b"\\ud800"),
        second.canonical(EVENT).replace("é".encode(), b"\xed\xa0\x80"),
        second.canonical(EVENT).replace(b"[1,", b"[1.5,"),
        second.canonical(EVENT).replace(b"[1,", b"[9007199254740992,"),
        second.canonical(EVENT).replace(b'"case":"4","choice"', b'"choice":1,"case"'),
        second.canonical(EVENT) + b"\n",
        json.dumps(EVENT).encode(),
        b"",
        b"[" * 60_000,
    ],
)
def test_only_one_spelling_is_read(bent):
    assert bent != second.canonical(EVENT)
    with pytest.raises(NotCanonical):
        parse(bent)


@pytest.mark.parametrize(
    "change",
    [
        {"v": "fieldpost/2"},
        {"kind": "gossip"},
        {"seq": -1},
        {"seq": "0"},
        {"prev": "0" * 63},
        {"prev": "A" * 64},
        {"at": "yesterday"},
        {"at": "2031-05-04T10:20:30+02:00"},
        {"game": "two words"},
        {"facts": None},
        {"extra": 1},
        {"next": {}},
        {"next": {"ask": [], "chance": {"case": "1", "roll": 1, "spec": "6"}}},
        {"next": {"outcome": {"share": 0.5}}},
        {"next": {"chance": {"case": "1", "roll": 0, "spec": "6"}}},
    ],
)
def test_a_field_must_be_what_it_is(change):
    with pytest.raises(NotCanonical):
        parse(second.canonical(EVENT | change))


def test_every_kind_has_a_meaning_and_a_body():
    assert KINDS.keys() == BODIES.keys()
    assert all(meaning.endswith(".") for meaning in KINDS.values())


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("answer", {"side": "red", "question": "q", "case": "1", "how": "0" * 64}),
        ("standing", {"side": "red", "seal": "short"}),
        ("draw", {"side": "red", "word": "perhaps"}),
        ("vacation", {"side": "red", "days": 0}),
        ("resign", {"side": "red", "why": "tired"}),
        ("adjudicate", {"by": "p1", "reason": "é" * 1025}),
        ("more", {"a": 1}),
        ("join", []),
    ],
)
def test_a_body_must_fit_its_kind(kind, body):
    event = parse(second.canonical(EVENT | {"kind": kind, "body": body}))
    with pytest.raises(NotCanonical, match=f"does not fit its kind {kind}"):
        body_of(event)


def test_a_choice_of_nothing_is_a_choice():
    assert b'"choice":null' in canon(Answer("red", "q", "1", "0" * 64, None))
    sealed = canon(Answer("red", "q", "1", "0" * 64, seal="1" * 64))
    assert b"choice" not in sealed and b'"seal"' in sealed


def draft(kind: str = "resign", facts: Any = (), then: Next | None = ASK) -> Draft:
    return Draft(kind, {"side": "red"}, facts, then, AT)


def test_a_chain_holds_each_event_to_the_one_before():
    links = chain("g1", Head(), [draft(), draft(), draft()])
    events = [parse(link.canon) for link in links]
    assert [e.seq for e in events] == [link.seq for link in links] == [0, 1, 2]
    assert events[0].prev == ZERO.hex()
    for before, event in zip(links, events[1:], strict=False):
        assert event.prev == sha256(b"\0" + before.canon).hexdigest() == before.leaf.hex()


def test_a_chain_goes_on_where_it_stopped():
    whole = chain("g1", Head(), [draft(), draft("time_out")])
    first = chain("g1", Head(), [draft()])
    assert chain("g1", Head(first[-1].seq, first[-1].leaf), [draft("time_out")]) == whole[1:]


def test_bodies_and_facts_may_be_structs():
    body = Standing("red", "0" * 64)
    (link,) = chain("g1", Head(), [Draft("standing", body, [Draw("red", "offer")], ASK, AT)])
    event = parse(link.canon)
    assert body_of(event) == body
    assert event.facts == [{"side": "red", "word": "offer"}]


def test_a_kind_must_be_known():
    with pytest.raises(NotCanonical, match="not a kind of event"):
        chain("g1", Head(), [draft("gossip")])


@given(st.lists(st.integers(0, 30_000), max_size=12))
def test_split_facts_come_back_whole_and_in_order(lengths):
    facts = [{"n": n, "text": "x" * length} for n, length in enumerate(lengths)]
    runs = split(facts)
    assert [msgspec.json.decode(fact) for run in runs for fact in run] == facts
    assert all(len(encode(run)) <= SPILL + 1 for run in runs)
    joined = [encode([*a, b[0]]) for a, b in pairwise(runs)]
    assert all(len(data) > SPILL for data in joined)


def test_facts_spill_into_more_events():
    facts = [{"n": n, "text": "x" * 10_000} for n in range(9)]
    links = chain("g1", Head(), [draft(facts=facts), draft()])
    events: list[Event] = [parse(link.canon) for link in links]
    assert [e.kind for e in events] == ["resign", "more", "more", "resign"]
    assert [e.next for e in events] == [None, None, ASK, ASK]
    assert [fact for e in events for fact in e.facts] == facts
    assert [e.body for e in events[1:3]] == [{}, {}]


def test_one_fact_may_be_longer_than_the_spill_but_not_than_an_event():
    (link,) = chain("g1", Head(), [draft(facts=["x" * 60_000])])
    assert parse(link.canon).next == ASK
    with pytest.raises(NotCanonical, match="more than the 65,535"):
        chain("g1", Head(), [draft(facts=["x" * 65_500])])


def test_a_long_reason_is_refused_when_it_is_made():
    with pytest.raises(ValueError, match="at most 2048 bytes"):
        Adjudicate("p1", "x" * 2049)
