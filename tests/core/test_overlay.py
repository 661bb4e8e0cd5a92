"""An edition with other values stands beside the shipped one, and neither touches the other."""

from __future__ import annotations

import sys
from random import Random

import msgspec
import pytest

from engine.core.fuzz import fuzz
from engine.core.game import Game
from engine.core.match import begin
from engine.core.overlay import BadOverlay, amended, read
from engine.great_game.board import CARDS, GreatGame
from engine.great_game.facts import Fortified
from engine.great_game.game import GAME
from engine.great_game.geography import FORTRESSES
from service.charts import charts_text, map_text
from tests.mini.game import GAME as MINI

HEAD = 'game = "{game}"\nbase = "1.0"\nedition = "{name}"\n'
CHANGE = """
[[change]]
file = "{file}"
path = "{path}"
value = {value}
provenance = "{provenance}"
reason = "{reason}"
"""
FOUND = "found: our own sheet"


def change(
    file: str, path: str, value: str, provenance: str = FOUND, reason: str = "printed so"
) -> str:
    return CHANGE.format(file=file, path=path, value=value, provenance=provenance, reason=reason)


def overlaid(*changes: str, game: Game = GAME, name: str = "club") -> Game:
    text = HEAD.format(game=game.key, name=name) + "".join(changes)
    return amended(game, read(text.encode()))


BOKHARA = change("map.toml", "fortresses.bokhara", "14")
ROBERTS = change("counters.toml", "officer.roberts.tactics", "1")
LINE = change("map.toml", "line.6.kind", '"desert"')


def test_the_value_changes_in_the_new_edition_alone() -> None:
    club = overlaid(BOKHARA)
    assert opening_fortress(club) == 14
    assert opening_fortress(GAME) == FORTRESSES["bokhara"] == 12


def opening_fortress(game: Game) -> int:
    facts = game.opening("campaign", {}, game.editions[-1])
    (sp,) = (f.sp for f in facts if type(f).__name__ == "Fortified" and f.place == "bokhara")  # type: ignore[attr-defined]
    return int(sp)


def test_the_name_tells_the_content() -> None:
    one, two = overlaid(BOKHARA), overlaid(BOKHARA.replace("14", "13"))
    assert one.editions[0].startswith("club+") and one.key == f"great_game@{one.editions[0]}"
    assert one.editions != two.editions and one.key != two.key
    assert overlaid(BOKHARA).editions == one.editions


def test_types_and_rules_of_the_twin_are_its_own() -> None:
    club = overlaid(BOKHARA)
    board = begin(club, "campaign").driver.board
    assert type(board) is club.board_type and not isinstance(board, GreatGame)
    assert Fortified not in club.fact_types
    again = club.decode_board(msgspec.json.encode(board))
    assert again == board and type(again) is type(board)


def test_provenance_and_reason_stand_in_the_charts() -> None:
    club = overlaid(BOKHARA, ROBERTS, LINE)
    assert "14 (f)" in map_text(club) and "14 (f)" not in map_text(GAME)
    assert f"Edition {club.editions[0]}" in map_text(club)
    assert "printed so" in map_text(club)
    assert "Roberts          British  1 (f)    1 (r)" in charts_text(club)
    assert "Delhi               Simla               desert" in map_text(club)


def test_random_games_run_on_it() -> None:
    club = overlaid(change("tables.toml", "thresholds.rebellion", "2"))
    assert not fuzz(club, "campaign", range(2), Random).failures


def test_any_game_can_be_changed_in_what_its_rules_do_not_print() -> None:
    club = overlaid(change("tables.toml", "unknown.strength", "3"), game=MINI)
    assert club.editions[0] != MINI.editions[-1]
    assert not fuzz(club, "drill", range(1), Random).failures
    with pytest.raises(BadOverlay, match="stays 3"):
        overlaid(change("tables.toml", "strength.guard", "4"), game=MINI)


def test_rules_read_the_changed_value() -> None:
    club = overlaid(change("cards.toml", "card.hero.value", "4"))
    tables = sys.modules[club.board_type.__module__]
    assert tables.CARDS["hero"]["value"] == 4 and CARDS["hero"]["value"] == 2


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (change("map.toml", "fortresses.bukhara", "14"), "has no value 'fortresses.bukhara'"),
        (change("map.toml", "line.900.kind", '"land"'), "has no value"),
        (change("map.toml", "fortresses.bokhara.deep", "1"), "has no value"),
        (change("map.toml", "fortresses.bokhara", '"14"'), "not of the type of 12"),
        (change("map.toml", "fortresses.bokhara", "true"), "not of the type of 12"),
        (change("map.toml", "fortresses.herat", "16"), "given by the rules and stays 15"),
        (change("maps.toml", "fortresses.bokhara", "14"), "no table 'maps.toml'"),
        (change("map.toml", "fortresses.bokhara", "14", reason=" "), "no reason"),
    ],
)
def test_what_does_not_fit_is_refused(given: str, said: str) -> None:
    with pytest.raises(BadOverlay, match=said.replace("'", ".")):
        overlaid(given)


def test_a_provenance_must_be_one_of_the_marks() -> None:
    with pytest.raises(BadOverlay, match="'guessed' is not one of"):
        overlaid(change("map.toml", "fortresses.bokhara", "14", provenance="guessed: by us"))


def test_a_base_that_is_not_there_is_refused() -> None:
    text = HEAD.format(game="great_game", name="x").replace("1.0", "0.9") + BOKHARA
    with pytest.raises(BadOverlay, match=r"no edition '0\.9'"):
        amended(GAME, read(text.encode()))


@pytest.mark.parametrize("text", ["", "game = 3", HEAD.format(game="mini", name="x y") + BOKHARA])
def test_a_file_that_is_no_overlay_is_refused(text: str) -> None:
    with pytest.raises(BadOverlay):
        read(text.encode())


def test_the_shipped_tables_have_no_faults() -> None:
    assert GAME.data_faults() == ()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (change("cards.toml", "card.hero.count", "5"), "the deck has 55 cards and not 54"),
        (change("map.toml", "line.6.kind", '"rail road"'), "is of no kind"),
        (change("map.toml", "line.6.b", '"simlaa"'), "unknown place 'simlaa'"),
        (change("map.toml", "fortresses.delhi", "0"), "no fortress of 0 SP"),
        (change("map.toml", "states.punjab.capital", '"delhi"'), "capital of Punjab"),
    ],
)
def test_faults_of_a_changed_table_are_named(given: str, said: str) -> None:
    try:
        told = "; ".join(overlaid(given).data_faults())
    except ValueError as problem:
        told = str(problem)
    assert said in told
