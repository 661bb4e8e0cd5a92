"""A button from a page that was left open answers the question it stood under, or nothing."""

from flask.testing import FlaskClient

from service import adjudication
from tests.club import Club
from tests.web.browsing import form, hidden, link, page, submissions, text, ticks
from tests.web.test_play import adjudicate_all, play_to_a_set

NAMES = {"red": "Anna", "blue": "Boris"}


def drill(club: Club) -> tuple[str, str]:
    game = club.game("drill", red="Anna", blue="Boris")
    return game, link(game, "red", "Anna")


def test_a_button_of_a_question_that_is_closed_sends_nothing(
    club: Club, client: FlaskClient
) -> None:
    game, address = drill(club)
    unseen = form(page(client, address))
    club.send(game, "red", "stance bold")
    club.send(game, "blue", "stance bold")
    before = submissions(club)
    response = client.post(address, data={**unseen, "answer": "stance steady"})
    assert response.status_code == 409
    assert "Nothing was sent" in text(response.text) and f'href="{address}"' in response.text
    assert submissions(club) == before


def test_a_set_of_a_question_that_was_asked_anew_sends_nothing(
    club: Club, client: FlaskClient
) -> None:
    game, _ = drill(club)
    ask = play_to_a_set(club, game)
    address = link(game, ask.side, NAMES[ask.side])
    html = page(client, address)
    fields = {**form(html), "closing": hidden(html, "closing"), "part": ticks(html)[0]}
    assert club.send(game, ask.side, f"{ticks(html)[0]}\ndone").state == "applied"
    before = submissions(club)
    assert client.post(address, data=fields).status_code == 409
    assert submissions(club) == before


def test_the_same_question_asked_at_a_later_event_is_another_one(
    club: Club, client: FlaskClient
) -> None:
    """As in a menu, where every answer leads back to the same question."""
    game, address = drill(club)
    unseen = form(page(client, address))
    club.send(game, "red", "stance bold")
    assert client.post(address, data={**unseen, "answer": "stance steady"}).status_code == 409
    again = form(page(client, address))
    assert client.post(address, data={**again, "answer": "stance steady"}).status_code == 303


def test_another_sides_answer_leaves_the_question_open(club: Club, client: FlaskClient) -> None:
    game, address = drill(club)
    unseen = form(page(client, address))
    club.send(game, "blue", "stance bold")
    assert client.post(address, data={**unseen, "answer": "stance bold"}).status_code == 303


def test_a_second_click_after_the_answer_shows_the_first(club: Club, client: FlaskClient) -> None:
    _, address = drill(club)
    fields = {**form(page(client, address)), "answer": "stance bold"}
    first = client.post(address, data=fields).location
    adjudicate_all(club)
    assert client.post(address, data=fields).location == first
    assert len(submissions(club)) == 1


def test_a_button_without_its_question_is_refused_and_a_sheet_needs_none(
    club: Club, client: FlaskClient
) -> None:
    _, address = drill(club)
    number = {"once": form(page(client, address))["once"]}
    for odd in ("", "x:1:stance", "9" * 50, "-1:1:stance"):
        data = {**number, "asked": odd, "answer": "stance bold"}
        assert client.post(address, data=data).status_code == 409
    assert submissions(club) == []
    assert client.post(address, data={**number, "orders": "stance bold"}).status_code == 303


def test_a_button_of_a_held_game_waits_like_any_order(club: Club, client: FlaskClient) -> None:
    game, address = drill(club)
    unseen = form(page(client, address))
    club.sql("UPDATE game SET state = 'held' WHERE id = %s", game)
    location = client.post(address, data={**unseen, "answer": "stance bold"}).location
    assert adjudication.adjudicate(int(location.rpartition("/")[2])) == "new"
