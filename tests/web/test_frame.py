"""Around every page: headers, logs, errors in words."""

import pytest
from flask.testing import FlaskClient
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from service import database
from service.web import home
from tests.club import Club, forget
from tests.web import browsing
from tests.web.browsing import link


def test_every_answer_has_strict_headers(club: Club, client: FlaskClient) -> None:
    game = club.game(red="Anna", blue="Boris")
    pages = ("/", f"/games/{game}", link(game, "red", "Anna"), "/mailbox", "/nothing", "/healthz")
    for address in (*pages, "/static/site.css"):
        with client.get(address) as response:  # a file would stay open
            headers = response.headers
        policy = headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; style-src 'self'; img-src 'self' data:;")
        assert "frame-ancestors 'none'" in policy and "base-uri 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"


def test_pages_ask_nothing_of_other_servers(club: Club, client: FlaskClient) -> None:
    game = club.game(red="Anna", blue="Boris")
    for address in ("/", f"/games/{game}", link(game, "red", "Anna"), "/mailbox"):
        html = browsing.page(client, address)
        assert "<script" not in html and " style=" not in html
        assert 'src="http' not in html and 'href="http' not in html


def test_a_request_is_logged_with_its_game_and_without_its_token(
    club: Club, client: FlaskClient
) -> None:
    game = club.game(red="Anna", blue="Boris")
    address = link(game, "red", "Anna")
    with capture_logs(processors=[merge_contextvars]) as logged:
        client.get(address)
    answered = [line for line in logged if line["event"] == "answered"]
    assert [(line["game"], line["status"]) for line in answered] == [(game, 200)]
    assert address.rpartition("/")[2] not in str(logged)


@pytest.mark.parametrize(
    ("method", "address", "status", "words"),
    [
        ("GET", "/nothing", 404, "There is nothing here"),
        ("GET", "/games/g999", 404, "There is no such game"),
        ("GET", "/games/g999/export.jsonl", 404, "There is no such game"),
        ("DELETE", "/", 405, "That does not work here"),
    ],
)
def test_errors_are_told_in_words(
    client: FlaskClient, method: str, address: str, status: int, words: str
) -> None:
    response = client.open(address, method=method)
    assert response.status_code == status
    assert words in response.text and "To the first page" in response.text


def test_too_much_text_is_refused_and_nothing_is_kept(club: Club, client: FlaskClient) -> None:
    game = club.game(red="Anna", blue="Boris")
    response = browsing.send(client, link(game, "red", "Anna"), orders="x" * 300_000, do="play")
    assert response.status_code == 413
    assert "too much text" in response.text
    assert browsing.submissions(club) == []


def test_a_fault_of_ours_has_a_number_that_stands_in_the_log(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(home, "catalogue", fail)
    with capture_logs(processors=[merge_contextvars]) as logged:
        response = client.get("/")
    assert response.status_code == 500
    assert "secret detail" not in response.text
    (failed,) = [line for line in logged if line["event"] == "request failed"]
    assert f"<code>{failed['request']}</code>" in response.text


def test_programs_get_problem_json(client: FlaskClient) -> None:
    response = client.get("/api/v1/nothing")
    assert response.status_code == 404
    assert response.mimetype == "application/problem+json"
    assert response.json and response.json["status"] == 404


def test_without_a_database_the_page_says_that_nothing_was_taken(
    club: Club, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIELDPOST_DATABASE_URL", "postgresql://nobody@/x?host=/nonexistent")
    database.close()
    forget()
    database.pool().timeout = 0.2
    response = client.get("/")
    assert response.status_code == 503
    assert "Nothing was taken in" in response.text
