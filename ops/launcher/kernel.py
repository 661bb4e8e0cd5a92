"""The few calls to the operating system that tie processes together; standard library only."""

import ctypes
import os
import signal
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
CLONE_NEWUSER = 0x10000000
NOBODY = 65534
IS_LINUX = sys.platform == "linux"


def die_with_parent(parent: int, number: int) -> None:
    """Asks for a signal when the parent ends; elsewhere than on Linux the guard has to do."""
    if IS_LINUX:
        _libc().prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)
    if os.getppid() != parent:  # it ended before the kernel was asked
        os.kill(os.getpid(), signal.SIGKILL)


def adopt_orphans() -> None:
    """Descendants whose parent ends become children of this process instead of init's."""
    if IS_LINUX:
        _libc().prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def enter_namespace() -> None:
    """Looks unprivileged to the program run next; outside, its files stay those of this user."""
    uid, gid = os.geteuid(), os.getegid()
    if _libc().unshare(CLONE_NEWUSER):
        raise OSError(ctypes.get_errno(), "no user namespace")
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{NOBODY} {uid} 1")
    Path("/proc/self/gid_map").write_text(f"{NOBODY} {gid} 1")


def children() -> list[int]:
    """Processes whose parent is this one, adopted ones included (Linux)."""
    me, found = os.getpid(), []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue  # it has ended since
        if parent == me:
            found.append(int(stat.parent.name))
    return found


def sweep(known: set[int]) -> None:
    """Ends children that are not known: orphans left by one that was killed, and their own."""
    while IS_LINUX and (strangers := set(children()) - known):
        for pid in strangers:
            _end(pid)


def _end(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    except (ProcessLookupError, ChildProcessError):
        pass


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
