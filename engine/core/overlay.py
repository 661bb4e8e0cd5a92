"""A club's own values: an edition that differs from a shipped one in named places of its tables.

The game's package is loaded a second time under a name of its own, with the changed tables. Both
stand side by side, no rule knows of it, and no value of one can reach the other.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from hashlib import sha256
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from types import CodeType, ModuleType
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.game import Game
from engine.core.procedure import Fact
from engine.core.tables import AMEND, SECTION, Table, Unmarked, parsed

BETWEEN = "@"  # in the key of an amended game, before the name of its edition


class BadOverlay(ValueError):
    """An overlay that cannot be used; the message says why."""


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    file: str
    path: str
    value: Any
    provenance: str
    reason: str


class Overlay(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    base: str
    edition: str
    change: tuple[Change, ...]
    digest: str = ""

    @property
    def name(self) -> str:
        """The content is part of the name: what a game was begun on can never change."""
        return f"{self.edition}+{self.digest}"


def read(raw: bytes) -> Overlay:
    try:
        overlay = msgspec.toml.decode(raw, type=Overlay)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise BadOverlay(f"the file cannot be read: {problem}") from None
    if not overlay.change or not overlay.edition.replace("-", "").replace(".", "").isalnum():
        raise BadOverlay("it needs a name of letters, digits, '.' and '-', and a change at least")
    return msgspec.structs.replace(overlay, digest=sha256(raw).hexdigest()[:8])


def amended(game: Game, overlay: Overlay) -> Game:
    """The game with the values of the overlay, under a key and an edition of its own."""
    if overlay.base not in game.editions:
        raise BadOverlay(f"{game.key} has no edition {overlay.base!r}")
    package = type(game).__module__.rpartition(".")[0]
    twin: type[Game] = type(twin_of(package, overlay))

    def opening(
        self: Game, scenario: str, options: dict[str, str], edition: str
    ) -> tuple[Fact, ...]:
        return twin.opening(self, scenario, options, overlay.base)

    own = {"key": f"{game.key}{BETWEEN}{overlay.name}", "editions": (overlay.name,)}
    made: Game = type(twin.__name__, (twin,), {**own, "opening": opening})()
    return made


def twin_of(package: str, overlay: Overlay) -> Game:
    """The game of the package, loaded anew with the changed tables."""
    alias = f"{package}_{overlay.digest}"
    amend = Amending(overlay.change)
    finder = Twins(package, alias)
    if f"{alias}.game" not in sys.modules:
        with finding(finder, amend):
            import_module(f"{alias}.game")
            amend.check_all_used()
    twin: Game = sys.modules[f"{alias}.game"].GAME
    return twin


@contextmanager
def finding(finder: Twins, amend: Amending) -> Iterator[None]:
    token = AMEND.set(amend)
    sys.meta_path.insert(0, finder)
    try:
        yield
    except BaseException:
        finder.forget()
        raise
    finally:
        sys.meta_path.remove(finder)
        AMEND.reset(token)


class Amending:
    """Puts the changes into tables as they are loaded."""

    def __init__(self, changes: Sequence[Change]) -> None:
        self.changes, self.used = changes, set[str]()

    def __call__(self, name: str, values: dict[str, Any]) -> dict[str, Any]:
        wanted = [change for change in self.changes if change.file == name]
        if not wanted:
            return values
        self.used.add(name)
        new = deepcopy(values)
        for change in wanted:
            put(new, change)
        check_given(Table(values, name), Table(new, name))
        return new

    def check_all_used(self) -> None:
        for change in self.changes:
            if change.file not in self.used:
                raise BadOverlay(f"the game has no table {change.file!r}")


def put(values: dict[str, Any], change: Change) -> None:
    """Exchange one value for another of its type, and say where it comes from."""
    *way, last = change.path.split(".")
    rows: list[Any] = [values]
    try:
        for step in way:
            rows.append(rows[-1][key_of(rows[-1], step)])
        key = key_of(rows[-1], last)
        check_type(change, rows[-1][key])
    except (KeyError, IndexError, TypeError, ValueError) as problem:
        if isinstance(problem, BadOverlay):
            raise
        raise BadOverlay(f"{change.file} has no value {change.path!r}") from None
    rows[-1][key] = change.value
    note(values, rows, change)


def key_of(row: Any, step: str) -> Any:
    return int(step) if isinstance(row, list) else step


def check_type(change: Change, old: Any) -> None:
    same = type(change.value) is type(old)
    if same and isinstance(old, list) and old:
        same = all(type(value) is type(old[0]) for value in change.value)
    if not same:
        raise BadOverlay(f"{change.path}: {change.value!r} is not of the type of {old!r}")
    if not change.reason.strip():
        raise BadOverlay(f"{change.path}: no reason is given")


def note(values: dict[str, Any], rows: Sequence[Any], change: Change) -> None:
    """The provenance of the new value; in a row that speaks for itself it is the row's own."""
    text = f"{change.provenance} ({change.reason})"
    try:
        parsed(text, change.file)
    except Unmarked as problem:
        raise BadOverlay(str(problem)) from None
    speaks = next((row for row in rows if isinstance(row, dict) and "from" in row), None)
    if speaks is not None:
        speaks["from"] = text
    else:
        values.setdefault(SECTION, {})[change.path] = text


def check_given(old: Table, new: Table) -> None:
    """What the rules print stays."""
    now = dict(new.leaves())
    for path, value in old.leaves():
        found = old.provenance(path)
        if found is not None and found.mark == "given" and now.get(path) != value:
            raise BadOverlay(f"{old.name}: {path} is given by the rules and stays {value!r}")


class Twins:
    """Finds the modules of a package under another name."""

    def __init__(self, package: str, alias: str) -> None:
        self.package, self.alias = package, alias

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != self.alias and not name.startswith(f"{self.alias}."):
            return None
        real = find_spec(self.package + name[len(self.alias) :])
        if real is None or real.origin is None:
            return None
        loader = TwinLoader(name, real.origin, self)
        inside = real.submodule_search_locations
        return spec_from_file_location(
            name, real.origin, loader=loader, submodule_search_locations=inside
        )

    def renamed(self, module: str | None) -> str | None:
        if module and (module == self.package or module.startswith(f"{self.package}.")):
            return self.alias + module[len(self.package) :]
        return module

    def forget(self) -> None:
        for name in [n for n in sys.modules if n == self.alias or n.startswith(f"{self.alias}.")]:
            del sys.modules[name]


class TwinLoader(SourceFileLoader):
    """Compiles a module so that it imports its siblings under the other name."""

    def __init__(self, name: str, path: str, twins: Twins) -> None:
        super().__init__(name, path)
        self.twins = twins

    def get_code(self, fullname: str) -> CodeType:
        tree = ast.parse(self.get_data(self.path), self.path)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                node.module = self.twins.renamed(node.module)
        return compile(tree, self.path, "exec", dont_inherit=True)
