"""An operator who holds all the keys bends a game and signs it anew: `verify` names the event."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.core.play import Step
from engine.core.procedure import Ask
from service import keys, rerun
from service.commands.local import LocalGame
from service.events import ZERO, canon, leaf
from service.verify import export_line
from tests.club import forget
from tests.commands.conftest import Run, game_file
from tests.mini import combat, setup
from tests.mini.game import GAME
from tests.mini.movement import Move

Event = dict[str, Any]


def events_of(path: Path) -> list[Event]:
    return [json.loads(json.loads(line)["event"]) for line in path.read_text().splitlines()]


def signed_anew(path: Path, events: list[Event]) -> Path:
    key, prev, lines = keys.event_key(path.parent / "keys"), ZERO, []
    for event in events:
        data = canon(event | {"prev": prev.hex()})
        prev = leaf(data)
        lines.append(export_line(data, key.sign(data)) + b"\n")
    path.write_bytes(b"".join(lines))
    return path


def first(events: list[Event], kind: str, **body: Any) -> Event:
    return next(e for e in events if e["kind"] == kind and body.items() <= e["body"].items())


def game_with(
    folder: Path, fits: Callable[[list[Event]], bool], local: type[LocalGame] = LocalGame
) -> Path:
    """A game in which something happens; the dice are new in every run of the tests."""
    for seed in range(40):
        if fits(events_of(path := game_file(folder, local, seed))):
            return path
    raise AssertionError("no such game")


def asked(events: list[Event], question: str) -> bool:
    return any(e["kind"] == "answer" and e["body"]["question"] == question for e in events)


def has_clear_battle(events: list[Event]) -> bool:
    fought = (f for e in events for f in e["facts"] if f["type"] == "Fought")
    return any(abs(fact["lead"]) > 1 for fact in fought)


def test_a_sound_game_is_ok_with_its_rules(keyed: Path, run: Run) -> None:
    last = run("verify", game_file(keyed)).output.splitlines()[-1]
    assert last.startswith("OK play-") and last.endswith("finished.")
    assert "Not checked" not in last


def test_the_same_seed_gives_the_same_game(keyed: Path, run: Run) -> None:
    run("play", "mini", "--seed", 7, "--out", keyed / "a")
    run("play", "mini", "--seed", 7, "--out", keyed / "b")
    run("play", "mini", "--seed", 8, "--out", keyed / "c")
    a, b, c = ([e["body"] for e in events_of(keyed / name)] for name in "abc")
    assert a == b != c


def test_a_wrong_die_is_named(keyed: Path, run: Run) -> None:
    events = events_of(path := game_file(keyed))
    bent = first(events, "chance", spec="5")
    bent["body"]["outcome"] = [bent["body"]["outcome"][0] % 5 + 1]
    told = run("verify", signed_anew(path, events), code=1).output
    assert told.startswith(f"Event {bent['seq']}: roll {bent['body']['roll']} shows")


def test_a_changed_choice_breaks_the_dice_after_it(keyed: Path, run: Run) -> None:
    path = game_with(keyed, lambda events: asked(events, "play"))
    events = events_of(path)
    bent = first(events, "answer", question="play")
    bent["body"]["choice"] = {"block": "", "token": "t1"}
    told = run("verify", signed_anew(path, events), code=1).output
    after = next(e for e in events[bent["seq"] :] if e["kind"] == "chance")
    assert told.startswith(f"Event {after['seq']}: the house own did not sign roll")


def test_a_signature_by_another_key_is_named(keyed: Path, run: Run) -> None:
    lines = (path := game_file(keyed)).read_bytes().splitlines()
    other = msgspec.json.decode(lines[5])
    other["sig"] = msgspec.json.decode(lines[6])["sig"]
    lines[5] = msgspec.json.encode(other, order="sorted")
    path.write_bytes(b"\n".join(lines) + b"\n")
    assert "Event 5: the signature is not by a pinned" in run("verify", path, code=1).output


class Cheat(LocalGame):
    """Plays on with an answer that was never on offer; the house and the keys go along."""

    def answer(self, ask: Ask) -> Step:
        driver = self.table.driver
        block = next((o.block for o in ask.options if isinstance(o, Move)), None)
        if block is None or any(s.question == "move" for s in self.steps):
            return super().answer(ask)
        choice = Move(block, "blue_camp" if ask.side == "red" else "red_camp")
        assert choice not in ask.options
        facts = tuple(driver.answer(ask.side, choice, trusted=True))
        return Step(ask.side, "move", ask.case, choice, "hand", False, facts, driver.waiting, ())


def test_an_order_that_was_not_on_offer_is_named(keyed: Path, run: Run) -> None:
    path = game_with(keyed, lambda events: asked(events, "move"), Cheat)
    bent = first(events_of(path), "answer", question="move")
    told = run("verify", path, code=1).output
    side = bent["body"]["side"]
    assert told.startswith(f"Event {bent['seq']}: {side}'s answer to move (5.1) was not on offer")


def test_a_bent_result_is_named(keyed: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as bent:
        bent.setattr(combat, "result_of", lambda board, lead: "hold")
        path = game_with(keyed, has_clear_battle)
    told = run("verify", path, code=1).output
    assert '(Fought) says result "hold", but the rules give' in told


def test_a_stacked_deck_is_named(keyed: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = setup.mix
    with monkeypatch.context() as bent:
        bent.setattr(setup, "mix", lambda b, gone, order, to: honest(b, gone, sorted(order), to))
        path = game_file(keyed)
    told = run("verify", path, code=1).output
    assert told.startswith("Event 5: fact 1 (Mixed) seals the token t")
    assert "with another value than the rules give it" in told


def test_a_missing_fact_is_named(keyed: Path, run: Run) -> None:
    path = game_with(keyed, lambda events: asked(events, "play"))
    events = events_of(path)
    bent = first(events, "answer", question="play", choice="done")
    del bent["facts"][0]
    told = run("verify", signed_anew(path, events), code=1).output
    assert told.startswith(f"Event {bent['seq']}: fact 1 is")


def test_an_edition_that_never_was_is_named(keyed: Path) -> None:
    """The seeds and dice hang on the start, so that only the rules' side is shown here."""
    events = events_of(game_file(keyed))
    event = first(events, "start")
    event["body"]["edition"] = "9.9"
    told = rerun.merged([rerun.parse(canon(event))])
    with pytest.raises(rerun.Wrong, match=r"no edition '9\.9'"):
        rerun.Rerun(GAME, event["game"], told, {}, {}).run()


def test_a_ruling_is_told_above_the_last_line(keyed: Path, run: Run) -> None:
    """Whatever its reason holds, it makes no line of its own."""
    events = events_of(path := game_file(keyed))
    body = {"by": "p9", "reason": "late\nOK play-1: all is well."}
    events.insert(11, events[10] | {"kind": "adjudicate", "body": body, "facts": []})
    numbered = [event | {"seq": n} for n, event in enumerate(events)]
    told, last = run("verify", signed_anew(path, numbered)).output.splitlines()
    assert told == r"Event 11: adjudicate, by 'p9', reason 'late\nOK play-1: all is well.'"
    assert last.startswith("OK") and last.endswith(
        "finished. 1 ruling of the organiser, in event 11, which the rules cannot prove."
    )


def test_in_play_the_rules_wait_for_the_seeds(keyed: Path, run: Run) -> None:
    path = game_file(keyed)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:20]))
    told = run("verify", path).output
    assert told.startswith("OK") and "the rules, which can be re-run once the seeds" in told


def test_keys_are_pinned_from_outside(keyed: Path, run: Run) -> None:
    path, public = game_file(keyed), keyed / "keys" / "event.pub.pem"
    line = keys.vkey("club", keys.event_key(keyed / "keys").public)
    for key in (line, public):
        assert "Not checked: the houses' keys" in run("verify", path, "--key", key).output
    house = keyed / "keys" / "house.pub.pem"
    assert "Not checked" not in run("verify", path, "--key", line, "--key", house).output
    told = run("verify", path, "--key", line, "--house-keys", code=1).output
    assert "the key of the house own is not the pinned one" in told


@pytest.mark.parametrize("text", ["", "hello\n", '{"event":1}\n'])
def test_a_file_that_is_no_game_gets_one_sentence(keyed: Path, run: Run, text: str) -> None:
    (path := keyed / "x").write_text(text)
    assert "is no exported game" in run("verify", path, code=2).output
    assert "does not exist" in run("verify", keyed / "nope", code=2).output


def test_a_damaged_public_key_gets_one_sentence(keyed: Path, run: Run) -> None:
    game = game_file(keyed)
    (path := keyed / "keys" / "event.pub.pem").write_bytes(b"")
    told = run("verify", game, code=1).output
    assert told == f"Error: {path} is damaged; put your copy back.\n"


def test_without_any_key_it_says_where_to_get_one(alone: Path, run: Run) -> None:
    told = run("play", "mini", "--out", alone / "g").output
    assert "No event key" in run("verify", alone / "g", code=2).output
    pin = told.split("--key ")[1].split()[0]
    assert run("verify", alone / "g", "--key", pin).output.startswith("OK")
    assert "neither a key line nor" in run("verify", alone / "g", "--key", "zz", code=2).output


def test_a_game_that_is_not_installed_is_checked_but_for_its_rules(
    keyed: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = game_with(keyed, lambda events: asked(events, "move"), Cheat)
    monkeypatch.setenv("FIELDPOST_EXTRA_GAMES", "")
    forget()
    told = run("verify", path).output
    assert (
        told.startswith("OK")
        and "Not checked: the rules; the game mini is not installed here" in told
    )
