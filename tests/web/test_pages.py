"""The first page and a game as spectators see it."""

import re
from random import Random

import pytest
from flask.testing import FlaskClient

from service import adjudication, games, keyring, watching
from service.database import transaction
from service.verify import Keys, verify
from tests.club import Club, forget
from tests.web.browsing import link, page, text


def test_the_first_page_tells_what_to_do_when_there_is_nothing(
    club: Club, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIELDPOST_EXTRA_GAMES", "")
    forget()
    monkeypatch.setattr("service.web.home.catalogue", dict)
    shown = text(page(client, "/"))
    assert "No game is in play" in shown
    assert "No game has ended yet" in shown
    assert "FIELDPOST_EXTRA_GAMES" in shown


def test_the_first_page_lists_games_and_players(club: Club, client: FlaskClient) -> None:
    game = club.game(red="Anna", blue="Boris")
    over = club.game(red="bot:random", blue="bot:random")
    adjudication.sit(over, lambda sitting: sitting.go_on())
    adjudication.roll_on(over)
    html = page(client, "/")
    in_play, _, rest = html.partition('id="finished"')
    assert f'href="/games/{game}"' in in_play and "Anna" in in_play
    assert f'href="/games/{over}"' in rest and "practice opponent (random)" in rest
    assert "Mill Stream" in rest
    assert "@example.org" not in html


def test_names_are_text_and_never_markup(club: Club, client: FlaskClient) -> None:
    game = club.game(red="Anna", blue="Boris")
    club.sql("UPDATE player SET name = '<script>x</script>' WHERE id = 'panna'")
    for address in ("/", f"/games/{game}", link(game, "red", "Anna")):
        html = page(client, address)
        assert "<script" not in html
        assert "&lt;script&gt;" in html


def test_an_erased_player_is_a_former_player(club: Club, client: FlaskClient) -> None:
    game = club.game(red="Anna", blue="Boris")
    club.sql("UPDATE player SET name = NULL, address = NULL, folded = NULL WHERE id = 'panna'")
    assert "a former player" in page(client, f"/games/{game}")


def test_a_game_shows_board_journal_and_whom_play_waits_for(
    club: Club, client: FlaskClient
) -> None:
    game = club.game(red="Anna", blue="Boris")
    club.send(game, "red", "scout at mill")
    html = page(client, f"/games/{game}")
    shown = text(html)
    assert "<svg" in html and "Old Bridge" in html
    assert "red has answered in secret" in shown
    assert "Play waits for blue: Where does your scout lie? (case 2.3)" in shown


def test_a_spectator_learns_nothing_hidden(club: Club, client: FlaskClient) -> None:
    game = club.game(red="Anna", blue="Boris")
    club.send(game, "red", "scout at Lower Ford")
    html = page(client, f"/games/{game}")
    board = club.table(game).driver.board
    hands = {t.value for t in board.tokens.values() if t.holder.startswith("hand:")}
    assert hands
    assert not any(f"is {value}" in text(html) for value in hands)
    assert "scout at" not in html
    assert "/play/" not in html


def test_a_finished_game_tells_its_result(club: Club, client: FlaskClient) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    club.play_to_the_end(game, Random(1))
    outcome = club.table(game).driver.board.outcome
    wanted = f"{outcome.winner} wins ({outcome.grade})" if outcome.winner else "draw"
    assert wanted in text(page(client, f"/games/{game}"))
    assert wanted in text(page(client, "/"))


def test_the_journal_has_pages(
    club: Club, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "PAGE", 10)
    game = club.game("drill", red="Anna", blue="Boris")
    club.play_to_the_end(game, Random(1))
    last = len(club.rows(game)) - 1
    seen: list[int] = []
    address: str | None = f"/games/{game}"
    while address:
        html = page(client, address)
        numbers = [int(n) for n in re.findall(r'of the event">(\d+)<', html)]
        assert numbers == sorted(numbers) and len(set(numbers)) <= 10
        seen = [*numbers, *seen]
        earlier = re.search(r'href="(/games/[^"]*\?before=\d+)#journal"', html)
        address = earlier[1] if earlier else None
    assert seen == sorted(seen)
    assert seen[0] <= 1 and seen[-1] >= last - 3


def test_a_game_on_hold_still_shows_and_never_runs_its_rules(
    club: Club, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = club.game(red="Anna", blue="Boris")
    with transaction() as conn:
        adjudication.hold(conn, game, "the rules changed")

    def fail(*_: object) -> None:
        raise AssertionError("the rules were run")

    monkeypatch.setattr(games, "load", fail)
    for address in (f"/games/{game}", link(game, "red", "Anna")):
        html = page(client, address)
        assert "on hold" in html and "<svg" in html


def test_the_export_verifies(club: Club, client: FlaskClient) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    club.play_to_the_end(game, Random(2))
    response = client.get(f"/games/{game}/export.jsonl")
    assert f"{game}.jsonl" in response.headers["Content-Disposition"]
    lines = response.data.removesuffix(b"\n").split(b"\n")
    verdict = verify(lines, Keys((keyring.event_key().public,)))
    assert verdict.ok and verdict.is_finished, verdict.text


@pytest.mark.parametrize(
    "address",
    [
        "/games/{game}%00",
        "/games/{game}%00/play/x",
        "/games/{game}/play/%00",
        "/games/{game}%00/export.jsonl",
        "/mailbox/" + "9" * 400,
        "/mailbox/" + "9" * 5000,
    ],
)
def test_odd_addresses_lead_nowhere(club: Club, client: FlaskClient, address: str) -> None:
    assert client.get(address.format(game=club.game())).status_code == 404
