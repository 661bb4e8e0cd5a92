"""What a browser does with our pages: find forms, fill them in, follow what comes."""

import re
from html import unescape

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service import addresses
from tests.club import Club

TAGS = re.compile(r"<[^>]+>")


def player(name: str) -> str:
    return f"p{name.lower()}"


def link(game: str, side: str, name: str) -> str:
    return f"/games/{game}/play/{addresses.token(game, side, player(name))}"


def page(client: FlaskClient, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, response.text
    return response.text


def text(html: str) -> str:
    return " ".join(unescape(TAGS.sub(" ", html)).split())


def once(html: str) -> str:
    found = re.search(r'name="once" value="([^"]+)"', html)
    assert found, "no form on this page"
    return found[1]


def buttons(html: str) -> list[str]:
    return [unescape(value) for value in re.findall(r'name="answer" value="([^"]*)"', html)]


def ticks(html: str) -> list[str]:
    return [unescape(value) for value in re.findall(r'name="part" value="([^"]*)"', html)]


def hidden(html: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', html)
    assert found, name
    return unescape(found[1])


def send(client: FlaskClient, address: str, **fields: str | list[str]) -> TestResponse:
    """Fill in the page's form and press a button."""
    return client.post(address, data={**form(page(client, address)), **fields})


def form(html: str) -> dict[str, str]:
    """What the page's forms carry unseen: their number, and the question if one is open."""
    asked = {"asked": hidden(html, "asked")} if 'name="asked"' in html else {}
    return {"once": once(html), **asked}


def submissions(club: Club) -> list[tuple[int, str]]:
    found = club.sql("SELECT id, convert_from(raw, 'UTF8') FROM submission ORDER BY id")
    return [(row[0], row[1]) for row in found]
