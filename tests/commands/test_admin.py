"""What only the one who runs the service does."""

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
import structlog
from argon2 import PasswordHasher

from engine.core.driver import open_asks
from engine.core.procedure import Chance
from service import adjudication, audit, rerun, submissions
from service.commands.__main__ import quiet_logs
from service.database import transaction
from tests.club import Club, random_orders
from tests.commands.conftest import Run
from tests.mini import sequence
from tests.mini.board import MAP
from tests.mini.movement import is_open


def played(club: Club, answers: int = 8) -> str:
    """A game between two people, some answers on; so long that it cannot be over by then."""
    game = club.game("drill", red="Anna", blue="Boris", options={"length": "long"})
    rng = Random(3)
    for _ in range(answers):
        table = club.table(game)
        ask = open_asks(table.waiting, table.driver.sealed)[0]
        assert club.send(game, ask.side, random_orders(table, ask, rng)).state == "applied"
    return game


def a_correction(club: Club, game: str) -> dict[str, str]:
    """A red block put into a place that has room for it and no enemies."""
    board = club.table(game).driver.board
    block = next(t for t in board.tokens.values() if t.back == "red")
    free = (p.key for p in MAP.places if p.key != block.holder and is_open(board, "red", p.key))
    return {"type": "Returned", "token": block.id, "place": next(free)}


def facts(folder: Path, *given: Mapping[str, object]) -> Path:
    (path := folder / "facts.json").write_text(json.dumps(given))
    return path


def state(club: Club, game: str) -> str:
    return str(club.sql("SELECT state FROM game WHERE id = %s", game)[0][0])


def test_an_admin_has_a_role_and_no_default_password(manned: Club, run: Run) -> None:
    assert "is an admin" in run("admin", "create", "Zoe", "Zoe@Example.org", "--no-password").output
    row = "SELECT name, address, role, password FROM player"
    assert manned.sql(row) == [("Zoe", "Zoe@Example.org", "admin", None)]
    words = ("admin", "create", "Zoe", "zoe@example.org", "--password-stdin")
    assert "at least 10 characters" in run(*words, code=2, input="short\n").output
    run(*words, input="a long enough word\n")
    (found,) = manned.sql(row)
    assert PasswordHasher().verify(found[3], "a long enough word")
    assert "--password-stdin" in run("admin", "create", "Y", "y@z", code=2).output
    assert "no mail address" in run("admin", "create", "Y", "yz", code=2).output


def test_a_shunted_submission_is_listed_and_run_again(
    manned: Club, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = manned.game("drill", red="Anna", blue="Boris")
    with monkeypatch.context() as broken:
        broken.setattr(adjudication, "decide", lambda *_: 1 / 0)
        id = manned.receive(game, "red", "stance bold")
        assert adjudication.adjudicate(id) == "shunted"
    listed = run("admin", "shunted").output
    assert "ZeroDivisionError" in listed and "1 shunted." in listed
    assert run("admin", "rerun", id).output == f"Submission {id}: applied.\n"
    assert "is applied, not shunted" in run("admin", "rerun", id, code=1).output
    assert "is not there" in run("admin", "rerun", 9999, code=1).output
    assert run("admin", "shunted").output == "0 shunted.\n"


def test_a_submission_that_fails_again_gets_one_sentence(
    manned: Club, run: Run, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    game = manned.game("drill", red="Anna", blue="Boris")
    id = manned.receive(game, "red", "stance bold")
    monkeypatch.setattr(adjudication, "decide", lambda *_: 1 / 0)
    assert adjudication.adjudicate(id) == "shunted"
    capfd.readouterr()
    quiet_logs()
    try:
        told = run("admin", "rerun", id, code=1).output
    finally:
        structlog.reset_defaults()
    assert f"Submission {id} is shunted again: ZeroDivisionError: division by zero" in told
    assert "submission shunted" in told and "Traceback" not in "".join(capfd.readouterr())


def test_a_held_game_keeps_orders_until_it_is_released(manned: Club, run: Run) -> None:
    game = manned.game("drill", red="Anna", blue="Boris")
    run("admin", "hold", game, "--reason", "a question\nof the rules")
    first, last = run("admin", "held").output.splitlines()
    assert first.startswith(game) and first.endswith("  a question of the rules")
    assert last.startswith("1 held.")
    assert manned.send(game, "red", "stance bold").state == "new"
    assert "is held already" in run("admin", "hold", game, "--reason", "x", code=1).output
    assert "There is no game g99" in run("admin", "release", "g99", code=1).output
    run("admin", "release", game)
    assert state(manned, game) == "open" and run("admin", "held").output == "0 held.\n"
    with transaction() as conn:
        (waiting,) = submissions.waiting(conn, 0)
    assert adjudication.adjudicate(waiting) == "applied"


def test_a_ruling_corrects_the_position_and_stands_in_the_log(manned: Club, run: Run) -> None:
    game = played(manned)
    correction = a_correction(manned, game)
    given = facts(manned.folder, correction)
    run("admin", "create", "Zoe", "zoe@example.org", "--no-password")
    words = ("--reason", "it stood wrong", "--facts", given, "--by", "zoe@example.org")
    told = run("admin", "adjudicate", game, *words).output
    seq = int(told.rpartition(" ")[2].rstrip(".\n"))
    event = json.loads(manned.rows(game)[seq].canon)
    (admin,) = manned.sql("SELECT id FROM player WHERE role = 'admin'")
    assert event["kind"] == "adjudicate"
    assert event["body"] == {"by": admin[0], "reason": "it stood wrong"}
    stands = manned.table(game).driver.board.tokens[correction["token"]].holder
    assert stands == correction["place"]
    assert manned.verdict(game).ok and audit.audit_all() == []
    manned.play_to_the_end(game, Random(5))
    out = manned.folder / "out"
    run("export", game, "--out", out)
    *rulings, last = run("verify", out).output.splitlines()
    assert rulings == [f"Event {seq}: adjudicate, by '{admin[0]}', reason 'it stood wrong'"]
    assert last.startswith("OK") and "Not checked" not in last
    assert f"1 ruling of the organiser, in event {seq}, which the rules cannot prove." in last


def test_a_ruling_that_does_not_fit_changes_nothing(manned: Club, run: Run) -> None:
    game = played(manned)
    before = manned.rows(game)
    refused = {
        "cannot be read": {"type": "Returned"},
        "does not fit the board": {"type": "Returned", "token": "t999", "place": "ford"},
        "for play itself": {"type": "Began", "segment": "x"},
    }
    for words, fact in refused.items():
        given = facts(manned.folder, fact)
        told = run("admin", "adjudicate", game, "--reason", "x", "--facts", given, code=1).output
        assert words in told and "stays as it is" in told
    empty = facts(manned.folder)
    told = run("admin", "adjudicate", game, "--reason", "x", "--facts", empty, code=1).output
    assert "no fact in the file" in told
    by = ("--reason", "x", "--facts", empty, "--by", "anna@example.org")
    assert "no admin" in run("admin", "adjudicate", game, *by, code=2).output
    assert manned.rows(game) == before


def test_an_open_roll_is_not_ruled_away(
    manned: Club, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as silent:
        silent.setattr(adjudication, "answer", lambda request: None)
        game = manned.game("drill", red="Anna", blue="Boris")
    assert isinstance(manned.table(game).waiting, Chance)
    given = facts(manned.folder, {"type": "Controlled", "place": "mill", "side": "red"})
    told = run("admin", "adjudicate", game, "--reason", "x", "--facts", given, code=1).output
    assert "a roll is open" in told
    ended = {"type": "Ended", "outcome": {"winner": None, "grade": "", "how": "adjudicated"}}
    given = facts(manned.folder, ended)
    run("admin", "adjudicate", game, "--reason", "x", "--facts", given)
    assert state(manned, game) == "over" and manned.verdict(game).is_finished


def test_a_ruling_is_the_way_out_where_the_rules_no_longer_follow(
    manned: Club, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Played by rules that changed since: held, ruled, released, played to the end."""
    with monkeypatch.context() as old:
        old.setattr(sequence, "STANCES", ("bold", "steady", "sly"))
        game = manned.game("meeting", red="Anna", blue="Boris")
        for orders in ("scout at mill", "stance sly"):
            for side in ("red", "blue"):
                assert manned.send(game, side, orders).state == "applied"
    (finding,) = audit.audit_all()
    assert "was not on offer" in finding.text and state(manned, game) == "held"
    assert "still do not follow" in run("admin", "release", game, code=1).output
    assert "do not follow the rules" in run("upgrade", code=1).output
    given = facts(
        manned.folder,
        *({"type": "Stood", "side": side, "stance": "steady"} for side in ("red", "blue")),
    )
    run("admin", "adjudicate", game, "--reason", "a stance that is none", "--facts", given)
    run("admin", "release", game)
    assert audit.audit_all() == [] and "1 games in play were re-run" in run("upgrade").output
    manned.play_to_the_end(game, Random(5))
    table = manned.table(game)
    assert rerun.audit_rows(table.game, manned.rows(game), dict(table.sealer.seeds)) is None
    out = manned.folder / "out"
    run("export", game, "--out", out)
    assert "was not on offer" in run("verify", out, code=1).output


def test_an_audit_sees_a_private_part_that_was_changed(manned: Club) -> None:
    game = played(manned)
    rows, table = manned.rows(game), manned.table(game)
    seeds = dict(table.sealer.seeds)
    assert rerun.audit_rows(table.game, rows, seeds) is None
    at = next(n for n, r in enumerate(rows) if r.private and b'"value":"march"' in r.private)
    bent = rows[at].private.replace(b'"value":"march"', b'"value":"spy"', 1)  # type: ignore[union-attr]
    rows[at] = rows[at]._replace(private=bent)
    told = rerun.audit_rows(table.game, rows, seeds)
    assert told is not None and told.startswith(f"event {at}: ")
