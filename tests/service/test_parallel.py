"""Many workers at one game: no gap, no duplicate, no deadlock, one final state for each."""

import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service import keyring
from service.house_web import Server
from tests.club import Club

WORKERS, SUBMISSIONS = 8, 64
WORKER = """
import sys
from random import Random
from service import adjudication
ids = [int(word) for word in sys.argv[2:]]
Random(sys.argv[1]).shuffle(ids)
for id in ids:
    adjudication.adjudicate(id)
"""
MOVES = {
    "red": ("move foot ford to bridge", "move foot mill to bridge", "move guard camp to mill"),
    "blue": ("move foot hill to market", "move decoy camp to hill", "move guard camp to hill"),
}


@contextmanager
def served(club: Club) -> Iterator[str]:
    """The club's house behind a socket file, as the workers' own processes need it."""
    path = Path(club.folder) / "house.sock"
    with Server(path, club.house, (keyring.event_key().public,)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"unix://{path}"
        server.shutdown()


def work(ids: list[int]) -> None:
    words = [str(id) for id in ids]
    running = [
        subprocess.Popen([sys.executable, "-c", WORKER, str(n), *words]) for n in range(WORKERS)
    ]
    assert [process.wait(timeout=120) for process in running] == [0] * WORKERS


def test_eight_workers_on_one_game(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    game = club.game(red="Anna", blue="Boris")
    ids = [
        club.receive(game, side, f"scout at mill\nstance bold\ndone\n{MOVES[side][n % 3]}\ndone")
        for n in range(SUBMISSIONS // 2)
        for side in ("red", "blue")
    ]
    with served(club) as url:
        monkeypatch.setenv("FIELDPOST_HOUSE_URLS", url)
        work(ids)
    states = Counter(state for (state,) in club.sql("SELECT state FROM submission"))
    assert sum(states.values()) == SUBMISSIONS and states["new"] == states["shunted"] == 0
    assert states["applied"] >= 4
    assert club.sql("SELECT max(attempts) FROM submission") == [(1,)]
    assert club.sql("SELECT count(*) FROM event WHERE roll > 5")[0][0] > 0
    rows = club.rows(game)
    assert [row.seq for row in rows] == list(range(len(rows)))
    assert club.verdict(game).ok, club.verdict(game).text
