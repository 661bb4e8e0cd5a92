"""The mailbox of the embedded default: open to this machine only, and its answers are real mail."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from service import addresses, adjudication
from service.addresses import Envelope
from tests.club import Club, forget
from tests.web.browsing import once, page, text
from tests.workers.doors import Doors, free_port
from workers import deliver


@pytest.fixture
def doors(club: Club, monkeypatch: pytest.MonkeyPatch) -> Iterator[Doors]:
    monkeypatch.setenv("FIELDPOST_LMTP_PORT", str(free_port()))
    monkeypatch.setenv("FIELDPOST_SMTP_PORT", str(free_port()))
    forget()
    with Doors() as running:
        yield running


def letters(club: Club, client: FlaskClient) -> str:
    """A game begins, its mails go out; the mail to Anna."""
    game = club.game("drill", red="Anna", blue="Boris")
    assert deliver.deliver_round() == 2
    ((id,),) = club.sql("SELECT id FROM outbox WHERE player = 'panna' AND game = %s", game)
    return f"/mailbox/{id}"


def test_an_empty_mailbox_tells_when_mail_comes(client: FlaskClient) -> None:
    assert "No mail has gone out yet" in text(page(client, "/mailbox"))


def test_mails_are_listed_and_shown(club: Club, client: FlaskClient) -> None:
    letter = letters(club, client)
    listed = page(client, "/mailbox")
    assert f'href="{letter}"' in listed and "to Anna" in text(listed)
    shown = text(page(client, letter))
    assert "Anna <anna@example.org>" in shown
    assert "It is your turn" in shown and "stance bold" in shown


def test_the_first_page_leads_to_it(club: Club, client: FlaskClient) -> None:
    assert 'href="/mailbox"' in page(client, "/")


@pytest.mark.parametrize(
    "environ",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": "::ffff:192.0.2.7"},
        {"HTTP_HOST": "fieldpost.example.org"},
        {"HTTP_HOST": "127.0.0.1.example.org:8700"},
        {"HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        {"HTTP_FORWARDED": "for=192.0.2.7"},
    ],
)
def test_it_is_closed_to_everybody_else(
    club: Club, client: FlaskClient, environ: dict[str, str]
) -> None:
    letter = letters(club, client)
    for method, address in (("GET", "/mailbox"), ("GET", letter), ("POST", letter)):
        response = client.open(address, method=method, environ_overrides=environ)
        assert response.status_code == 404
        assert "Anna" not in response.text
    assert 'href="/mailbox"' not in client.get("/", environ_overrides=environ).text


@pytest.mark.parametrize("host", ["localhost:8700", "127.0.0.1:8700", "[::1]:8700", "[::1]"])
def test_it_is_open_under_every_name_of_this_machine(
    club: Club, client: FlaskClient, host: str
) -> None:
    found = client.get("/mailbox", environ_overrides={"HTTP_HOST": host})
    assert found.status_code == 200


def test_it_is_closed_where_a_mail_server_is_set(
    club: Club, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIELDPOST_SMTP_URL", "smtp://mail.example.org")
    forget()
    assert client.get("/mailbox").status_code == 404
    assert 'href="/mailbox"' not in page(client, "/")


@pytest.mark.parametrize("quote", [True, False])
def test_an_answer_is_a_real_mail_and_is_played(
    club: Club, client: FlaskClient, doors: Doors, quote: bool
) -> None:
    letter = letters(club, client)
    fields = {"once": once(page(client, letter)), "text": "stance steady\nGood luck!"}
    response = client.post(letter, data=fields | ({"quote": "on"} if quote else {}))
    assert response.status_code == 303
    assert "The reply appears here" in page(client, response.location)
    ((id, raw),) = club.sql("SELECT id, raw FROM submission")
    envelope, mail = addresses.unpack(raw)
    assert envelope == Envelope(
        "anna@example.org", (addresses.reply_address("g1", "red", "panna"),)
    )
    assert b"In-Reply-To: <outbox." in mail
    assert (b"> stance bold" in mail.replace(b"=\r\n", b"").replace(b">   ", b"> ")) == quote
    assert adjudication.adjudicate(id) == "applied"
    assert club.table("g1").driver.sealed == {"red": "steady"}


def test_a_double_click_sends_one_mail(club: Club, client: FlaskClient, doors: Doors) -> None:
    letter = letters(club, client)
    fields = {"once": once(page(client, letter)), "text": "stance steady"}
    for _ in range(2):
        assert client.post(letter, data=fields).status_code == 303
    assert club.sql("SELECT count(*) FROM submission") == [(1,)]


def test_a_foreign_page_cannot_send_in_a_players_name(
    club: Club, client: FlaskClient, doors: Doors
) -> None:
    letter = letters(club, client)
    assert client.post(letter, data={"text": "resign"}).status_code == 400
    assert club.sql("SELECT count(*) FROM submission") == [(0,)]


def test_a_gateway_that_is_down_is_told_in_words(
    club: Club, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIELDPOST_SMTP_PORT", str(free_port()))
    forget()
    letter = letters(club, client)
    fields = {"once": once(page(client, letter)), "text": "stance steady"}
    response = client.post(letter, data=fields)
    assert response.status_code == 503
    assert "mail gateway does not answer" in response.text
