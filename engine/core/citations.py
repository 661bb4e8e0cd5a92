"""Case numbers as they stand in code: on `def` lines, in questions, chances and debts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from msgspec import Struct

NUMBER = r"\d+(?:\.\d+)*"
RANGE = re.compile(rf"({NUMBER}(?: ?[a-z])?) to ({NUMBER}|[a-z])")
CASE = re.compile(rf"{NUMBER}(?: [a-z]\b)?")
COMMENT = re.compile(r":\s*#\s*(.+)$")
SAYING = ("ask", "Ask", "roll", "shuffle", "Chance", "Owed", "Misfit")


class Function(Struct, frozen=True):
    name: str
    line: int
    cases: tuple[str, ...]


def functions(source: str) -> dict[str, Function]:
    """Every function of a module, methods as `Class.method`, with the cases of its def line."""
    lines = source.splitlines()
    return {
        name: Function(name, node.lineno, cases_of(lines[node.lineno - 1 : end_of_head(node)]))
        for name, node in defined(ast.parse(source), "")
    }


def defined(tree: ast.AST, within: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from defined(node, f"{within}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            yield within + node.name, node


def end_of_head(node: ast.FunctionDef) -> int:
    """The line on which the signature ends."""
    return max(node.lineno, node.body[0].lineno - 1)


def cases_of(head: list[str]) -> tuple[str, ...]:
    found = [m.group(1) for line in head if (m := COMMENT.search(line))]
    return read_cases(found[0]) if found else ()


def read_cases(comment: str) -> tuple[str, ...]:
    """The cases of a comment: `16.8`, `16.9.1 to 16.9.5`, `16.7 a to c`, `6.7, 6.11: prose`."""
    text, found = comment.split(": ")[0], list[str]()
    for match in RANGE.finditer(text):
        found += spread(match.group(1), match.group(2))
    found += CASE.findall(RANGE.sub("", text))
    return tuple(dict.fromkeys(found))


def spread(first: str, last: str) -> list[str]:
    """All cases from the first to the last, which differ only in what stands at their end."""
    if last.isalpha():
        stem, letter = first[:-1], first[-1]
        return [stem + chr(code) for code in range(ord(letter), ord(last) + 1)]
    stem, _, low = first.rpartition(".")
    high = last.rpartition(".")[2]
    return [f"{stem}.{n}" if stem else str(n) for n in range(int(low), int(high) + 1)]


def said_cases(source: str) -> tuple[str, ...]:
    """The cases that questions, chances and debts of a module carry."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    spoken = (call for call in calls if getattr(call.func, "id", "") in SAYING)
    words = (a for call in spoken for a in (*call.args, *(k.value for k in call.keywords)))
    found = (a.value for a in words if isinstance(a, ast.Constant) and isinstance(a.value, str))
    return tuple(dict.fromkeys(text for text in found if CASE.fullmatch(text)))


def test_names(source: str) -> list[str]:
    return [name.replace(".", "::") for name, _ in defined(ast.parse(source), "")]
