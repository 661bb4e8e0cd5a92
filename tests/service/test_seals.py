"""Seals: what is hidden stays hidden, and opens to nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.facts import Began, Handed, Mixed, Opened, Shown
from engine.core.tokens import ALL, Token
from service.events import canon
from service.seals import TABLE, Sealer, Tally, commitment, opens, salt, seed_commitment
from tests.service import second

VECTORS = json.loads((Path(__file__).parents[2] / "ops/vectors/log.json").read_text())
SEEDS = {TABLE: b"t" * 32, "red": b"r" * 32, "blue": b"b" * 32}
GAME = "g1"


@pytest.fixture
def sealer() -> Sealer:
    return Sealer(SEEDS, GAME)


@pytest.mark.parametrize("row", VECTORS["seals"], ids=lambda row: f"{row['name']}{row['index']}")
def test_the_published_seals_hold_for_both_programs(row):
    seed = bytes.fromhex({r["name"]: r["seed"] for r in VECTORS["seeds"]}[row["name"]])
    salted = salt(seed, row["game"], row["index"])
    assert salted.hex() == row["salt"] == second.salted(seed, row["game"], row["index"])
    assert commitment(salted, canon(row["plaintext"])) == row["seal"]
    assert second.sealed(row["salt"], row["plaintext"]) == row["seal"]


@pytest.mark.parametrize("row", VECTORS["seeds"], ids=lambda row: row["name"])
def test_the_published_seeds_hold_for_both_programs(row):
    seed = bytes.fromhex(row["seed"])
    assert seed_commitment(row["game"], row["name"], seed) == row["commitment"]
    head = f"fieldpost-seed/1\n{row['game']}\n{row['name']}\n"
    assert second.sha(head.encode() + seed) == row["commitment"]


def test_a_seal_opens_to_its_plaintext_only(sealer):
    seal = sealer.choice("red", {"wing": "left"})
    assert opens(seal.commitment, seal.salt, {"wing": "left"})
    assert not opens(seal.commitment, seal.salt, {"wing": "right"})
    assert not opens(seal.commitment, "00" * 32, {"wing": "left"})
    for bad in ("", "xyz", seal.salt[:-2], seal.salt + "00", "é" * 64):
        assert not opens(seal.commitment, bad, {"wing": "left"})


def test_a_plaintext_outside_the_profile_opens_nothing(sealer):
    assert not opens(sealer.choice("red", "x").commitment, "00" * 32, 1.5)


def test_equal_choices_have_unlike_seals(sealer):
    seals = [sealer.choice(side, "pass") for side in ("red", "red", "blue")]
    other = Sealer(SEEDS, "g2").choice("red", "pass")
    assert len({s.commitment for s in [*seals, other]}) == 4
    assert [s.index for s in seals] == [0, 1, 0]


def test_a_short_seed_is_refused():
    with pytest.raises(ValueError, match="32 bytes"):
        Sealer({TABLE: b"t" * 31}, GAME)


def test_an_open_answer_seals_only_how_it_came_about(sealer):
    body = sealer.answer("red", "menu", "4", "move", "hand")
    assert body.choice == "move" and not body.is_sealed
    assert opens(body.how, salt(SEEDS["red"], GAME, 0).hex(), "hand")


def test_in_a_sealed_answer_the_choice_comes_before_how(sealer):
    sealer.standing("red", {})
    body = sealer.answer("red", "plan", "5", "left", "policy", sealed=True)
    assert body.is_sealed
    assert opens(body.seal, salt(SEEDS["red"], GAME, 1).hex(), "left")
    assert opens(body.how, salt(SEEDS["red"], GAME, 2).hex(), "policy")


def test_the_record_tells_how_far_the_commitments_are(sealer):
    bodies = [
        sealer.answer("red", "menu", "4", "move", "hand"),
        sealer.standing("blue", {}),
        sealer.answer("red", "plan", "5", "left", "hand", sealed=True),
        sealer.answer("red", "plan", "5", "right", "hand", sealed=True),
        sealer.answer("blue", "plan", "5", "left", "hand", sealed=True),
    ]
    tally = Tally()
    for body in bodies:
        tally.take(body)
    assert tally == sealer.tally
    assert tally.counts == {"red": 5, "blue": 3}
    assert tally.closed == {"red": {"plan": 3}, "blue": {"plan": 1}}
    assert Sealer(SEEDS, GAME, tally).choice("red", 1) == Sealer(SEEDS, GAME, sealer.tally).seal(
        "red", 5, 1
    )


def mixed() -> Mixed:
    hidden = Token("t4", "card", "deck", (), "ace")
    own = Token("t5", "card", "red", ("red",), "king")
    public = Token("t6", "card", "table", (ALL,), "queen")
    return Mixed(("t1",), (hidden, own, public))


def test_mixed_tokens_are_sealed_and_masked(sealer):
    (public,), (full,) = sealer.facts([mixed()])
    assert [t.value for t in public.tokens] == [None, None, "queen"]
    assert [t.value for t in full.tokens] == ["ace", "king", "queen"]
    assert [t.value for t in full.masked("red").tokens] == [None, "king", "queen"]
    assert [t.seal for t in public.tokens] == [t.seal for t in full.tokens]
    for token in full.tokens:
        assert opens(token.seal, sealer.token_salt(token.id), token.value)


def test_no_public_fact_tells_a_hidden_value(sealer):
    public, _ = sealer.facts([mixed(), Shown("t4", "ace", ("red",))])
    text = canon(public)
    assert b"ace" not in text and b"king" not in text
    assert sealer.token_salt("t4").encode() not in text


def test_who_is_shown_a_token_can_check_it(sealer):
    public, full = sealer.facts(
        [mixed(), Shown("t4", "ace", ("red",)), Shown("t5", "king", (ALL,))]
    )
    seals = {t.id: t.seal for t in public[0].tokens}
    assert public[1].value is None and public[1].salt == ""
    told = full[1].masked("red")
    assert opens(seals["t4"], told.salt, told.value)
    assert full[1].masked("blue").salt == ""
    assert opens(seals["t5"], public[2].salt, public[2].value)


def test_opened_answers_open_the_last_sealed_one(sealer):
    first: Any = sealer.answer("red", "plan", "5", "left", "hand", sealed=True)
    later: Any = Sealer(SEEDS, GAME, sealer.tally)
    last = later.answer("red", "plan", "5", "right", "hand", sealed=True)
    (public,), _ = later.facts([Opened("red", "plan", "right")])
    assert public.choice == "right"
    assert opens(last.seal, public.salt, "right")
    assert not opens(first.seal, public.salt, "left")


def test_other_facts_pass_untouched(sealer):
    facts = [Began("turn", ("1",)), Handed("t4", "red")]
    assert sealer.facts(facts) == (facts, facts)
