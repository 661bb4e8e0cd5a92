"""Which games there are."""

from __future__ import annotations

import pytest

from engine.core.game import Game
from engine.registry import SHIPPED, UnknownGame, find, games

MINI = ("tests.mini.game",)


def test_a_club_adds_games_by_naming_their_modules():
    assert "mini" not in games()
    assert games(MINI)["mini"].title == "Mill Stream"
    assert isinstance(find("mini", MINI), Game)


def test_an_unknown_game_is_an_error_with_a_suggestion():
    with pytest.raises(UnknownGame, match="did you mean mini") as caught:
        find("mni", MINI)
    assert caught.value.near == ("mini",)


def test_two_games_with_one_key_are_an_error():
    with pytest.raises(ValueError, match="already a game"):
        games((*MINI, "tests.harness.unsteady"))


def test_a_game_named_twice_is_one_game():
    assert len(games((*MINI, *MINI))) == len(SHIPPED) + 1
