"""The case ledger: where each numbered case is implemented, and which test shows it.

`cases.toml` of a game package maps a case to `title` and either `code` and `test`, or `none` with
the reason why it needs no code:

    ["16.8"]
    title = "Odds"
    code = ["combat:odds"]
    test = ["tests/boots/test_16_combat.py::test_16_8_odds_are_rounded_down"]
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from msgspec import Struct, convert

from engine.core.citations import Function, functions, said_cases, test_names

LEDGER = "cases.toml"


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    title: str = ""
    code: tuple[str, ...] = ()  # "module:function" in the game's package
    test: tuple[str, ...] = ()  # "tests/…py::test_…" from the root of the checkout
    none: str = ""  # why no code is needed


class Row(Struct, frozen=True):
    number: str
    case: Case
    faults: tuple[str, ...]

    @property
    def is_open(self) -> bool:
        return bool(self.faults)


class Report(Struct, frozen=True):
    game: str
    rows: tuple[Row, ...]
    strays: tuple[str, ...] = ()  # cited in the code or printed in the rulebook, not in the ledger

    @property
    def open(self) -> int:
        return sum(row.is_open for row in self.rows) + len(self.strays)

    @property
    def exit_code(self) -> int:
        return 1 if self.open else 0

    def summary(self) -> str:
        cases = [row.case for row in self.rows]
        return (
            f"{self.game}: {len(cases)} cases, {sum(bool(c.code) for c in cases)} implemented, "
            f"{sum(bool(c.test) for c in cases)} tested, {sum(bool(c.none) for c in cases)} need "
            f"no code, {self.open} open"
        )


def check(game: str, package: Path, root: Path, numbers: Iterable[str] = ()) -> Report:
    """Hold a package's ledger against its code, its tests, and the numbers of its rulebook."""
    ledger = load(package / LEDGER)
    code = {path.stem: functions(path.read_text("utf-8")) for path in sources(package)}
    rows = tuple(Row(n, case, faults(n, case, code, root)) for n, case in ledger.items())
    return Report(game, rows, strays(ledger, code, package, numbers))


def sources(package: Path) -> list[Path]:
    return sorted(path for path in package.glob("*.py") if not path.name.startswith("test_"))


def load(path: Path) -> dict[str, Case]:
    return convert(tomllib.loads(path.read_text("utf-8")), dict[str, Case])


def faults(
    number: str, case: Case, code: dict[str, dict[str, Function]], root: Path
) -> tuple[str, ...]:
    if case.none:
        return ("has a reason for no code, and code",) if case.code else ()
    found = [fault for cited in case.code if (fault := code_fault(number, cited, code))]
    found += [f"no test {cited}" for cited in case.test if not has_test(cited, root)]
    found += ["no code is named"] * (not case.code) + ["no test is named"] * (not case.test)
    return tuple(found)


def code_fault(number: str, cited: str, code: dict[str, dict[str, Function]]) -> str:
    module, _, name = cited.partition(":")
    function = code.get(module, {}).get(name)
    if function is None:
        return f"no function {cited}"
    return "" if number in function.cases else f"the def line of {cited} does not say {number}"


def has_test(cited: str, root: Path) -> bool:
    path, _, name = cited.partition("::")
    return name.partition("[")[0] in tests_in(root / path)


@lru_cache(maxsize=256)
def tests_in(path: Path) -> frozenset[str]:
    return frozenset(test_names(path.read_text("utf-8"))) if path.is_file() else frozenset()


def strays(
    ledger: dict[str, Case],
    code: dict[str, dict[str, Function]],
    package: Path,
    numbers: Iterable[str],
) -> tuple[str, ...]:
    """Cases that stand somewhere, but not in the ledger."""
    cited = [
        (case, f"{module}:{name}")
        for module, found in code.items()
        for name, function in found.items()
        for case in function.cases
    ]
    said = [
        (case, path.stem)
        for path in sources(package)
        for case in said_cases(path.read_text("utf-8"))
    ]
    printed = [(number, "the rulebook") for number in numbers]
    missing = ((c, where) for c, where in (*cited, *said, *printed) if c not in ledger)
    return tuple(dict.fromkeys(f"{case} of {where}" for case, where in missing))


def render(report: Report) -> str:
    """The ledger as a table; its last line is the sum."""
    lines = [line for row in report.rows for line in row_lines(row)]
    lines += [f"{stray} is not in the ledger" for stray in report.strays]
    return "\n".join((*lines, report.summary()))


def row_lines(row: Row) -> list[str]:
    where = f"no code: {row.case.none}" if row.case.none else ", ".join(row.case.code)
    state = "open" if row.is_open else "ok"
    first = f"{row.number:<10} {state:<5} {row.case.title:<40} {where}".rstrip()
    return [first, *(f"{'':<16} {fault}" for fault in row.faults)]
