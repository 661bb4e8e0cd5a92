"""What a lost queue leaves behind is found in the database; and how the queue is set."""

import pytest

from service import adjudication
from service.settings import VAR
from tests.club import Club
from workers import sweep
from workers.alone import alone
from workers.celery import SCHEDULE, app


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    woken: list[tuple[object, ...]] = []
    monkeypatch.setattr(sweep, "wake", lambda *words: woken.append(words))
    return woken


def states(club: Club) -> list[str]:
    return [state for (state,) in club.sql("SELECT state FROM submission ORDER BY id")]


def test_submissions_that_the_queue_forgot_are_finished(
    club: Club, queue: list[tuple[object, ...]]
) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    club.receive(game, "red", "stance bold")
    club.receive(game, "blue", "stance timid")
    sweep.sweep()
    assert states(club) == ["new", "new"], "a worker that was woken is given time"
    club.sql("UPDATE submission SET received_at = received_at - interval '10 seconds'")
    sweep.sweep()
    assert states(club) == ["applied", "refused"]
    assert queue == [("deliver.deliver",)]


def test_rolls_whose_worker_died_are_made(
    club: Club, queue: list[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    club.send(game, "red", "stance bold")
    with monkeypatch.context() as patched:
        patched.setattr(adjudication, "answer", lambda request: None)
        club.send(game, "blue", "stance bold")
    assert club.sql("SELECT rolling FROM game") == [(True,)]
    sweep.sweep_round(0)
    assert club.sql("SELECT rolling FROM game") == [(False,)]


def test_one_that_fails_does_not_stop_the_others(
    club: Club, queue: list[tuple[object, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    first = club.receive(game, "red", "stance bold")
    club.receive(game, "blue", "stance bold")
    really = adjudication.adjudicate

    def adjudicate(id: int) -> str:
        if id == first:
            raise RuntimeError("broken")
        return really(id)

    monkeypatch.setattr(adjudication, "adjudicate", adjudicate)
    sweep.sweep_round(0)
    assert states(club) == ["new", "applied"]


def test_one_sweep_at_a_time(club: Club, queue: list[tuple[object, ...]]) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    club.receive(game, "red", "stance bold")
    club.sql("UPDATE submission SET received_at = received_at - interval '10 seconds'")
    with alone(sweep.NUMBER) as first:
        assert first
        sweep.sweep()
        assert states(club) == ["new"]


def test_every_scheduled_task_is_there() -> None:
    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert scheduled <= set(app.tasks)
    assert "workers.adjudicate.adjudicate" in app.tasks


def test_no_task_is_handed_out_twice_while_it_runs() -> None:
    longest = max(sweep.ROUND_SECONDS, 30.0)
    assert app.conf.task_acks_late
    assert app.conf.broker_transport_options["visibility_timeout"] > 10 * longest


def test_the_clock_keeps_its_schedule_in_the_state_folder() -> None:
    assert app.conf.beat_schedule_filename == str(SCHEDULE)
    assert SCHEDULE.parent == VAR
