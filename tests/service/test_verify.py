"""The verifier accepts what was played and names the first thing that anyone bent."""

from __future__ import annotations

import time
from typing import Any, cast

import pytest

from engine.core.facts import Began, Ended, Unsealed
from service import record
from service.events import Event
from service.record import Wrong
from service.seals import commitment
from service.signing import EventKey
from service.verify import NO_PINS, NO_RULES, NO_SEEDS, Keys, Revealed, Verdict, read, verify
from tests.service.forge import (
    BLUE_PLAN,
    EVENT_KEY,
    GAME,
    MENU,
    OUTCOME,
    RED_PLAN,
    Forger,
    Table,
    asking,
    finished_game,
    house,
    keys,
    over,
    resigned,
    revealed,
)

PINNED = keys("own", "club")
LINES = finished_game().lines()


def forged(change: Forger) -> Verdict:
    events = finished_game().events()
    change(events)
    return verify(resigned(events), PINNED)


def test_a_finished_game_holds():
    verdict = verify(LINES, PINNED)
    assert verdict.ok, verdict.text
    assert verdict.text == f"OK {GAME}: 12 events, 3 rolls, finished. Not checked: {NO_RULES}."
    assert (verdict.events, verdict.rolls, verdict.is_finished) == (12, 3, True)


def test_the_forger_alone_changes_nothing():
    assert resigned(finished_game().events()) == LINES


@pytest.mark.parametrize("length", range(1, len(LINES)))
def test_a_game_in_play_holds_and_says_what_must_wait(length):
    verdict = verify(LINES[:length], PINNED)
    assert verdict.ok and not verdict.is_finished, verdict.text
    assert NO_SEEDS in verdict.unchecked


def test_without_pins_the_verdict_says_so():
    assert NO_PINS in verify(LINES, keys()).unchecked


def test_an_export_is_read_from_a_file(tmp_path):
    (tmp_path / "game.jsonl").write_bytes(b"\n".join(LINES) + b"\n")
    assert verify(read(tmp_path / "game.jsonl"), PINNED).ok
    (tmp_path / "none.jsonl").write_bytes(b"")
    assert not verify(read(tmp_path / "none.jsonl"), PINNED).ok


def test_nothing_is_no_game():
    assert verify([], PINNED).text == "Event 0: the file holds no event."


# what an outsider can do: he cannot sign


@pytest.mark.parametrize("offset", range(12))
def test_no_flipped_bit_passes(offset):
    """Every class of byte in every line; a flip is found in the line where it happened."""
    for n, line in enumerate(LINES):
        for place in range(offset * 3, len(line), 37):
            bent = bytearray(line)
            bent[place] ^= 1 << (place + offset) % 8
            verdict = verify([*LINES[:n], bytes(bent), *LINES[n + 1 :]], PINNED)
            assert not verdict.ok and verdict.seq == n, (n, place, verdict.text)


@pytest.mark.parametrize("n", range(len(LINES) - 1))
def test_a_dropped_doubled_or_swapped_line_is_named(n):
    dropped = verify(LINES[:n] + LINES[n + 1 :], PINNED)
    assert (dropped.ok, dropped.seq) == (False, n)
    assert dropped.text == f"Event {n}: the event that stands here has the number {n + 1}."
    doubled = verify(LINES[: n + 1] + LINES[n:], PINNED)
    assert (doubled.ok, doubled.seq) == (False, n + 1)
    swapped = verify([*LINES[:n], LINES[n + 1], LINES[n], *LINES[n + 2 :]], PINNED)
    assert (swapped.ok, swapped.seq) == (False, n)


def test_an_event_of_another_branch_breaks_the_chain():
    events = finished_game().events()
    events[4]["at"] = "2031-05-04T10:20:31Z"
    other = resigned(events)
    verdict = verify([*LINES[:5], *other[5:]], PINNED)
    assert verdict.text == "Event 5: it does not follow the event before: the hash is another."


def test_another_key_is_not_the_pinned_one():
    stranger = Keys((EventKey.generate().public,), PINNED.houses)
    assert verify(LINES, stranger).text == "Event 0: the signature is not by a pinned event key."
    assert verify(LINES, Keys((*stranger.event, EVENT_KEY.public))).ok


def test_a_house_must_be_the_pinned_one():
    verdict = verify(LINES, keys("own"))
    assert verdict.text == "Event 0: the key of the house club is not the pinned one."


# what the operator can do: he signs whatever he likes, but the houses do not


def set_in(seq: int, *path: Any) -> Forger:
    """Put the last item where the path before it leads."""

    def change(events: list[dict[str, Any]]) -> None:
        target: Any = events[seq]
        for key in path[:-2]:
            target = target[key]
        target[path[-2]] = path[-1]

    return change


def both(*changes: Forger) -> Forger:
    return lambda events: [change(events) for change in changes]


def double_signature(events: list[dict[str, Any]]) -> None:
    events[5]["body"]["signatures"][1] = events[5]["body"]["signatures"][0]


def swap_signatures(events: list[dict[str, Any]]) -> None:
    events[5]["body"]["signatures"].reverse()


def other_die(events: list[dict[str, Any]]) -> None:
    dice = events[5]["body"]["outcome"]
    dice[0] = dice[0] % 6 + 1


def foreign_roll(events: list[dict[str, Any]]) -> None:
    events[5] = finished_game("g8").events()[5] | {"game": GAME}


def salt_of_choice(events: list[dict[str, Any]]) -> None:
    """Seal and opening agree; only the seed shows that the salt was picked."""
    shown = events[10]["facts"][0]
    shown["salt"] = "5a" * 32
    seal = commitment(bytes.fromhex(shown["salt"]), f'"{shown["value"]}"'.encode())
    events[3]["facts"][0]["tokens"][0]["seal"] = seal


def swap_seals(events: list[dict[str, Any]]) -> None:
    tokens = events[3]["facts"][0]["tokens"]
    tokens[2]["seal"], tokens[3]["seal"] = tokens[3]["seal"], tokens[2]["seal"]


def ruling(**change: Any) -> Forger:
    """A ruling between the request of roll 2 and its answer."""

    def add(events: list[dict[str, Any]]) -> None:
        body = {"by": "p9", "reason": "because"}
        events.insert(5, events[4] | {"kind": "adjudicate", "body": body, "facts": []} | change)

    return add


SEED = "00" * 32
FORGERIES: dict[str, tuple[Forger, int, str]] = {
    "die": (other_die, 5, "but the signatures give"),
    "mapping": (set_in(10, "body", "outcome", [11]), 10, "roll 3 shows 11, but the signatures"),
    "shuffle told": (set_in(3, "body", "outcome", [0, 1, 2, 3]), 3, "the signatures give nothing"),
    "choice": (set_in(4, "body", "choice", 1, 1708), 5, "the house own did not sign roll 2"),
    "question": (set_in(4, "body", "question", "pass"), 4, "nobody had asked red for pass"),
    "case": (set_in(4, "body", "case", "4.2"), 4, "nobody had asked red for menu (4.2)"),
    "side": (set_in(4, "body", "side", "blue"), 4, "nobody had asked blue"),
    "phrase": (set_in(1, "body", "phrase", SEED), 3, "the house own did not sign roll 1"),
    "join dropped": (lambda e: e.pop(1), 2, "the house own did not sign roll 1"),
    "join doubled": (lambda e: e.insert(1, e[1]), 2, "red has no seat left to take"),
    "late join": (lambda e: e.insert(5, e[1]), 5, "nobody can join after play began"),
    "scenario": (set_in(0, "body", "scenario", "second"), 3, "did not sign roll 1"),
    "roll dropped": (lambda e: e.pop(5), 5, "nobody had asked red for plan"),
    "roll repeated": (lambda e: e.insert(6, e[5]), 6, "was not what play waited for"),
    "roll foreign": (foreign_roll, 5, "the house own did not sign roll 2"),
    "roll gap": (set_in(4, "next", "chance", "roll", 3), 4, "roll 3 is asked for, but 2 comes"),
    "another die asked": (set_in(4, "next", "chance", "spec", "6"), 5, "roll 2 (6,6) was not"),
    "one die more": (
        both(
            set_in(4, "next", "chance", "spec", "6,6,6"),
            set_in(5, "body", "spec", "6,6,6"),
        ),
        5,
        "did not sign roll 2",
    ),
    "no dice": (set_in(4, "next", "chance", "spec", "0"), 4, "is no number from 1"),
    "signatures swapped": (swap_signatures, 5, "the house own did not sign roll 2"),
    "signature doubled": (double_signature, 5, "the house club did not sign roll 2"),
    "signature missing": (lambda e: e[5]["body"]["signatures"].pop(), 5, "not signed by every"),
    "signature no text": (set_in(5, "body", "signatures", 0, "???"), 5, "not written in base64"),
    "ruling drops the roll": (
        ruling(next={"ask": [{"case": "4.1", "question": "menu", "side": "red"}]}),
        5,
        "an event of the kind adjudicate must not change what play waits for",
    ),
    "ruling corrects in a roll": (
        ruling(facts=[{"type": "Began"}], next=None),
        6,
        "the event before does not say what play waits for",
    ),
    "void": (
        ruling(kind="void", body={"roll": 2, "consents": ["red", "blue"]}),
        5,
        "an event of the kind void stands here, but rolls cannot be given up: the consent of the "
        "sides is not proven",
    ),
    "excuse": (
        ruling(kind="excuse", body={"house": "club", "roll": 2, "consents": ["red", "blue"]}),
        5,
        "rolls cannot be given up: the consent of the sides is not proven",
    ),
    "seal replaced": (set_in(8, "body", "seal", SEED), 9, "red had not sealed the answer to plan"),
    "opened otherwise": (set_in(9, "facts", 0, "choice", "left"), 9, "red had not sealed"),
    "opening salt": (set_in(9, "facts", 1, "salt", SEED), 9, "blue had not sealed the answer"),
    "opening twice": (
        lambda e: e[9]["facts"].append(e[9]["facts"][1]),
        9,
        "blue has no sealed answer to plan",
    ),
    "answered openly": (
        lambda e: e[6]["body"].update(choice=e[6]["body"].pop("seal")),
        6,
        "red answered openly what several sides were asked at once",
    ),
    "answered twice over": (set_in(6, "body", "choice", "left"), 6, "either a choice or a seal"),
    "facts too early": (set_in(6, "facts", [{"type": "Began"}]), 6, "other sides are still asked"),
    "partner forgotten": (
        set_in(6, "next", {"chance": {"case": "6", "roll": 3, "spec": "10"}}),
        6,
        "waiting for the sides that have not answered",
    ),
    "card shown": (set_in(10, "facts", 0, "value", "joker"), 10, "the token t0 was not sealed"),
    "salt shown": (set_in(10, "facts", 0, "salt", SEED), 10, "the token t0 was not sealed"),
    "no salt": (set_in(10, "facts", 0, "salt", ""), 10, "the token t0 was not sealed"),
    "token unknown": (set_in(10, "facts", 0, "token", "t9"), 10, "there is no token t9"),
    "token twice": (set_in(3, "facts", 0, "tokens", 1, "id", "t0"), 3, "t0 is not a new one"),
    "salt of choice": (salt_of_choice, 3, "sealed with a salt of free choice"),
    "seals swapped": (swap_seals, 3, "the token t2 (table) is not what had been sealed"),
    "how": (set_in(11, "facts", 0, "values", 0, "policy"), 4, "how the answer came about (red)"),
    "standing": (set_in(11, "facts", 1, "values", 0, {}), 7, "the standing orders (blue)"),
    "replaced choice": (set_in(11, "facts", 0, "values", 1, "right"), 6, "the answer to plan"),
    "kept closed": (lambda e: e[11]["facts"].pop(0), 4, "was sealed and never opened"),
    "unsealed early": (
        lambda e: e[10]["facts"].append(e[11]["facts"][0]),
        10,
        "seals are broken before the end",
    ),
    "unsealed too much": (
        lambda e: e[11]["facts"][1]["values"].append("hand"),
        11,
        "blue never made the commitment 3",
    ),
    "seed": (set_in(11, "body", "seeds", "table", SEED), 11, "the seed of table is not the one"),
    "seed kept": (lambda e: e[11]["body"]["seeds"].pop("red"), 11, "not all seeds are revealed"),
    "seed committed anew": (set_in(0, "body", "seeds", "table", SEED), 3, "did not sign roll 1"),
    "result": (set_in(11, "body", "result", "winner", "blue"), 11, "the result is not the outcome"),
    "outcome": (
        set_in(10, "next", "outcome", "winner", "blue"),
        10,
        "do not agree whether and how",
    ),
    "outcome kept back": (
        set_in(10, "next", {"chance": {"case": "6", "roll": 4, "spec": "6"}}),
        10,
        "do not agree whether and how the game is over",
    ),
    "ended and gone on": (
        lambda e: ruling(facts=e[10]["facts"][2:])(e),
        5,
        "do not agree whether and how the game is over",
    ),
    "stranger asked": (set_in(3, "next", "ask", 0, "side", "green"), 3, "sides that have a seat"),
    "one asked twice": (lambda e: e[3]["next"]["ask"].append(e[3]["next"]["ask"][0]), 3, "once"),
    "on after the outcome": (lambda e: e.insert(11, e[7]), 11, "only the end may follow"),
    "on after the end": (lambda e: e.append(e[11]), 12, "the game had ended before"),
    "vacation wins": (
        lambda e: e.insert(
            5,
            e[4]
            | {"kind": "vacation", "body": {"side": "red", "days": 3}, "facts": e[10]["facts"][2:]},
        ),
        5,
        "an event of the kind vacation carries no facts",
    ),
    "more than nothing": (
        lambda e: e.insert(5, e[4] | {"kind": "more", "body": {}}),
        5,
        "facts go on although the event before was complete",
    ),
    "second start": (lambda e: e.insert(1, e[0]), 1, "a game has one start"),
    "no start": (lambda e: e.pop(0), 0, "a game has one start"),
    "another game": (set_in(7, "game", "g9"), 7, "it belongs to another game, g9"),
    "no body": (set_in(4, "body", {}), 4, "the body does not fit its kind answer"),
    "no fact": (set_in(3, "facts", [["Mixed"]]), 3, "a fact does not have the form"),
    "half a fact": (set_in(3, "facts", [{"type": "Mixed"}]), 3, "a fact does not have the form"),
    "house unnamed": (set_in(0, "body", "houses", []), 0, "start names no dice house"),
    "house twice": (set_in(0, "body", "houses", 1, "name", "own"), 0, "two houses are called own"),
    "house key": (set_in(0, "body", "houses", 0, "key", "AA=="), 0, "not a public key"),
    "seat without seed": (lambda e: e[0]["body"]["seeds"].pop("red"), 0, "one for each seat"),
}


GIVEN_UP: dict[str, tuple[Forger, int, str]] = {  # once consents are proven
    "void alone": (
        ruling(kind="void", body={"roll": 2, "consents": ["red"]}),
        5,
        "not all sides agreed to the void of roll 2",
    ),
    "excuse alone": (
        ruling(kind="excuse", body={"house": "club", "roll": 2, "consents": []}),
        5,
        "not all sides agreed to the excuse of roll 2",
    ),
    "void of another roll": (
        ruling(kind="void", body={"roll": 1, "consents": ["red", "blue"]}),
        5,
        "roll 1 was not open",
    ),
    "void without asking again": (
        ruling(kind="void", body={"roll": 2, "consents": ["red", "blue"]}),
        5,
        "roll 2 must be asked again under the next number",
    ),
    "void with facts": (
        lambda e: ruling(
            kind="void",
            body={"roll": 2, "consents": ["red", "blue"]},
            facts=e[10]["facts"][2:],
            next=e[10]["next"],
        )(e),
        5,
        "an event of the kind void carries no facts",
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_the_operators_forgery_is_named(name):
    change, seq, words = FORGERIES[name]
    verdict = forged(change)
    assert not verdict.ok
    assert verdict.seq == seq and words in verdict.text, verdict.text


def test_a_bent_last_answer_waits_for_the_seeds():
    """In play the file alone cannot show it; with the seeds it does."""
    events = finished_game().events()
    events[3]["facts"][0]["tokens"][2]["seal"] = SEED
    assert verify(resigned(events[:11]), PINNED).ok
    assert verify(resigned(events), PINNED).seq == 3


# rolls that are asked for again, once the consents of the sides are proven


@pytest.fixture
def proven(monkeypatch):
    monkeypatch.setattr(record, "CONSENTS_ARE_PROVEN", True)


@pytest.mark.parametrize("name", GIVEN_UP)
def test_a_roll_given_up_wrongly_is_named(name, proven):
    change, seq, words = GIVEN_UP[name]
    verdict = forged(change)
    assert verdict.seq == seq and words in verdict.text, verdict.text


@pytest.mark.parametrize("kind", ["void", "excuse"])
def test_no_roll_is_given_up_on_the_operators_word(kind):
    body = {"consents": ["red", "blue"], "roll": 1} | ({"house": "own"} if kind == "excuse" else {})
    verdict = verify(again(kind, body, ["club"]).lines(), PINNED)
    assert (verdict.ok, verdict.seq) == (False, 3)
    assert verdict.text.endswith(
        "rolls cannot be given up: the consent of the sides is not proven."
    )


def again(kind: str, body: dict[str, Any], houses: list[str]) -> Table:
    table = Table()
    table.begin(table.request("6", "1"))
    table.add(kind, body, table.request("6", "1"))
    table.houses = houses
    table.roll("6", "1", asking(BLUE_PLAN))
    return table


def test_an_excused_house_signs_no_more(proven):
    body = {"consents": ["red", "blue"], "house": "own", "roll": 1}
    verdict = verify(again("excuse", body, ["club"]).lines(), PINNED)
    assert verdict.ok and verdict.rolls == 2, verdict.text
    both_sign = verify(again("excuse", body, ["own", "club"]).lines(), PINNED)
    assert "not signed by every house" in both_sign.text


def test_a_void_roll_is_asked_again(proven):
    body = {"consents": ["blue", "red"], "roll": 1}
    assert verify(again("void", body, ["own", "club"]).lines(), PINNED).ok


def test_a_game_can_be_answered_in_three_ways_only():
    table = Table()
    table.begin(asking(MENU))
    body = table.sealer.answer(*MENU, "pass", cast(Any, "magic"))
    table.add("answer", body, over(), Ended(OUTCOME))
    opened = Unsealed("red", 0, ("magic",))
    table.add("end", {"result": over().outcome, "seeds": revealed()}, over(), opened)
    assert verify(table.lines(), PINNED).text == "Event 3: 'magic' is no way to answer."


def test_a_line_has_one_spelling():
    bent = LINES[0].replace(b',"sig"', b', "sig"')
    assert verify([bent], PINNED).text == "Event 0: the line is not spelt as an export spells it."


def test_the_last_house_cannot_be_excused(proven):
    table = Table(("own",))
    table.begin(table.request("6", "1"))
    body = {"consents": ["red", "blue"], "house": "own", "roll": 1}
    table.add("excuse", body, table.request("6", "1"))
    assert "the house own cannot be excused" in verify(table.lines(), keys("own")).text


# control events


def corrected(kind: str, body: dict[str, Any]) -> Table:
    """Red has sealed, blue has not, and facts from outside lead to a roll."""
    table = Table()
    table.begin(asking(RED_PLAN, BLUE_PLAN))
    table.seal(RED_PLAN, "left", asking(BLUE_PLAN))
    table.add(kind, body, table.request("6", "1"), Began("again"))
    return table


def test_a_ruling_with_facts_closes_the_open_question():
    table = corrected("adjudicate", {"by": "p9", "reason": "the map was wrong"})
    table.seal(BLUE_PLAN, "left", asking(RED_PLAN))
    events = table.events()
    assert verify(resigned(events[:-1]), PINNED).ok
    assert "Event 5: nobody had asked blue" in verify(resigned(events), PINNED).text


def test_a_substitute_changes_no_position():
    verdict = verify(corrected("substitute", {"side": "red", "player": "p4"}).lines(), PINNED)
    assert verdict.text == "Event 4: an event of the kind substitute carries no facts."


@pytest.mark.parametrize("kind", ["resign", "time_out"])
def test_a_game_may_end_while_a_roll_is_open(kind):
    table = Table()
    table.begin(table.request("6", "1"))
    table.add(kind, {"side": "blue"}, over(), Ended(OUTCOME))
    table.add("end", {"result": over().outcome, "seeds": revealed()}, over())
    verdict = verify(table.lines(), PINNED)
    assert verdict.ok and verdict.is_finished, verdict.text


OUTSIDE_THE_RULES = {
    "adjudicate": ({"by": "p9", "reason": "because"}, "1 ruling of the organiser"),
    "time_out": ({"side": "red"}, "1 time-out"),
    "resign": ({"side": "red"}, "1 resignation"),
    "draw": ({"side": "red", "word": "offer"}, "1 word on a draw"),
    "substitute": ({"side": "red", "player": "p4"}, "1 substitution"),
}


@pytest.mark.parametrize("kind", OUTSIDE_THE_RULES)
def test_what_no_rule_proves_is_told(kind):
    body, words = OUTSIDE_THE_RULES[kind]
    table = Table()
    table.begin(asking(RED_PLAN))
    table.add(kind, body, asking(RED_PLAN))
    verdict = verify(table.lines(), PINNED)
    assert verdict.ok and verdict.rulings == (3,)
    assert f", in play. {words}, in event 3, which the rules cannot prove. Not" in verdict.text


def test_rulings_with_facts_and_in_numbers_are_told_too():
    table = corrected("adjudicate", {"by": "p9", "reason": "the map was wrong"})
    for _ in range(2):
        table.add("resign", {"side": "red"}, table.drafts[-1].next)
    verdict = verify(table.lines(), PINNED)
    told = "1 ruling of the organiser, in event 4; 2 resignations, in events 5, 6, which the rules"
    assert verdict.ok and verdict.rulings == (4, 5, 6) and told in verdict.text
    assert verify(LINES, PINNED).rulings == ()


def test_who_has_no_seat_cannot_resign():
    table = Table()
    table.begin(asking(RED_PLAN))
    table.add("resign", {"side": "green"}, asking(RED_PLAN))
    assert verify(table.lines(), PINNED).text == "Event 3: green has no seat in this game."


def test_a_vacation_leaves_the_question_open():
    table = Table()
    table.begin(asking(RED_PLAN))
    table.add("vacation", {"side": "red", "days": 5}, asking(RED_PLAN))
    assert verify(table.lines(), PINNED).ok
    table.add("vacation", {"side": "red", "days": 5}, asking(BLUE_PLAN))
    assert "must not change what play waits for" in verify(table.lines(), PINNED).text


# facts that spill over


def spilling() -> list[dict[str, Any]]:
    table = finished_game()
    filler = [{"type": "Filled", "text": "x" * 1000, "number": n} for n in range(120)]
    draft = table.drafts[5]
    table.drafts[5] = type(draft)(draft.kind, draft.body, filler, draft.next, draft.at)
    return table.events()


def test_facts_that_spill_hold_together():
    events = spilling()
    assert [e["kind"] for e in events[5:8]] == ["chance", "more", "more"]
    assert [e["next"] is None for e in events[5:9]] == [True, True, False, False]
    assert verify(resigned(events), PINNED).ok


def test_spilt_facts_must_go_on():
    events = spilling()
    assert verify(resigned(events[:6]), PINNED).text == (
        "Event 6: the facts of the event before should go on here."
    )
    del events[7]
    verdict = verify(resigned(events), PINNED)
    assert verdict.text == "Event 7: the event before does not say what play waits for."


# the rules


def test_the_rules_get_everything_that_the_seeds_reveal():
    seen: list[Revealed] = []

    def rules(events: list[Event], revealed: Revealed) -> None:
        assert [e.seq for e in events] == list(range(12))
        seen.append(revealed)

    verdict = verify(LINES, PINNED, rules)
    assert verdict.ok and verdict.unchecked == ()
    assert sorted(seen[0].orders[1]) == [0, 1, 2, 3]
    assert [seen[0].tokens[f"t{n}"] for n in range(4)] == dealt_values(seen[0])
    assert seen[0].sealed["red"] == ["hand", "left", "policy", "right", "policy"]
    assert seen[0].sealed["blue"] == [{"losses": "weakest first"}, None, "default"]


def dealt_values(revealed: Revealed) -> list[str]:
    return [("ace", "king", "queen", "jack")[n] for n in revealed.orders[1]]


def test_what_the_rules_find_is_named():
    def rules(events: list[Event], revealed: Revealed) -> None:
        raise Wrong("red had no unit at 1707", 4)

    verdict = verify(LINES, PINNED, rules)
    assert (verdict.ok, verdict.text) == (False, "Event 4: red had no unit at 1707.")


def test_the_rules_wait_for_the_seeds():
    def rules(events: list[Event], revealed: Revealed) -> None:
        raise AssertionError("re-run without the seeds")

    assert verify(LINES[:11], PINNED, rules).ok


def test_two_thousand_events_take_less_than_a_second():
    """The bar is half a second of CPU on an idle core; twice that keeps a busy machine quiet."""
    house("own"), house("club")
    table = Table()
    table.begin(table.request("6,6", "1"))
    for n in range(1, 500):
        table.roll("6,6", "1", asking(("red", "menu", "2")))
        table.answer(("red", "menu", "2"), n, asking(("blue", "menu", "2")))
        table.answer(("blue", "menu", "2"), n, asking(("red", "menu", "3")))
        table.answer(("red", "menu", "3"), n, table.request("6,6", "1"))
    lines = table.lines()
    began = time.process_time()
    assert verify(lines, PINNED).ok
    assert time.process_time() - began < 1.0
