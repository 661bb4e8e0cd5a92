"""Rule tables as TOML beside the rules that read them, every value with its provenance."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from msgspec import Struct

MARKS = ("given", "found", "deduced", "reconstructed")
SECTION = "provenance"
Amend = Callable[[str, dict[str, Any]], dict[str, Any]]
AMEND: ContextVar[Amend | None] = ContextVar("AMEND", default=None)  # set while an edition loads


class Provenance(Struct, frozen=True):
    mark: str  # one of MARKS
    source: str  # where it stands, or what it was deduced from


class Unmarked(Exception):
    """A table holds values without a provenance."""


class Table(Mapping[str, Any]):
    """The values of one file; `provenance` tells where any of them comes from.

    The file's own `[provenance]` section maps a dotted path, or `"*"`, to `mark: source`;
    the longest path that fits holds. A row with a key `from` speaks for itself.
    """

    def __init__(self, values: Mapping[str, Any], name: str = "") -> None:
        self.name = name
        self.marks = {path: parsed(text, name) for path, text in values.get(SECTION, {}).items()}
        self._values = {key: value for key, value in values.items() if key != SECTION}
        if bare := [path for path, _ in self.leaves() if self.provenance(path) is None]:
            raise Unmarked(f"{name}: no provenance for {', '.join(bare[:5])}")

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def leaves(self) -> Iterator[tuple[str, Any]]:
        """Every value with its dotted path; a row that speaks for itself counts as one."""
        yield from walk(self._values, "")

    def provenance(self, path: str) -> Provenance | None:
        if own := own_mark(self._values, path):
            return parsed(own, self.name)
        while path:
            if path in self.marks:
                return self.marks[path]
            path = path.rpartition(".")[0]
        return self.marks.get("*")


def walk(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict) and "from" not in value:
        for key, inner in value.items():
            yield from walk(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for n, inner in enumerate(value):
            yield from walk(inner, f"{path}.{n}")
    else:
        yield path, value


def own_mark(value: Any, path: str) -> str | None:
    """The `from` of the row that a path leads to or into."""
    for step in path.split("."):
        if isinstance(value, dict) and "from" in value:
            break
        if isinstance(value, list):
            value = value[int(step)]
        elif step in value:
            value = value[step]
        else:
            return None  # a key with a dot in it: its row cannot speak for itself
    found = value.get("from") if isinstance(value, dict) else None
    return found if isinstance(found, str) else None


def parsed(text: str, name: str) -> Provenance:
    mark, _, source = text.partition(":")
    if mark.strip() not in MARKS:
        raise Unmarked(f"{name}: {mark!r} is not one of {', '.join(MARKS)}")
    return Provenance(mark.strip(), source.strip())


def load(path: Path) -> Table:
    values, amend = tomllib.loads(path.read_text(encoding="utf-8")), AMEND.get()
    return Table(amend(path.name, values) if amend else values, path.name)
