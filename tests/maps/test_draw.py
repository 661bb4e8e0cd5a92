"""The drawing: well-formed, titled, layered, the same every time."""

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from engine.maps.draw import draw
from engine.maps.palette import PAINT, stylesheet
from engine.maps.pieces import Counter, Mark, Panel, Pieces
from engine.maps.scene import Scene, Spot, zoomed
from engine.maps.symbols import NAMES, symbol
from tests.maps.demo import MAP, PIECES, SIDES, scene

SVG = "{http://www.w3.org/2000/svg}"
LAYERS = ["terrain", "lines", "places", "labels", "counters", "marks", "arrows", "panels"]
NASTY = "<Kabul> & \"Cabul\" 'x' \x00 ]]>"


def drawn(picture: Scene | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(draw(picture or scene()))


def by_id(root: ElementTree.Element, key: str) -> ElementTree.Element:
    return next(node for node in root.iter() if node.get("id") == key)


def test_layers_stand_in_order() -> None:
    groups = [node.get("id") for node in drawn().findall(f"{SVG}g")]
    assert groups == [f"layer-{name}" for name in LAYERS]


def test_ids_are_unique_and_references_exist() -> None:
    text = draw(scene())
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    used = re.findall(r'href="#([^"]+)"', text) + re.findall(r"url\(#([^)]+)\)", text)
    assert len(used) > 30 and set(used) <= set(ids)


def test_every_place_is_a_titled_button_with_one_tab_stop() -> None:
    root = drawn()
    places = [by_id(root, f"place-{place.key}") for place in MAP.places]
    assert [p.findtext(f"{SVG}title", "").split(",")[0] for p in places] == [
        place.name for place in MAP.places
    ]
    assert {p.get("role") for p in places} == {"button"}
    assert [p.get("tabindex") for p in places] == ["0"] + ["-1"] * (len(places) - 1)
    assert places[0].get("data-near") == "khorasan krasnovodsk"


def test_places_out_of_play_take_no_focus() -> None:
    first, *rest = scene().spots
    root = drawn(replace(scene(), spots=(replace(first, focusable=False), *rest)))
    tehran = by_id(root, "place-tehran")
    assert (tehran.get("role"), tehran.get("tabindex")) == ("img", None)
    assert by_id(root, "place-khorasan").get("tabindex") == "0"


def test_hit_targets_are_24_wide_or_more() -> None:
    hits = [node for node in drawn().iter() if node.get("class") == "hit"]
    assert len(hits) == len(MAP.places)
    assert all(int(node.get("r", "0")) >= 12 for node in hits)


def test_the_map_is_a_named_and_described_group() -> None:
    root = drawn()
    assert root.get("role") == "group"
    assert by_id(root, root.get("aria-labelledby", "")).text == "The road to Herat"
    assert "Persians" in (by_id(root, root.get("aria-describedby", "")).text or "")


def test_words_are_escaped_everywhere() -> None:
    counter = Counter("x", "british", NASTY, "a", symbol="infantry", text="<&", status=(NASTY,))
    spot = Spot("a", NASTY, (50, 60), text="&", label=NASTY)
    pieces = Pieces((counter,), panels=(Panel("p", (0, 0), 900, NASTY, (NASTY,), "<"),))
    root = drawn(Scene(NASTY, (99, 99), NASTY, spots=(spot,), sides=SIDES, pieces=pieces))
    clean = NASTY.replace("\x00", "\ufffd")
    assert by_id(root, "board-title").text == clean
    assert by_id(root, "place-a").findtext(f"{SVG}title") == clean
    assert clean in [node.text for node in by_id(root, "panel-p").iter(f"{SVG}text")]


def test_every_counter_stands_once_and_can_be_moved() -> None:
    root = drawn()
    for counter in PIECES.counters:
        node = by_id(root, f"unit-{counter.id}")
        assert re.fullmatch(r"translate\(-?\d+ -?\d+\)", node.get("transform", ""))
        assert node.findtext(f"{SVG}title", "").startswith(counter.name)
    assert by_id(root, "unit-fleet").get("transform") == "translate(105 130)"


def test_sides_differ_by_border_in_the_drawing_itself() -> None:
    edges = {}
    for side in SIDES[:2]:
        face = by_id(drawn(), f"face-{side.key}")
        edge = next(node for node in face if node.get("class") == "edge")
        edges[side.key] = edge.get("stroke-dasharray")
    assert edges == {"british": None, "russian": "6 3"}


def test_a_flag_shows_letters_beside_its_colour() -> None:
    flags = [node for node in drawn().iter() if node.get("class") == "badge-flag"]
    assert [node.findtext(f"{SVG}text") for node in flags] == ["R"]


def test_a_page_style_never_repaints_a_side() -> None:
    rules = re.findall(r"\.board \.([a-z-]+)\{", stylesheet())
    for node in drawn().iter():
        classes = node.get("class", "").split()
        if node.get("fill") in {side.fill for side in SIDES}:
            assert not set(classes) & set(rules)


@pytest.mark.parametrize("height, badge", [(4, None), (5, "5"), (12, "12")])
def test_a_tall_stack_shows_its_count(height: int, badge: str | None) -> None:
    pile = tuple(Counter(f"c{n}", "british", "C", "kabul") for n in range(height))
    root = drawn(scene(Pieces(pile)))
    found = [node for node in root.iter() if node.get("id") == "stack-kabul-british"]
    assert [node.findtext(f"{SVG}text") for node in found] == ([badge] if badge else [])


@pytest.mark.parametrize("name", NAMES)
def test_each_symbol_is_defined_when_used_and_only_then(name: str) -> None:
    one = Pieces((Counter("c", "british", "C", "kabul", symbol=name),))
    defined = [node.get("id") for node in drawn(scene(one)).iter(f"{SVG}symbol")]
    assert defined == [f"symbol-{name}"]


def test_symbols_all_differ() -> None:
    shapes = {re.sub(r'id="[^"]+"', "", symbol(name)) for name in NAMES}
    assert len(shapes) == len(NAMES) == 9


def test_marks_name_what_they_mark() -> None:
    layer = by_id(drawn(), "layer-marks")
    assert [node.get("data-for") for node in layer] == [
        "unit-persians", "unit-pottinger", "place-merv", "place-geok-tepe",
        "place-khorasan", "place-herat",
    ]  # fmt: skip
    assert layer.get("pointer-events") == "none"


def test_each_kind_of_mark_looks_different_without_colour() -> None:
    looks = set()
    for kind in ("place", "chosen", "from", "to", "changed"):
        picture = draw(scene(Pieces(marks=(Mark(kind, "merv"),))))
        layer = picture.partition('id="layer-marks"')[2].partition('id="layer-arrows"')[0]
        looks.add(re.sub(r'class="[^"]+"|stroke="[^"]+"', "", layer))
    assert len(looks) == 5


def test_a_lost_ghost_is_crossed_and_a_moved_one_is_not() -> None:
    layer = by_id(drawn(), "layer-arrows")
    assert by_id(layer, "ghost-emir") is not None
    assert [n.get("class") for n in layer][:3] == ["ghost", "ghost", "mark-lost"]


def test_a_panel_stays_inside_the_picture() -> None:
    card = by_id(drawn(zoomed(scene(), 50)), "panel-card")
    assert card.get("transform") == "translate(190 20)"


def test_a_frame_cuts_out_a_part() -> None:
    root = drawn(replace(scene(), frame=(100, 50, 360, 300)))
    assert (root.get("viewBox"), root.get("width")) == ("100 50 360 300", "360")


def test_fonts_are_named_in_the_drawing() -> None:
    root = drawn()
    assert "sans-serif" in root.get("font-family", "")
    assert "serif" in by_id(root, "layer-labels").get("font-family", "")


def test_drawing_twice_gives_the_same_bytes() -> None:
    assert draw(scene()) == draw(scene())


@pytest.mark.parametrize("seed", ["1", "4242"])
def test_drawing_does_not_depend_on_the_hash_seed(seed: str) -> None:
    script = (
        "import sys; from engine.maps.draw import draw; from tests.maps.demo import scene;"
        "sys.stdout.buffer.write(draw(scene()).encode())"
    )
    other = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | {"PYTHONHASHSEED": seed},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
    )
    assert other.stdout == draw(scene()).encode()


def test_the_stylesheet_makes_each_colour_a_variable() -> None:
    rules = stylesheet()
    assert f".board .sea{{fill:var(--board-sea-fill,{PAINT['sea']['fill']})}}" in rules
    assert "prefers-color-scheme:dark" in rules
    for name in re.findall(r"--board-([a-z-]+):", rules):
        assert f"var(--board-{name}," in rules
