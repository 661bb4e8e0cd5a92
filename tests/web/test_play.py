"""A seat's own page: what it shows, what it hides, what it sends."""

import re
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from engine.core.facts import Mixed, Shown
from engine.core.procedure import Ask
from engine.core.sets import SetOptions
from engine.core.tokens import knows
from service import addresses, adjudication
from service.loading import Loading, Past
from tests.club import Club, random_orders
from tests.web.browsing import (
    buttons,
    form,
    hidden,
    link,
    page,
    player,
    send,
    submissions,
    text,
    ticks,
)

SECRET = "xyzzy"


def adjudicate_all(club: Club) -> None:
    for (id,) in club.sql("SELECT id FROM submission WHERE state = 'new' ORDER BY id"):
        adjudication.adjudicate(id)


def test_a_wrong_token_opens_nothing_and_says_so(club: Club, client: FlaskClient) -> None:
    game = club.game(red="Anna", blue="Boris")
    other = club.game(red="Anna", blue="Boris")
    foreign = addresses.token(other, "red", player("Anna"))
    for token in ("sesame", foreign, "a" * 26):
        for address in (f"/games/{game}/play/{token}", f"/games/{game}/play/{token}/sent/1"):
            response = client.get(address)
            assert response.status_code == 404
            assert "does not open a seat" in response.text
        assert client.post(f"/games/{game}/play/{token}", data={}).status_code == 404
    assert submissions(club) == []


def test_the_page_offers_the_open_question_as_buttons(club: Club, client: FlaskClient) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    html = page(client, link(game, "red", "Anna"))
    assert buttons(html) == ["stance bold", "stance steady"]
    assert "you play red" in text(html)


def test_whoever_is_not_asked_reads_whom_play_waits_for(club: Club, client: FlaskClient) -> None:
    game = club.game("drill", red="Anna", blue="Boris", join=False)
    adjudication.join(game, "red", "x")
    html = page(client, link(game, "red", "Anna"))
    assert buttons(html) == []
    assert "Play waits for the players to take their seats" in text(html)


def test_nobody_elses_token_or_address_is_on_the_page(club: Club, client: FlaskClient) -> None:
    game = club.game(red="Anna", blue="Boris")
    html = page(client, link(game, "red", "Anna"))
    assert addresses.token(game, "blue", player("Boris")) not in html
    assert "@" not in text(html)


def test_what_a_side_does_not_know_never_reaches_its_page(
    club: Club, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every hidden value is planted with a word; only the side that knows it may read it."""
    game = club.game(red="Anna", blue="Boris")
    facts = Loading.facts

    def planted(self: Loading, event: Past) -> list[Any]:
        return [marked(fact) for fact in facts(self, event)]

    def marked(fact: Any) -> Any:
        if isinstance(fact, Shown) and not knows(fact.to, "red"):
            return replace(fact, value=SECRET)
        if isinstance(fact, Mixed):
            values = (
                t if knows(t.known_to, "red") else replace(t, value=SECRET) for t in fact.tokens
            )
            return replace(fact, tokens=tuple(values))
        return fact

    club.sql("DELETE FROM snapshot")
    monkeypatch.setattr(Loading, "facts", planted)
    monkeypatch.setattr("tests.mini.view.strength_text", lambda kind: kind or "")
    known = page(client, link(game, "blue", "Boris"))
    assert known.count(SECRET) > 5, "too little was planted"
    assert SECRET not in page(client, link(game, "red", "Anna"))
    assert SECRET not in page(client, f"/games/{game}")


def test_a_button_answers_and_the_sender_reads_what_became_of_it(
    club: Club, client: FlaskClient
) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    response = send(client, link(game, "red", "Anna"), answer="stance bold")
    assert response.status_code == 303
    waiting = page(client, response.location)
    assert "received on" in text(waiting)
    assert 'http-equiv="refresh"' in waiting
    adjudicate_all(club)
    done = page(client, response.location)
    assert 'http-equiv="refresh"' not in done
    assert "Your orders are in. Understood: stance bold" in text(done)
    assert "Answer this mail" not in done
    again = page(client, link(game, "red", "Anna"))
    assert "You have answered" in again and buttons(again)


def test_a_double_click_or_a_reload_submits_once(club: Club, client: FlaskClient) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    address = link(game, "red", "Anna")
    unseen = form(page(client, address))
    sent = {client.post(address, data={**unseen, "answer": "stance bold"}).location}
    sent |= {client.post(address, data={**unseen, "answer": "stance bold"}).location}
    assert len(sent) == 1 and len(submissions(club)) == 1
    changed = client.post(address, data={**unseen, "answer": "stance steady"})
    assert changed.location not in sent
    assert len(submissions(club)) == 2


@pytest.mark.parametrize("number", ["", "1.2.3", "1700000000.00ff." + "0" * 24, "é.é.é"])
def test_a_form_without_our_number_is_not_taken(
    club: Club, client: FlaskClient, number: str
) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    data = {"once": number, "answer": "stance bold"}
    response = client.post(link(game, "red", "Anna"), data=data)
    assert response.status_code == 400
    assert submissions(club) == []


def test_a_preview_is_kept_and_played_by_one_button(club: Club, client: FlaskClient) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    address = link(game, "red", "Anna")
    send(client, address, orders="stance bold", do="preview")
    adjudicate_all(club)
    assert club.table(game).driver.sealed == {}
    html = page(client, address)
    assert "Previewed, not played" in html and "go" in buttons(html)
    send(client, address, answer="go")
    adjudicate_all(club)
    assert club.table(game).driver.sealed == {"red": "bold"}


def test_a_refusal_gives_its_reason_and_the_sheet_back(club: Club, client: FlaskClient) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    address = link(game, "red", "Anna")
    orders = "stance timid\nmove a to b"
    location = send(client, address, orders=orders, do="play").location
    adjudicate_all(club)
    shown = page(client, location)
    assert "Refused" in text(shown) and '"stance timid"' in text(shown)
    again = re.search(r'href="([^"]*again=\d+)#orders"', shown)
    assert again
    assert f">{orders}</textarea>" in page(client, again[1])


def test_a_submission_is_shown_to_its_sender_only(club: Club, client: FlaskClient) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    location = send(client, link(game, "red", "Anna"), orders="stance bold", do="play").location
    id = int(location.rpartition("/")[2])
    assert client.get(f"{link(game, 'blue', 'Boris')}/sent/{id}").status_code == 404
    stolen = page(client, f"{link(game, 'blue', 'Boris')}?again={id}")
    assert "stance bold</textarea>" not in stolen


def test_ticked_lines_make_one_set_answer(club: Club, client: FlaskClient) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    ask = play_to_a_set(club, game)
    address = link(game, ask.side, {"red": "Anna", "blue": "Boris"}[ask.side])
    html = page(client, address)
    first = ticks(html)[0]
    fields = {"closing": hidden(html, "closing"), "empty": hidden(html, "empty")}
    location = send(client, address, part=[first], **fields).location
    adjudicate_all(club)
    shown = text(page(client, location))
    assert f"Understood: {first} done" in shown or "more must be named" in shown
    assert submissions(club)[-1][1].startswith(f'{{"orders":"{first}\\ndone"')


def play_to_a_set(club: Club, game: str) -> Ask:
    rng = Random(5)
    for _ in range(200):
        table = club.table(game)
        waiting = table.waiting
        if isinstance(waiting, Ask) and isinstance(waiting.options, SetOptions):
            return waiting
        asks = [waiting] if isinstance(waiting, Ask) else list(waiting.asks.values())  # type: ignore[union-attr]
        open_ = next(a for a in asks if a.side not in table.driver.sealed)
        assert club.send(game, open_.side, random_orders(table, open_, rng)).state == "applied"
    raise AssertionError("no set was asked for")


def test_a_sheet_that_waits_and_standing_orders_are_shown(club: Club, client: FlaskClient) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    address = link(game, "red", "Anna")
    orders = "stance bold\nmove Old Bridge to Mill\nlosses: weakest first"
    send(client, address, orders=orders, do="play")
    adjudicate_all(club)
    html = page(client, address)
    assert "Waiting until play comes back to you" in html
    assert "move Old Bridge to Mill" in html
    assert "losses: weakest first" in html
    assert "losses" not in page(client, link(game, "blue", "Boris")).partition("<details>")[0]


def test_orders_for_a_game_on_hold_are_kept(club: Club, client: FlaskClient) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    club.sql("UPDATE game SET state = 'held' WHERE id = %s", game)
    location = send(client, link(game, "red", "Anna"), orders="stance bold", do="play").location
    adjudicate_all(club)
    shown = text(page(client, location))
    assert "on hold" in shown and "kept" in shown


def test_a_shunted_submission_is_owned_up_to(club: Club, client: FlaskClient) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    location = send(client, link(game, "red", "Anna"), orders="stance bold", do="play").location
    adjudication.shunt(int(location.rpartition("/")[2]), "Traceback: boom")
    shown = text(page(client, location))
    assert "wrong on our side" in shown and "boom" not in shown


def test_a_button_leaves_waiting_orders_alone(club: Club, client: FlaskClient) -> None:
    game = club.game(red="Anna", blue="Boris")
    club.send(game, "red", "scout at mill\nstance bold")
    send(client, link(game, "red", "Anna"), answer="scout at Market")
    adjudicate_all(club)
    assert "stance bold" in page(client, link(game, "red", "Anna"))
    club.send(game, "blue", "scout at hill")
    assert club.table(game).driver.sealed == {"red": "bold"}
