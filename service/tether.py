"""Worker processes that must not outlive the process that started them."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def end_with_parent() -> None:
    """Ask the kernel for SIGKILL when the parent ends; only Linux has such a thing."""
    if sys.platform != "linux":
        return
    parent = multiprocessing.parent_process()
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if parent is not None and os.getppid() != parent.pid:  # it ended before the kernel was asked
        os.kill(os.getpid(), signal.SIGKILL)


def is_worker() -> bool:
    """Whether this process was started by the multiprocessing module, as granian's workers are."""
    return multiprocessing.parent_process() is not None
