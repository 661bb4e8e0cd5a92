"""What watching machines are told."""

import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from service import database, outbox
from service.database import transaction
from service.outbox import MOST_ATTEMPTS, Mail
from service.web import health
from tests.club import Club, forget

NOWHERE = "postgresql://nobody@/nothing?host=/nonexistent"


def figures(client: FlaskClient) -> dict[tuple[str, ...], float]:
    families = text_string_to_metric_families(client.get("/metrics").text)
    return {
        (
            sample.name,
            *(v for k, v in sorted(sample.labels.items()) if k != "process"),
        ): sample.value
        for family in families
        for sample in family.samples
    }


@pytest.fixture
def no_database(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIELDPOST_DATABASE_URL", NOWHERE)
    monkeypatch.setattr(health, "PATIENCE_SECONDS", 0.2)
    monkeypatch.setattr("service.metrics.PATIENCE_SECONDS", 0.2)
    database.close()
    forget()


def test_the_process_is_alive_even_without_a_database(
    client: FlaskClient, no_database: None
) -> None:
    assert client.get("/healthz").status_code == 200


def test_ready_with_database_and_queue(
    client: FlaskClient, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIELDPOST_REDIS_URL", redis_url)
    forget()
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json == {"status": "ready", "database": "ok", "queue": "ok"}


def test_a_dead_queue_only_degrades(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIELDPOST_REDIS_URL", "unix:///nonexistent/valkey.sock")
    forget()
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json and response.json["status"] == "degraded"


def test_not_ready_without_a_database(client: FlaskClient, no_database: None) -> None:
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json and response.json["database"] == "does not answer"


def test_not_ready_before_the_migrations_ran(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "newest", lambda: "9999")
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json and "9999" in response.json["database"]


def test_figures_come_from_the_database(club: Club, client: FlaskClient) -> None:
    game = club.game(red="Anna", blue="Boris")
    club.send(game, "red", "scout at mill")
    club.send(game, "red", "scout at nowhere")
    club.receive(game, "blue", "scout at mill")
    club.sql("UPDATE submission SET received_at = received_at - interval '1 hour'")
    club.sql("UPDATE game SET rolling = true")
    club.sql("INSERT INTO incident (kind, text) VALUES ('house', 'silent')")
    found = figures(client)
    assert found["fieldpost_submissions", "form", "applied"] == 1
    assert found["fieldpost_submissions", "form", "refused"] == 1
    assert found["fieldpost_submissions", "form", "new"] == 1
    assert 3600 <= found["fieldpost_submission_oldest_new_seconds",] < 3700
    assert found["fieldpost_games", "open"] == 1
    assert found["fieldpost_games_waiting_for_dice",] == 1
    assert found["fieldpost_incidents_total", "house"] == 1
    assert found["fieldpost_events_total",] == len(club.rows(game))
    assert found["fieldpost_database_up",] == 1


def test_unsent_mail_is_waiting_or_given_up(club: Club, client: FlaskClient) -> None:
    with transaction() as conn:
        for key in ("a", "b", "c"):
            outbox.put(conn, Mail(key, "turn", club.player("Anna"), "s", "b"))
        conn.execute("UPDATE outbox SET attempts = %s WHERE key = 'a'", (MOST_ATTEMPTS,))
    found = figures(client)
    assert found["fieldpost_outbox_unsent", "waiting"] == 2
    assert found["fieldpost_outbox_unsent", "given up"] == 1


def test_figures_without_a_database_say_so(client: FlaskClient, no_database: None) -> None:
    response = client.get("/metrics")
    assert response.status_code == 200
    assert "fieldpost_database_up 0.0" in response.text


def test_requests_are_counted_by_route_and_never_by_token(club: Club, client: FlaskClient) -> None:
    client.get("/games/g1/play/sesame")
    client.get("/")
    found = figures(client)
    assert found["fieldpost_requests_total", "GET", "/", "200"] >= 1
    assert "sesame" not in client.get("/metrics").text


def test_figures_are_for_this_machine_or_for_who_has_the_token(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    afar = {"environ_base": {"REMOTE_ADDR": "192.0.2.7"}}
    token = {"Authorization": "Bearer open sesame"}
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", headers={"X-Forwarded-For": "192.0.2.7"}).status_code == 403
    for headers in ({}, token, {"Authorization": "Bearer None"}, {"Authorization": "Bearer "}):
        assert client.get("/metrics", headers=headers, **afar).status_code == 403
    monkeypatch.setenv("FIELDPOST_METRICS_TOKEN", "open sesame")
    forget()
    assert client.get("/metrics", headers=token, **afar).status_code == 200
    assert client.get("/metrics", headers={"Authorization": "Bearer x"}, **afar).status_code == 403
