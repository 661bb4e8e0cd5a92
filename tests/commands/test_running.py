"""A club that runs: doctor, demo, practice."""

import psycopg
import pytest
from click.testing import CliRunner

from ops.migrations.run import downgrade, upgrade
from service import houses
from service.commands.__main__ import cli
from service.house_client import HouseSilent
from service.settings import settings
from tests.club import Club, forget
from tests.commands.conftest import Run
from tests.service.conftest import APP


def test_doctor_names_what_is_wrong(
    manned: Club, run: Run, owner: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIELDPOST_REDIS_URL", redis_url)
    monkeypatch.setenv("FIELDPOST_HOUSE_URLS", f"unix://{manned.folder}/none.sock")
    monkeypatch.setenv("FIELDPOST_LMTP_PORT", "1")
    forget()
    downgrade(owner, "0002")
    (manned.keys_dir / "event.pem").chmod(0o644)
    told = run("doctor", code=1).output.splitlines()
    wrong = [line for line in told if line.startswith("fail")]
    assert any("step 0002" in line and "fieldpost upgrade" in line for line in wrong)
    assert any("mode 644" in line and "chmod 600" in line for line in wrong)
    assert any("none.sock does not answer" in line for line in wrong)
    assert any("LMTP on port 1" in line for line in wrong)
    assert "ok    The queue answers." in told and "ok    The database answers." in told
    upgrade(owner, role=APP)


def test_a_demo_club_has_games_of_every_kind(manned: Club, run: Run) -> None:
    told = run("demo", "--if-empty").output
    assert "finished, to be replayed" in told and "/play/" in told
    states = [row[0] for row in manned.sql("SELECT state FROM game ORDER BY number")]
    assert states.count("over") >= 2 and states.count("open") >= 2
    assert manned.sql("SELECT count(*) FROM submission WHERE state = 'applied'")[0][0] > 5
    assert "There are games already" in run("demo", code=1).output
    again = run("demo", "--if-empty").output
    assert again and again == "".join(x for x in told.splitlines(True) if "/play/" in x)


def test_practice_begins_a_game_with_a_link(manned: Club, run: Run) -> None:
    words = ("--name", "Eva", "--address", "eva@example.org", "--side", "blue")
    told = run("practice", "mini", *words, "--scenario", "drill").output
    game = told.partition(":")[0]
    assert f"/games/{game}/play/" in told and f"orders+{game}." in told
    assert manned.table(game).start.seats["red"] == "bot:random"
    assert manned.send(game, "blue", "stance bold").state == "applied"
    assert (
        "no mail address" in run("practice", "mini", "--name", "E", "--address", "e", code=2).output
    )


def test_a_silent_house_gets_one_sentence(
    manned: Club, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(self: object) -> None:
        raise HouseSilent("the house is out")

    monkeypatch.setattr(houses.Houses, "entries", silent)
    words = ("--name", "Eva", "--address", "eva@example.org")
    assert "did not answer: the house is out" in run("practice", "mini", *words, code=1).output


def test_doctor_reports_what_waits_for_a_person(manned: Club, run: Run) -> None:
    def said() -> list[str]:
        told = CliRunner().invoke(cli, ["doctor"]).output.splitlines()
        wanted = ("Shunted", "Held games", "Games that wait", "Mails unsent")
        return [line for line in told if line[6:].startswith(wanted)]

    game = manned.game("drill", red="Anna", blue="Boris")
    held = manned.game("drill", red="Anna", blue="Boris")
    manned.sql("UPDATE game SET rolling = true WHERE id = %s", game)
    assert [line[:4] for line in said()] == ["ok  "] * 4, "a roll of this moment is no trouble"
    id = manned.receive(game, "red", "stance bold")
    manned.sql("UPDATE submission SET state = 'shunted', finished_at = clock_timestamp()")
    manned.sql("UPDATE game SET state = 'held' WHERE id = %s", held)
    manned.sql("UPDATE outbox SET error = 'no relay', created_at = created_at - interval '2h'")
    with psycopg.connect(settings().owner_url) as owner:
        owner.execute("ALTER TABLE event DISABLE TRIGGER USER")
        owner.execute("UPDATE event SET at = at - interval '6 minutes'")
    told = said()
    assert [line[:4] for line in told] == ["warn"] * 4
    for line, advice in zip(
        told,
        (f"admin rerun {id}", f"admin release {held}", f"{game} is one", "no relay"),
        strict=True,
    ):
        assert advice in line
