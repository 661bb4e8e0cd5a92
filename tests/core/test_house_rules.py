"""House rules of the engine that a machine can check."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "engine").rglob("*.py")) + sorted((ROOT / "tests" / "mini").glob("*.py"))
CORE = [path for path in SOURCES if path.parent.name in ("core", "mini", "engine")]
IMPURE = ("time", "datetime", "random", "secrets", "socket", "os", "subprocess", "uuid")
TOOLS = ("bite.py",)  # runs pytest; no rule imports it
LONGEST_FUNCTION, LONGEST_FILE = 40, 250


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@pytest.mark.parametrize("path", CORE, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_functions_and_files_are_short(path):
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST_FILE
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, node.name


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_the_engine_has_no_clock_no_chance_and_no_floats(path):
    if path.name in TOOLS or path.name.startswith("test_"):
        return
    for node in ast.walk(tree(path)):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert not [n for n in names if n.partition(".")[0] in IMPURE]


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_no_rule_iterates_over_a_set(path):
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.For | ast.comprehension):
            assert not isinstance(node.iter, ast.Set | ast.SetComp), path
            called = getattr(node.iter, "func", None)
            assert getattr(called, "id", "") not in ("set", "frozenset"), path
