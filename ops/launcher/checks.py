"""Runs every check with servers of its own, and leaves nothing behind.

Arguments that are not listed here go to pytest, for example: ops/test tests/core -k odds. Then only
the tests run. FIELDPOST_TEST_POSTGRES_URL (a superuser) and FIELDPOST_TEST_REDIS_URL name servers
to use instead of private ones.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ops.launcher import kernel
from ops.launcher.plan import ROOT
from ops.launcher.postgres import command_line
from ops.launcher.servers import Servers
from ops.launcher.trouble import Trouble

LINTERS = {
    "ruff check": ("-m", "ruff", "check", "."),
    "ruff format": ("-m", "ruff", "format", "--check", "."),
    "mypy": ("-m", "mypy"),
    "import-linter": ("-c", "from importlinter.cli import lint_imports_command as c; c()"),
}
PYTEST = ("-m", "pytest", "-n", "2", "--dist", "worksteal")
POSTGRES = "FIELDPOST_TEST_POSTGRES_URL"
REDIS = "FIELDPOST_TEST_REDIS_URL"


def main() -> int:
    options, rest = read_options()
    kernel.adopt_orphans()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    try:
        failed = [] if rest else run_linters()
        failed += run_tests(options, rest)
    except KeyboardInterrupt:
        return 130
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    if failed:
        print(f"\nFailed: {', '.join(failed)}", flush=True)
    return 1 if failed else 0


def read_options() -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(
        prog="ops/test", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--long", action="store_true", help="also the soak, fault and volume runs")
    parser.add_argument("--durable", action="store_true", help="servers that really write to disk")
    return parser.parse_known_args()


def run_linters() -> list[str]:
    return [name for name, words in LINTERS.items() if not passes(name, words, dict(os.environ))]


def run_tests(options: argparse.Namespace, rest: list[str]) -> list[str]:
    """The long runs have durable servers, as they show what a crash leaves."""
    if rest:
        marks = ["-m", "long or not long"] if options.long else []
        runs = {"pytest": (options.durable or options.long, [*marks, *rest])}
    else:
        runs = {"pytest": (options.durable, [])}
        if options.long:
            runs["pytest, long runs"] = (True, ["-m", "long"])
    return [name for name, (durable, words) in runs.items() if not test(name, durable, words)]


def test(name: str, durable: bool, words: list[str]) -> bool:
    with private_servers(durable) as env:
        return passes(name, (*PYTEST, *words), env)


def passes(name: str, words: tuple[str, ...], env: dict[str, str]) -> bool:
    print(f"\n== {name}", flush=True)
    return subprocess.run([sys.executable, "-P", *words], cwd=ROOT, env=env).returncode == 0


@contextmanager
def private_servers(durable: bool) -> Iterator[dict[str, str]]:
    folder = fresh_folder()
    given = {name: os.environ[name] for name in (POSTGRES, REDIS) if os.environ.get(name)}
    servers = Servers(folder, durable, postgres=POSTGRES not in given, valkey=REDIS not in given)
    try:
        with servers:
            yield {**clean_environment(), **addresses(servers), **given} | {
                "FIELDPOST_VAR_DIR": str(folder / "var")
            }
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def addresses(servers: Servers) -> dict[str, str]:
    found = {}
    if servers.postgres:
        found[POSTGRES] = servers.postgres.url()
    if servers.valkey:
        found[REDIS] = servers.valkey.url
    return found


def clean_environment() -> dict[str, str]:
    """Without the addresses of a real service, which no test may touch."""
    return {name: value for name, value in os.environ.items() if not name.startswith("FIELDPOST_")}


def fresh_folder() -> Path:
    """Below var; what killed runs have left there goes first."""
    home = ROOT / "var" / "tests"
    home.mkdir(parents=True, exist_ok=True)
    for old in home.iterdir():
        if not command_line(int(old.name)):
            shutil.rmtree(old, ignore_errors=True)
    folder = home / str(os.getpid())
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    return folder


if __name__ == "__main__":
    sys.exit(main())
