"""`fieldpost edition`: from a club's file to a game that names it."""

from pathlib import Path

from service import catalogue, games, overview
from service.database import transaction
from service.words import words
from tests.club import Club, forget
from tests.commands.conftest import Run

FILE = """game = "great_game"
base = "1.0"
edition = "club-2026"

[[change]]
file = "map.toml"
path = "fortresses.bokhara"
value = 14
provenance = "found: our copy of the sheet"
reason = "read off the printed star"
"""


def put(folder: Path, text: str = FILE) -> Path:
    path = folder / "ours.toml"
    path.write_text(text)
    return path


def test_an_edition_is_added_and_listed(alone: Path, run: Run) -> None:
    told = run("edition", "add", put(alone)).output
    (kept,) = (alone / "editions").glob("*.toml")
    assert kept.read_text() == FILE and kept.stem.startswith("club-2026+")
    assert f"Added great_game@{kept.stem}." in told
    forget()
    listed = run("games").output
    assert f"great_game@{kept.stem}: The Great Game" in listed and "great_game: The" in listed
    reasons = run("edition", "list").output
    assert "fortresses.bokhara = 14" in reasons and "read off the printed star" in reasons


def test_a_faulty_file_is_not_kept(alone: Path, run: Run) -> None:
    for old, new, said in (
        ("fortresses.bokhara", "fortresses.bukhara", "has no value"),
        ("fortresses.bokhara", "fortresses.herat", "given by the rules"),
        ("great_game", "great_games", "there is no game 'great_games'"),
        ("value = 14", "value = -1", "no fortress of -1 SP"),
        ("found:", "seen:", "'seen' is not one of given, found, deduced, reconstructed"),
    ):
        told = run("edition", "add", put(alone, FILE.replace(old, new)), code=1).output
        assert said in told and "was not added" in told
    assert not (alone / "editions").exists()


def test_a_file_that_was_changed_afterwards_is_left_out(alone: Path, run: Run) -> None:
    run("edition", "add", put(alone))
    (kept,) = (alone / "editions").glob("*.toml")
    kept.write_text(FILE.replace("14", "15"))
    forget()
    told = run("games").output
    assert "great_game@" not in told and "its content is not what its name says" in told


def test_a_game_names_the_edition_it_was_begun_on(club: Club, run: Run) -> None:
    run("edition", "add", put(club.folder))
    forget()
    key = next(key for key in catalogue.catalogue() if "@" in key)
    seats = {side: games.Seat(side, bot="random") for side in ("british", "russian")}
    with transaction() as conn:
        id = games.create(conn, key, "campaign", seats)
        line = overview.find(conn, id)
    start = club.table(id).start
    assert (start.title, start.edition) == (key, key.partition("@")[2])
    assert (line.title, line.edition) == ("The Great Game", start.edition)
    assert club.table(id).driver.board.fortress["bokhara"] == 14
    shipped = words(catalogue.find("great_game"))
    assert words(catalogue.find(key)) == shipped
