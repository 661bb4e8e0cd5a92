"""Points and lines: who is next to whom, the shortest way, and data that is refused."""

from itertools import pairwise, product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maps.points import Line, MapError, Place, PointMap
from tests.maps.demo import MAP


def square(*lines: str) -> PointMap:
    """Lines written as `a-b` or `a-b water`; places a to e."""
    places = tuple(Place(key, key.upper(), n, n) for n, key in enumerate("abcde"))
    return PointMap(places, tuple(line(words) for words in lines))


def line(words: str) -> Line:
    ends, _, kind = words.partition(" ")
    a, b = ends.split("-")
    return Line(a, b, kind or "land")


def test_neighbours_stand_in_the_order_of_the_lines() -> None:
    assert square("c-a", "a-b", "d-a").neighbours("a") == ("c", "b", "d")


def test_neighbours_by_kind() -> None:
    board = square("a-b water", "a-c desert", "a-d")
    assert board.neighbours("a", ("land", "desert")) == ("c", "d")
    assert board.neighbours("a", ()) == ()


def test_a_line_is_found_from_either_end() -> None:
    board = square("a-b water")
    assert board.line("a", "b") == board.line("b", "a") == Line("a", "b", "water")
    assert board.line("a", "c") is None


def test_path_has_both_ends() -> None:
    assert MAP.path("tehran", "kabul") == (
        "tehran", "khorasan", "herat", "kandahar", "ghazni", "kabul",
    )  # fmt: skip
    assert MAP.path("kabul", "kabul") == ("kabul",)


def test_ties_go_to_the_first_line_in_the_data() -> None:
    assert square("a-b", "a-c", "b-d", "c-d").path("a", "d") == ("a", "b", "d")
    assert square("a-c", "a-b", "b-d", "c-d").path("a", "d") == ("a", "c", "d")


def test_blocked_places_are_walked_around_but_may_be_the_goal() -> None:
    board = square("a-b", "b-c", "a-d", "d-e", "e-c")
    assert board.path("a", "c", through=lambda place: place != "b") == ("a", "d", "e", "c")
    assert board.path("a", "b", through=lambda place: place != "b") == ("a", "b")
    assert board.distance("a", "c", through=lambda _: False) is None
    assert board.distance("a", "c", through=lambda place: place != "a") == 2


def test_blocked_lines_are_walked_around() -> None:
    board = square("a-b water", "a-c", "c-b")
    assert board.path("a", "b", along=lambda line: line.kind == "land") == ("a", "c", "b")
    assert board.path("a", "b") == ("a", "b")


def test_no_way_is_none() -> None:
    board = square("a-b")
    assert (board.path("a", "c"), board.distance("a", "c")) == (None, None)


def test_within_counts_steps_nearest_first() -> None:
    board = square("a-b", "b-c", "c-d", "a-e")
    assert board.within("a", 0) == ("a",)
    assert board.within("a", 2) == ("a", "b", "e", "c")
    assert board.within("a", 9) == ("a", "b", "e", "c", "d")


def test_within_reaches_a_blocked_place_and_stops_there() -> None:
    board = square("a-b", "b-c")
    assert board.within("a", 5, through=lambda place: place != "b") == ("a", "b")


def test_components_show_what_is_cut_off() -> None:
    assert square("d-a", "b-c").components() == (("a", "d"), ("b", "c"), ("e",))
    assert len(MAP.components()) == 1


def test_trace_follows_the_bends_both_ways() -> None:
    way = MAP.trace(("kabul", "samarkand"))
    assert way == ((780, 405), (815, 320), (790, 270), (735, 225))
    assert MAP.trace(("samarkand", "kabul")) == tuple(reversed(way))
    with pytest.raises(MapError, match="no line 'tehran' to 'kabul'"):
        MAP.trace(("tehran", "kabul"))


def test_names_and_aliases_lead_to_the_key() -> None:
    names = MAP.names()
    assert names["Geok Tepe"] == names["Goktepe"] == "geok-tepe"
    assert len(names) == len(MAP.places) + sum(len(p.aliases) for p in MAP.places)


@pytest.mark.parametrize(
    "lines, fault",
    [
        (("a-z",), "line 'a' to 'z': unknown place 'z'"),
        (("a-a",), "line 'a' to 'a': joins a place to itself"),
        (("a-b", "b-a water"), "line 'b' to 'a': duplicate line"),
        (("a-z", "b-b"), "unknown place 'z'; line 'b' to 'b'"),
    ],
)
def test_faulty_lines_are_named(lines: tuple[str, ...], fault: str) -> None:
    with pytest.raises(MapError, match=fault):
        square(*lines)


@pytest.mark.parametrize(
    "second, fault",
    [
        (Place("merv", "Other", 0, 0), "duplicate place 'merv'"),
        (Place("mary", "MERV", 0, 0), "name 'MERV' means 'merv' and 'mary'"),
        (Place("mary", "Mary", 0, 0, ("Merv",)), "name 'Merv' means 'merv' and 'mary'"),
        (Place("old merv", "Old Merv", 0, 0), "place key 'old merv'"),
    ],
)
def test_faulty_places_are_named(second: Place, fault: str) -> None:
    with pytest.raises(MapError, match=fault):
        PointMap((Place("merv", "Merv", 0, 0), second), ())


def test_questions_about_unknown_places_are_refused() -> None:
    for question in (MAP.neighbours, MAP.place, MAP.lines_at):
        with pytest.raises(MapError, match="unknown place 'paris'"):
            question("paris")
    with pytest.raises(MapError, match="unknown place 'paris'"):
        MAP.path("merv", "paris")


def test_a_map_comes_back_from_plain_data() -> None:
    assert msgspec.convert(msgspec.to_builtins(MAP), PointMap) == MAP


def test_faulty_plain_data_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown place 'b'"):
        msgspec.convert(
            {
                "places": [{"key": "a", "name": "A", "x": 0, "y": 0}],
                "lines": [{"a": "a", "b": "b"}],
            },
            PointMap,
        )


PAIRS = [f"{a}-{b}" for a, b in product("abcde", repeat=2) if a < b]


@given(st.lists(st.sampled_from(PAIRS), unique=True))
def test_distance_agrees_with_path_reach_and_return(lines: list[str]) -> None:
    board = square(*lines)
    for a, b in product("abcde", repeat=2):
        way, far = board.path(a, b), board.distance(a, b)
        assert far == board.distance(b, a)
        assert (far is None) == (b not in board.within(a, 5))
        if way is None or far is None:
            continue
        assert len(way) == far + 1 == len(set(way))
        assert all(board.line(x, y) for x, y in pairwise(way))
        assert b in board.within(a, far)
        assert far == 0 or b not in board.within(a, far - 1)
