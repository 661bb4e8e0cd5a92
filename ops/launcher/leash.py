"""Runs a command that ends with its parent: leash.py PARENT SIGNAL SEAT COMMAND...

A step of its own rather than code between fork and exec, which is unsafe beside threads. SEAT says
as whom: "plain", "namespace", or "UID:GID" to drop to.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from ops.launcher import kernel


def main() -> None:
    parent, number, seat, *command = sys.argv[1:]
    sit(seat)
    # After the change of credentials, as that makes the kernel forget the wish.
    kernel.die_with_parent(int(parent), int(number))
    os.execv(command[0], command)


def sit(seat: str) -> None:
    if seat == "namespace":
        kernel.enter_namespace()
    elif seat != "plain":
        uid, gid = map(int, seat.split(":"))
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)


if __name__ == "__main__":
    main()
