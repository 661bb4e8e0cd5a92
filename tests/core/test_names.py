"""Names as people type them."""

from __future__ import annotations

import pytest

from engine.core.names import Names, fold, nearest

NAMES = Names({"Geok Tepe": ("Gök-Tepe", "3"), "Merv": ("Mary",)})


@pytest.mark.parametrize(
    "typed, folded",
    [
        ("  Saint-Rémy ", "saint remy"),
        ("SAINT\u2013REMY", "saint remy"),
        ("Kabul - Ghazni", "kabul ghazni"),
        ("1406-1506-1607", "1406 1506 1607"),
        ("shift -1", "shift -1"),
        ("Łódź", "lodz"),
        ("Straße", "strasse"),
        ("O\u2019Higgins", "o'higgins"),
        ("a\u200bb\u00a0c", "ab c"),
    ],
)
def test_folding(typed, folded):
    assert fold(typed) == folded


def test_aliases_become_our_own_names():
    assert NAMES.canonical("move GÖK TEPE to mary") == "move geok tepe to merv"
    assert NAMES.canonical("merverton 33") == "merverton 33"
    assert (NAMES.find("3"), NAMES.find("Kabul")) == ("Geok Tepe", None)


def test_near_misses():
    assert NAMES.near("Merw") == ("Merv",)
    assert nearest("atack", ("attack", "move")) == ("attack",)


def test_no_names_at_all():
    assert Names({}).canonical("Move  X") == "move x"
