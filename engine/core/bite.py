"""Do the tests of the case ledger bite? Each cited function is disabled in turn.

`python -m engine.core.bite` reads jobs as JSON and runs each in a fork of its own, with the
function's code replaced by one that raises, so that every module that imported it sees it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.cases import Report

FAILED = 1  # what pytest returns when tests failed
QUIETLY = ("-q", "-x", "--tb=no", "-p", "no:cacheprovider")
BARE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # plugins would be loaded anew in every fork


class Job(Struct, frozen=True):
    function: str  # "package.module:function"
    tests: tuple[str, ...]
    case: str


def toothless(report: Report, package: str, root: Path) -> tuple[str, ...]:
    """The citations whose test passes although the function is gone."""
    jobs = tuple(
        Job(f"{package}.{cited}", row.case.test, row.number)
        for row in report.rows
        for cited in row.case.code
        if row.case.test
    )
    command = [sys.executable, "-m", "engine.core.bite"]
    done = subprocess.run(
        command,
        input=msgspec.json.encode(jobs),
        cwd=root,
        env={**os.environ, **BARE},
        stdout=subprocess.PIPE,
        check=True,
    )
    codes = msgspec.json.decode(done.stdout.splitlines()[-1], type=list[int])
    return tuple(
        f"{job.case}: {job.function} can go and {', '.join(job.tests)} {told(code)}"
        for job, code in zip(jobs, codes, strict=True)
        if code != FAILED
    )


def told(code: int) -> str:
    return "still passes" if code == 0 else f"does not run (pytest says {code})"


def bitten(job: Job) -> int:
    """pytest's word on the job's tests, from a fork without the function."""
    child = os.fork()
    if child == 0:
        os._exit(tested_without(job))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def tested_without(job: Job) -> int:
    import pytest

    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    disable(job.function)
    return int(pytest.main([*QUIETLY, *job.tests]))


def disable(function: str) -> None:
    module, _, name = function.partition(":")
    found: Any = import_module(module)
    for part in name.split("."):
        found = vars(found)[part] if isinstance(found, type) else getattr(found, part)
    plain = unwrapped(found)
    plain.__code__ = raising(plain.__code__)


def unwrapped(found: Any) -> FunctionType:
    """The function inside a property, a cached property, a static method or a cache."""
    while not isinstance(found, FunctionType):
        inner = (getattr(found, name, None) for name in ("fget", "func", "__wrapped__"))
        found = next(thing for thing in inner if thing is not None)
    return found


def raising(code: CodeType) -> CodeType:
    """Code that only raises, with the same free variables as `code`."""
    free = ", ".join(code.co_freevars)
    lines = ["def outer():", *(f"    {name} = None" for name in code.co_freevars)]
    lines += ["    def gone(*args, **kwargs):", *([f"        ({free},)"] if free else [])]
    lines += ["        raise RuntimeError('disabled')", "    return gone"]
    made: dict[str, Any] = {}
    exec("\n".join(lines), made)
    found: CodeType = made["outer"]().__code__
    return found


if __name__ == "__main__":
    import pytest

    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=list[Job])
    everything = dict.fromkeys(test for job in asked for test in job.tests)
    pytest.main([*QUIETLY, "--collect-only", *everything])  # loads all modules before the forks
    print(msgspec.json.encode([bitten(job) for job in asked]).decode())
