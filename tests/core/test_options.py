"""Options and set answers: tested, listed, sampled, marked."""

from __future__ import annotations

from random import Random

import pytest

from engine.core.options import Choices, Either, Lazy, Whole
from engine.core.sets import Owed, Subset, canonical


def test_choices():
    options = Choices("a", "b")
    assert list(options) == ["a", "b"] and "a" in options and "c" not in options
    assert options.marks() == ("a", "b") and options.sample(Random(1)) in options


@pytest.mark.parametrize("options", [Choices(0, 1), Lazy(lambda: (0, 1)), Whole(0, 1)])
def test_true_is_not_one(options):
    assert 1 in options and True not in options and 1.0 not in options


def test_lazy_options_are_worked_out_when_somebody_looks_and_once():
    looked: list[int] = []

    def build():
        looked.append(1)
        yield "a"

    options = Lazy(build)
    assert looked == []
    assert list(options) == list(options) == ["a"] and looked == [1]


def test_lazy_options_may_mark_what_they_like():
    assert Lazy(lambda: ("a",), lambda listed: ("x", *listed)).marks() == ("x", "a")


def test_whole_numbers():
    options = Whole(2, 5)
    assert list(options) == [2, 3, 4, 5] and 6 not in options and "2" not in options
    assert {options.sample(Random(n)) for n in range(50)} == {2, 3, 4, 5}


def test_either_joins_kinds_and_passes_over_empty_ones():
    options = Either(Choices(), Choices("a"), Whole(1, 2))
    assert list(options) == ["a", 1, 2] and 2 in options and "b" not in options
    assert {str(options.sample(Random(n))) for n in range(50)} == {"a", "1", "2"}
    assert options.marks() == ("a",)


def test_a_subset_is_sorted_full_and_of_the_right_size():
    options = Subset(("a", "b", "c"), 1, 2, "4.4")
    assert ("a", "b") in options and ("b", "a") not in options and ("a", "a") not in options
    assert () not in options and options.missing(()) == (Owed("too_few", "4.4", ("1",)),)
    assert ["a", "b"] not in options and options.is_full(("a", "b"))
    assert len(list(options)) == 6 and all(part in options for part in options)


def test_a_subset_may_owe_more():
    owes = lambda part: () if "a" in part else (Owed("needs_a", "4.5"),)  # noqa: E731
    options = Subset(("a", "b"), 0, 2, "4.4", owes)
    assert ("b",) not in options and ("a",) in options
    assert {options.sample(Random(n)) for n in range(30)} == {("a",), ("a", "b")}


def test_sampling_gets_out_of_blind_alleys():
    owes = lambda part: () if part == ("z",) else (Owed("only_z", "4.6"),)  # noqa: E731
    letters = tuple("abcdefghijklmnopqrstuvwxyz")
    assert Subset(letters, 1, 1, "4.6", owes).sample(Random(0)) == ("z",)


def test_canonical_order_is_that_of_the_bytes():
    assert canonical(["b", "a"]) == ("a", "b")
