"""Every number has a provenance."""

from __future__ import annotations

import pytest

from engine.core.tables import Provenance, Table, Unmarked, load


def test_a_value_without_provenance_is_an_error():
    with pytest.raises(Unmarked, match=r"grid\.b"):
        Table({"grid": {"a": 1, "b": 2}, "provenance": {"grid.a": "given: p. 3"}}, "t.toml")


def test_a_mark_must_be_one_of_four():
    with pytest.raises(Unmarked, match="guessed"):
        Table({"a": 1, "provenance": {"*": "guessed: by me"}}, "t.toml")


def test_the_longest_path_holds_and_a_row_speaks_for_itself():
    table = Table(
        {
            "a": {"b": 1, "c": 2},
            "rows": [{"x": 1, "from": "found: a photograph"}, {"x": 2}],
            "provenance": {"*": "given: 1.1", "a.b": "deduced: from a.c"},
        }
    )
    assert table.provenance("a.b") == Provenance("deduced", "from a.c")
    assert table.provenance("a.c") == Provenance("given", "1.1")
    assert table.provenance("rows.0.x") == Provenance("found", "a photograph")
    assert table.provenance("rows.1.x") == Provenance("given", "1.1")
    assert "provenance" not in table and len(table) == 2


def test_keys_with_dots_do_no_harm():
    assert Table({"16.8": 1, "provenance": {"*": "given: x"}}).provenance("16.8") is not None


def test_a_file_is_loaded_by_its_path(tmp_path):
    path = tmp_path / "t.toml"
    path.write_text('[provenance]\n"*" = "given: here"\n[a]\nb = 1\n')
    assert load(path)["a"] == {"b": 1}
