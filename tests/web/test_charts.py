"""Map, charts and cards as pages."""

import pytest
from flask.testing import FlaskClient

from engine.core.charts import PAGES
from engine.great_game.game import GAME
from service.charts import page as printed
from tests.club import Club
from tests.web.browsing import page, text


@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_every_cell_of_its_charts(club: Club, client: FlaskClient, name: str) -> None:
    html = page(client, f"/rules/great_game/{name}")
    assert html.count("<tr>") == sum(
        len(part.rows) + 1 for part in printed(GAME, name).parts if part.rows
    )
    shown = text(html)
    assert all(part.title in shown for part in printed(GAME, name).parts)
    assert all(f"/rules/great_game/{other}" in html for other in PAGES if other != name)


def test_the_first_page_leads_to_the_charts_of_games_that_have_them(
    club: Club, client: FlaskClient
) -> None:
    html = page(client, "/")
    assert html.count("/rules/") == 3 and "/rules/great_game/cards" in html


@pytest.mark.parametrize("address", ["great_game/rumours", "mini/map", "nothing/map"])
def test_there_is_no_other_page(club: Club, client: FlaskClient, address: str) -> None:
    assert client.get(f"/rules/{address}").status_code == 404
