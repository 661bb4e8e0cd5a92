"""The project's own Python environment in var/venv; standard library only, since it runs first.

The stamp is written last and taken away first, so that an interrupted installation is seen and
made anew at the next start.
"""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / "var" / "venv"
TOOLS = ROOT / "var" / "tools"
LOCK = ROOT / "ops" / "requirements-dev.lock"
UV_SECONDS = 120


def main() -> None:
    python = ready()
    if sys.argv[1:]:
        # -P: a folder in the current one may be named like one of our packages.
        os.execv(python, [str(python), "-P", *sys.argv[1:]])


def ready() -> Path:
    """The environment's Python, after installing whatever is missing or out of date."""
    python = VENV / "bin" / "python"
    if not is_current():
        with only_one():
            if not is_current():
                install(python)
    return python


def is_current() -> bool:
    try:
        return stamp().read_text() == wanted() and (VENV / "bin" / "python").exists()
    except OSError:
        return False


def stamp() -> Path:
    return VENV / "fieldpost.json"


def wanted() -> str:
    """Names the lock and the Python, as a newer system Python cannot use the old packages."""
    digest = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    return json.dumps({"lock": digest, "python": list(sys.version_info[:2])})


@contextmanager
def only_one() -> Iterator[None]:
    VENV.parent.mkdir(exist_ok=True)
    with (VENV.parent / "venv.lock").open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another start is installing the environment; waiting for it.")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def install(python: Path) -> None:
    say("Installing Fieldpost's environment into var/venv (only when its lock file has changed).")
    if can_update():
        stamp().unlink()
    else:
        shutil.rmtree(VENV, ignore_errors=True)
    uv = find_uv()
    if not (uv and install_by_uv(uv, python)):
        install_by_pip(python)
    make_importable()
    part = stamp().with_suffix(".part")
    part.write_text(wanted())
    part.replace(stamp())


def can_update() -> bool:
    """A finished environment of the same Python takes the new lock in place."""
    try:
        return bool(json.loads(stamp().read_text())["python"] == list(sys.version_info[:2]))
    except (OSError, ValueError, KeyError):
        return False


def find_uv() -> str | None:
    """An installed uv, or one fetched for this purpose; None where only pip works."""
    for place in (shutil.which("uv"), VENV / "bin" / "uv", TOOLS / "bin" / "uv"):
        if place and Path(place).exists():
            return str(place)
    return fetch_uv()


def fetch_uv() -> str | None:
    TOOLS.mkdir(parents=True, exist_ok=True)
    wish = TOOLS / "uv.lock"
    wish.write_text(locked("uv"))
    command: list[str | Path] = [base_python(), "-m", "pip", "install", "--quiet", "--no-deps"]
    command += ["--upgrade", "--require-hashes", "--target", TOOLS, "-r", wish]
    return str(TOOLS / "bin" / "uv") if succeeds(command) else None


def locked(name: str) -> str:
    """The lines of the lock that pin one package, so that the tool itself is checked as well."""
    lines = LOCK.read_text().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"{name}=="))
    end = start + 1
    while end < len(lines) and lines[end].startswith(" "):
        end += 1
    return "\n".join(lines[start:end]) + "\n"


def install_by_uv(uv: str, python: Path) -> bool:
    if not python.exists() and not succeeds([uv, "venv", "-q", "--python", base_python(), VENV]):
        return False
    return succeeds([uv, "pip", "sync", "-q", "--require-hashes", "--python", python, LOCK])


def install_by_pip(python: Path) -> None:
    if not (VENV / "bin" / "pip").exists():
        shutil.rmtree(VENV, ignore_errors=True)
        insist([base_python(), "-m", "venv", VENV], "Install python3-venv, or put uv on the PATH.")
    insist(
        [python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", LOCK],
        "The lines above say which package failed: either the package index cannot be reached, "
        "or it has no wheel for this platform (tried: Linux x86-64 and arm64, macOS; not Windows, "
        "where WSL does it).",
    )


def make_importable() -> None:
    """A path relative to site-packages, so that the checkout may be moved."""
    for packages in VENV.glob("lib/python*/site-packages"):
        (packages / "fieldpost.pth").write_text("../../../../..\n")


def base_python() -> str:
    """The Python behind a running environment; a new one must not hang on the old."""
    return str(getattr(sys, "_base_executable", None) or sys.executable)


def succeeds(command: list[str | Path]) -> bool:
    try:
        done = subprocess.run(command, capture_output=True, timeout=UV_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def insist(command: list[str | Path], advice: str) -> None:
    if subprocess.run(command, stdout=sys.stderr, check=False).returncode:
        say(advice)
        raise SystemExit(1)


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
