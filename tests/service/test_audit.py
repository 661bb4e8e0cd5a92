"""The nightly audit finds what play alone would not, and holds the game."""

from random import Random

import pytest

from engine.core.driver import open_asks
from service import audit, rerun, snapshots
from service.database import transaction
from tests.club import Club, random_orders
from tests.mini import sequence


def played(club: Club, sent: int = 10) -> str:
    """So long a game that it cannot be over by then, whatever the dice."""
    game = club.game(red="Anna", blue="Boris", options={"length": "long"})
    rng = Random(11)
    for _ in range(sent):
        table = club.table(game)
        asks = open_asks(table.waiting, table.driver.sealed)
        club.send(game, asks[0].side, random_orders(table, asks[0], rng))
    return game


def state(club: Club, game: str) -> tuple[str, str | None]:
    found = club.sql("SELECT state, held_reason FROM game WHERE id = %s", game)[0]
    return found[0], found[1]


def test_a_sound_game_passes_and_stays_open(club: Club) -> None:
    game = played(club)
    assert audit.audit_all() == []
    assert state(club, game) == ("open", None)


def test_changed_rules_hold_the_game_and_tell_everybody(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played(club)
    monkeypatch.setattr(sequence, "STANCES", ("meek", "steady"))
    findings = audit.audit_all()
    assert [finding.game for finding in findings] == [game]
    assert state(club, game)[0] == "held"
    told = club.sql("SELECT player FROM outbox WHERE kind = 'held' ORDER BY player")
    assert told == [("panna",), ("pboris",)]
    assert club.sql("SELECT kind, game FROM incident") == [("held", game)]


@pytest.mark.parametrize(
    "old, new", [(b'"last_turn":', b'"last_turn":9'), (b'"foot"', b'"guard"'), (b"{", b"")]
)
def test_a_wrong_snapshot_is_found(club: Club, old: bytes, new: bytes) -> None:
    game = played(club)
    with transaction() as conn:
        saved = snapshots.latest(conn, game)
        assert saved is not None and old in saved.board
        snapshots.put(conn, game, saved.seq, saved.board.replace(old, new))
    (finding,) = audit.audit_all()
    assert "snapshot" in finding.text
    assert state(club, game)[0] == "held"


def test_a_hidden_value_that_was_changed_beside_the_log_is_found(club: Club) -> None:
    game = played(club)
    rows = club.rows(game)
    n, bent = next(
        (n, row._replace(private=row.private.replace(b'"guard"', b'"decoy"', 1)))
        for n, row in enumerate(rows)
        if row.private and b'"guard"' in row.private
    )
    with transaction() as conn:
        seeds = audit.games.seeds(conn, game)
    assert rerun.audit_rows(club.table(game).game, rows, seeds) is None
    wrong = rerun.audit_rows(club.table(game).game, [*rows[:n], bent, *rows[n + 1 :]], seeds)
    assert wrong is not None and str(bent.seq) in wrong
