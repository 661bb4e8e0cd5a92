"""Scenes: what cannot be drawn is refused, zooming keeps the pieces."""

import msgspec
import pytest
from msgspec.structs import replace

from engine.maps.pieces import Arrow, Badge, Counter, Ghost, Mark, Panel, Pieces, Side
from engine.maps.scene import Scene, SceneError, Spot, zoomed
from tests.maps.demo import COUNTERS, MAP, SIDES, scene

SEPOYS = Counter("sepoys", "british", "Sepoys", "kabul")


@pytest.mark.parametrize(
    "pieces, fault",
    [
        (Pieces((SEPOYS, SEPOYS)), "duplicate counter 'sepoys'"),
        (Pieces((replace(SEPOYS, place="paris"),)), "unknown place 'paris'"),
        (Pieces((replace(SEPOYS, side="french"),)), "unknown side 'french'"),
        (Pieces((replace(SEPOYS, symbol="tank"),)), "unknown symbol 'tank'"),
        (Pieces((replace(SEPOYS, id="a b"),)), "counter id 'a b'"),
        (Pieces(ghosts=(Ghost(replace(SEPOYS, place="")),)), "unknown place ''"),
        (Pieces(badges=(Badge("kabul", "cloud", "?"),)), "badge '?'"),
        (Pieces(badges=(Badge("kabul", "flag", "?", side="french"),)), "unknown side 'french'"),
        (Pieces(marks=(Mark("place", "paris"),)), "mark 'place' on 'paris'"),
        (Pieces(marks=(Mark("chosen", unit="sepoys"),)), "mark 'chosen' on 'sepoys'"),
        (Pieces(marks=(Mark("odd", "kabul"),)), "mark 'odd'"),
        (Pieces(arrows=(Arrow(("kabul",)),)), "needs two stops"),
        (Pieces(arrows=(Arrow(("kabul", "paris")),)), "arrow: unknown place 'paris'"),
        (Pieces(panels=(Panel("x", (0, 0), 9, ""),) * 2), "duplicate panel 'x'"),
    ],
)
def test_faulty_pieces_are_named(pieces: Pieces, fault: str) -> None:
    with pytest.raises(SceneError) as refusal:
        scene(pieces)
    assert fault in str(refusal.value)


def test_colour_alone_never_tells_two_sides_apart() -> None:
    twins = (Side("a", "A", "#111"), Side("b", "B", "#eee"))
    with pytest.raises(SceneError, match="side 'b': only its colour tells it apart"):
        Scene("twins", (9, 9), sides=twins)
    Scene("lettered", (9, 9), sides=(twins[0], replace(twins[1], letters="B")))
    Scene("bordered", (9, 9), sides=(twins[0], replace(twins[1], border="double")))


@pytest.mark.parametrize(
    "spot, fault",
    [
        (Spot("a", "A", (0, 0), "blob"), "unknown shape 'blob'"),
        (Spot("a", " ", (0, 0)), "no title"),
        (Spot("a", "A", (0, 0), anchor="top"), "unknown anchor"),
    ],
)
def test_faulty_places_are_named(spot: Spot, fault: str) -> None:
    with pytest.raises(SceneError, match=fault):
        Scene("faulty", (9, 9), spots=(spot,))


def test_places_follow_the_map_and_the_style() -> None:
    spots = {spot.key: spot for spot in scene().spots}
    assert list(spots) == [place.key for place in MAP.places]
    herat = spots["herat"]
    assert (herat.shape, herat.colour, herat.text, herat.ringed) == ("star", "grey", "15", False)
    assert spots["kabul"].title == "Kabul, Afghanistan"
    assert spots["kabul"].ringed and spots["kabul"].near == MAP.neighbours("kabul")


def test_routes_keep_bends_and_kinds() -> None:
    route = scene().routes[9]
    assert (route.kind, len(route.points)) == ("land", 4)
    assert [r.kind for r in scene().routes] == [line.kind for line in MAP.lines]


def test_zooming_scales_the_land_and_leaves_the_pieces() -> None:
    half = zoomed(scene(), 50)
    assert half.size == (450, 330)
    assert half.spots[0].at == (55, 250)
    assert half.spots[0].label_at == scene().spots[0].label_at
    fleet = next(c for c in half.pieces.counters if c.id == "fleet")
    assert fleet.at == (52, 65)
    assert zoomed(scene(), 100) == scene()


def test_zooming_scales_a_frame() -> None:
    framed = replace(scene(), frame=(100, 200, 300, 400))
    assert zoomed(framed, 50).frame == (50, 100, 150, 200)


def test_a_scene_comes_back_from_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(scene()), type=Scene) == scene()


def test_sample_covers_every_side() -> None:
    assert {c.side for c in COUNTERS} == {side.key for side in SIDES}
