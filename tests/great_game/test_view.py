"""What each side sees of the board: everything but cards that are not its own."""

from engine.great_game.game import GAME
from engine.great_game.geography import MAP
from engine.maps.draw import draw
from tests.great_game.positions import field


def test_every_space_is_drawn():
    scene = GAME.scene(field())
    assert [spot.key for spot in scene.spots] == [place.key for place in MAP.places]
    assert len(scene.routes) >= len(MAP.lines)


def test_spaces_are_far_enough_apart_to_be_read():
    for n, one in enumerate(MAP.places):
        for other in MAP.places[n + 1 :]:
            assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= 75**2, (one.name, other.name)


def test_a_hand_is_drawn_for_its_owner_only():
    board = field("british holds royal_geographic_society", "russian holds military_surveyors")
    views = {side: GAME.view(board, side) for side in ("british", "russian", None)}
    shown = {side: draw(GAME.scene(view)) for side, view in views.items()}
    assert "Royal Geographic" in shown["british"] and "Royal Geographic" not in shown["russian"]
    assert "Surveyors" in shown["russian"] and "Surveyors" not in shown["british"]
    assert "Royal Geographic" not in shown[None] and "Surveyors" not in shown[None]
