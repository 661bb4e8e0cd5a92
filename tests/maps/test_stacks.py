"""Stacks: one per side, in order, centred above the place."""

from engine.maps.pieces import Counter, Ghost, Pieces
from engine.maps.stacks import GAP, SIZE, anchor, ghost_positions, positions, stacks
from tests.maps.demo import scene


def pile(side: str, height: int, **orders: int) -> tuple[Counter, ...]:
    keys = [f"{side}-{n}" for n in range(height)]
    return tuple(
        Counter(k, side, k, "kabul", order=orders.get(f"o{n}", 0)) for n, k in enumerate(keys)
    )


def test_a_single_counter_stands_at_the_anchor() -> None:
    picture = scene(Pieces(pile("british", 1)))
    assert positions(picture) == {"british-0": anchor(picture, "kabul")}


def test_sides_stand_apart_and_the_row_is_centred() -> None:
    picture = scene(Pieces(pile("british", 1) + pile("russian", 1)))
    x, y = anchor(picture, "kabul")
    half = (SIZE + GAP) // 2
    assert positions(picture) == {"british-0": (x - half, y), "russian-0": (x + half, y)}


def test_order_decides_who_lies_on_top() -> None:
    (stack,) = stacks(scene(Pieces(pile("british", 3, o0=5))))
    assert [c.id for c in stack.counters] == ["british-1", "british-2", "british-0"]


def test_equal_order_keeps_the_order_of_the_data() -> None:
    (stack,) = stacks(scene(Pieces(pile("british", 3))))
    assert [c.id for c in stack.counters] == ["british-0", "british-1", "british-2"]


def test_beyond_the_limit_counters_lie_under_the_lowest() -> None:
    (stack,) = stacks(scene(Pieces(pile("british", 7))))
    assert len(set(stack.centres)) == 4
    assert stack.centres[:4] == (stack.centres[0],) * 4
    assert list(stack.centres) == sorted(stack.centres)


def test_a_row_never_overlaps_another_side() -> None:
    for ours in range(1, 8):
        picture = scene(Pieces(pile("british", ours) + pile("russian", 3)))
        left, right = stacks(picture)
        assert right.centres[0][0] - left.top[0] == SIZE + GAP


def test_ghosts_stand_left_of_the_stack_and_move_nothing() -> None:
    here = pile("british", 2)
    gone = (Ghost(Counter("gone", "russian", "Gone", "kabul")),)
    before, after = scene(Pieces(here)), scene(Pieces(here, ghosts=gone))
    assert positions(before) == positions(after)
    assert ghost_positions(after)["gone"][0] + SIZE < positions(after)["british-0"][0]


def test_a_ghost_takes_an_empty_place() -> None:
    picture = scene(Pieces(ghosts=(Ghost(Counter("gone", "russian", "Gone", "kabul")),)))
    assert ghost_positions(picture) == {"gone": anchor(picture, "kabul")}
