"""Runs a module so that nothing of it survives: python -m ops.launcher.guard MODULE ARGUMENTS...

Two processes watch each other. If this one is killed, the module is told and stops what it has
started; if the module is killed, this one ends all that is left of it.
"""

import contextlib
import os
import signal
import subprocess
import sys
from types import FrameType

from ops.launcher import kernel
from ops.launcher.processes import leashed

PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main() -> int:
    kernel.adopt_orphans()
    command = [sys.executable, "-P", "-m", *sys.argv[1:]]
    child = subprocess.Popen(leashed(command, signal.SIGTERM), start_new_session=True)

    def pass_on(number: int, frame: FrameType | None) -> None:
        child.send_signal(number)

    for number in PASSED_ON:
        signal.signal(number, pass_on)
    code = child.wait()
    end_rest(child.pid)
    return code if code >= 0 else 128 - code


def end_rest(group: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)
    kernel.sweep(set())


if __name__ == "__main__":
    sys.exit(main())
