"""The board as drawn: nothing hides anything, and nobody sees what is not his to see."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import combinations

import pytest
from msgspec.structs import replace

from engine.core.driver import open_asks
from engine.core.fuzz import chance, chosen, pick
from engine.core.match import begin
from engine.great_game.board import GreatGame
from engine.great_game.game import GAME
from engine.great_game.geography import MAP, ROWS, STATE_OF
from engine.great_game.scene import BASE, BENDS, DRAWN, LABELS, PATCHES, SIZE, scene
from engine.maps.draw import draw
from engine.maps.keys import Point
from engine.maps.palette import PAINT
from engine.maps.panels import height
from engine.maps.pieces import Panel
from engine.maps.scene import Scene, Spot
from tests.great_game.positions import field

Box = tuple[int, int, int, int]  # left, top, right, bottom
LETTER = 8  # width of a letter of a label at most


@lru_cache(maxsize=8)
def late(seed: int, entries: int) -> GreatGame:
    """A position of a random campaign."""
    rng = random.Random(seed)
    match = begin(GAME, "campaign")
    for _ in range(entries):
        if match.driver.waiting is None:
            break
        if not chance(match, rng):
            ask = pick(open_asks(match.driver.waiting, match.driver.sealed), rng)
            match.answer(ask.side, chosen(match, ask, rng))
    board = match.driver.board
    assert isinstance(board, GreatGame)
    return board


def panel_box(panel: Panel) -> Box:
    x, y = panel.at
    return x, y, x + panel.width, y + height(panel)


def label_box(spot: Spot) -> Box:
    x, y = spot.at[0] + spot.label_at[0], spot.at[1] + spot.label_at[1]
    wide = LETTER * len(spot.label)
    left = {"start": x, "middle": x - wide // 2, "end": x - wide}[spot.anchor]
    return left, y - 12, left + wide, y + 3


def around(at: Point, far: int) -> Box:
    return at[0] - far, at[1] - far, at[0] + far, at[1] + far


def meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def inside(at: Point, ring: tuple[Point, ...]) -> bool:
    """Whether a ray to the east crosses the ring an odd number of times."""
    x, y = at
    sides = zip(ring, (*ring[1:], ring[0]), strict=True)
    crossed = [
        (bx - ax) * (y - ay) / (by - ay) + ax > x
        for (ax, ay), (bx, by) in sides
        if (ay > y) != (by > y)
    ]
    return sum(crossed) % 2 == 1


@pytest.fixture(scope="module")
def opening() -> Scene:
    return scene(field())


def test_no_label_lies_on_another_space_or_label(opening: Scene) -> None:
    labels = [(spot.key, label_box(spot)) for spot in opening.spots]
    spots = [(spot.key, around(spot.at, 12)) for spot in opening.spots]
    assert not [(a, b) for (a, one), (b, two) in combinations(labels, 2) if meet(one, two)]
    assert not [(a, b) for a, one in labels for b, two in spots if a != b and meet(one, two)]


def test_a_counter_over_a_space_hides_no_name(opening: Scene) -> None:
    piles = [(s.key, around((s.at[0], s.at[1] + s.stack_at[1]), 18)) for s in opening.spots]
    labels = [(spot.key, label_box(spot)) for spot in opening.spots]
    assert not [(a, b) for a, one in piles for b, two in labels if meet(one, two)]


@pytest.mark.parametrize(("seed", "entries"), [(1, 1), (3, 60), (7, 200), (11, 330)])
def test_panels_lie_on_the_sheet_and_beside_each_other(seed: int, entries: int) -> None:
    drawn = scene(late(seed, entries))
    boxes = [(p.id, panel_box(p)) for p in drawn.pieces.panels]
    assert len(boxes) == 9
    assert all(b[0] > 8 and b[2] < SIZE[0] - 8 and b[3] < SIZE[1] - 8 for _, b in boxes)
    assert not [(a, b) for (a, one), (b, two) in combinations(boxes, 2) if meet(one, two)]
    spaces = [(spot.key, around(spot.at, 22)) for spot in drawn.spots]
    assert not [(a, b) for a, one in boxes for b, two in spaces if meet(one, two)]


def test_spaces_stand_on_dry_land_and_on_their_own_colour() -> None:
    seas = [patch.points for patch in PATCHES if patch.style == "sea"]
    for place in MAP.places:
        assert not any(inside(place.at, sea) for sea in seas), place.name
        colours = [p.colour for p in PATCHES if p.style == "tint" and inside(place.at, p.points)]
        assert colours == [ROWS["states"][STATE_OF[place.key]]["colour"]], place.name


def test_water_lines_run_over_water() -> None:
    seas = [patch.points for patch in PATCHES if patch.style == "sea"]
    for line in MAP.lines:
        if line.kind == "water":
            way = DRAWN.trace((line.a, line.b))
            stops = way[1:-1] or (((way[0][0] + way[1][0]) // 2, (way[0][1] + way[1][1]) // 2),)
            assert all(any(inside(at, sea) for sea in seas) for at in stops), line


def test_the_base_map_names_only_what_there_is() -> None:
    assert all(MAP.line(a, b) for a, b in BENDS)
    assert all(key in MAP for key in LABELS)
    assert {row["kind"] for row in BASE["sample"]} == {line.kind for line in MAP.lines}
    assert all(0 <= x <= SIZE[0] and 0 <= y <= SIZE[1] for p in PATCHES for x, y in p.points)


def test_kinds_of_lines_differ_without_colour() -> None:
    dashes = {PAINT[f"route-{line.kind}"].get("stroke-dasharray") for line in MAP.lines}
    assert len(dashes) == 3


def test_2_4_a_fortress_is_a_star_with_its_sp_until_it_is_destroyed() -> None:
    board = field()
    board.fortress["herat"] = 3
    del board.fortress["ghazni"]
    drawn = scene(board)
    spots = {spot.key: spot for spot in drawn.spots}
    badges = {(b.place, b.text) for b in drawn.pieces.badges}
    assert (spots["herat"].shape, spots["herat"].text) == ("star", "3")
    assert (spots["ghazni"].shape, spots["ghazni"].text) == ("circle", "")
    assert {("herat", "12"), ("ghazni", "X")} <= badges


def test_control_discontent_and_invasion_are_marked() -> None:
    board = field("persia proxy russian", "punjab conquest british", "khiva invaded russian")
    marks = {(b.place, b.shape, b.side) for b in scene(board).pieces.badges}
    assert ("kerman", "flag", "russian") in marks
    assert {("multan", "flag", "british"), ("multan", "triangle", "")} <= marks
    assert ("khiva", "round", "russian") in marks
    assert not [mark for mark in marks if mark[0] == "herat"]


def test_sp_lie_above_their_officers() -> None:
    drawn = scene(field("delhi 12 british", "burnes at delhi", "pottinger at delhi"))
    here = [c for c in drawn.pieces.counters if c.place == "delhi"]
    assert max(here, key=lambda c: c.order).text == "12" and len(here) == 3


def test_a_hand_is_shown_to_its_side_alone() -> None:
    board = field("british holds hero", "russian holds rebellion")
    for side, own, other in (("british", "Hero", "Rebellion"), ("russian", "Rebellion", "Hero")):
        picture = draw(GAME.scene(GAME.view(board, side)))
        assert own in picture and other not in picture
    outside = draw(GAME.scene(GAME.view(board, None)))
    assert "Hero" not in outside and "Rebellion" not in outside
    assert outside.count("hand of 1") == 2


def test_a_card_is_face_down_until_it_is_turned() -> None:
    board = field("british plays pen")
    shown = {p.id: p for p in scene(board).pieces.panels}
    assert shown["current.british"].corner == "0"
    board.tokens = {
        key: replace(token, known_to=("british",)) for key, token in board.tokens.items()
    }
    hidden = {p.id: p for p in GAME.scene(GAME.view(board, "russian")).pieces.panels}
    assert hidden["current.british"].lines == ("face down",)
    assert hidden["current.british"].corner == ""


def test_spaces_out_of_play_have_no_colour_and_no_figure() -> None:
    board = begin(GAME, "first_afghan_war").driver.board
    spots = {spot.key: spot for spot in GAME.scene(board).spots}
    assert (
        spots["khiva"].colour == "" and spots["khiva"].text == "" and not spots["khiva"].focusable
    )
    assert spots["khiva"].shape == "star"
    assert spots["lahore"].colour and spots["lahore"].text == "12"


def test_the_turn_names_the_decade_and_the_round() -> None:
    titles = {scene(field(round=n)).pieces.panels[0].title for n in (0, 1)}
    assert titles == {"1830s, hands are dealt", "1830s, round 1 of 5"}
