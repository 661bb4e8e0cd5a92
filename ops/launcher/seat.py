"""As whom Postgres runs: it refuses root, and root must not change the machine for its sake."""

import os
import pwd
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from ops.launcher.processes import leashed
from ops.launcher.trouble import Trouble


@dataclass(frozen=True)
class Seat:
    """What leash.py is told, who owns the files, and where the programs can be read."""

    name: str
    owner: tuple[int, int] | None = None


def choose() -> Seat:
    if os.geteuid() != 0 and has_name():
        return Seat("plain")
    if works("namespace", [sys.executable, "-c", ""]):
        return Seat("namespace")
    return account() if os.geteuid() == 0 else Seat("plain")


def has_name() -> bool:
    """Some containers run under a bare number, which initdb refuses."""
    try:
        return bool(pwd.getpwuid(os.geteuid()))
    except KeyError:
        return False


def account() -> Seat:
    """An unprivileged account, where containers refuse namespaces."""
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Seat(f"{entry.pw_uid}:{entry.pw_gid}", (entry.pw_uid, entry.pw_gid))
    raise Trouble(
        "Postgres does not run as root, user namespaces are refused here, and there is no account "
        "named postgres or nobody. Start as an ordinary user."
    )


def works(seat: str, command: list[str]) -> bool:
    done = subprocess.run(leashed(command, 9, seat), capture_output=True, check=False)
    return done.returncode == 0


def readable_programs(seat: Seat, programs: Path, private: Path) -> Path:
    """The folder of the programs, or a copy where the account cannot reach them."""
    if works(seat.name, [str(programs / "postgres"), "--version"]):
        return programs
    home, copy = programs.parents[2], private / "programs"
    for folder in (programs.parent, *home.glob("*pgserver.libs")):  # libraries lie beside
        target = copy / folder.relative_to(home)
        shutil.copytree(folder, target, symlinks=True, dirs_exist_ok=True)
    return copy / programs.relative_to(home)


def hand_over(seat: Seat, folder: Path) -> None:
    """Gives a folder to the account, which must then be able to reach it."""
    if seat.owner is None:
        return
    os.chown(folder, *seat.owner)
    if not works(seat.name, ["/bin/sh", "-c", 'cd -- "$1"', "sh", str(folder)]):
        raise Trouble(
            f"The account that Postgres must run as cannot reach {folder}. Move the checkout to a "
            "folder that others may enter, or start as an ordinary user."
        )
