"""A worker process ends with the process that started it, even if that is killed."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from service import tether

STARTER = """
import multiprocessing, os, time
from service import tether

def work():
    assert tether.is_worker()
    if {tied}:
        tether.end_with_parent()
    print(os.getpid(), flush=True)
    time.sleep(60)

if __name__ == "__main__":
    assert not tether.is_worker()
    multiprocessing.get_context("fork").Process(target=work).start()
    time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can tie a process to its parent")
@pytest.mark.parametrize("tied", [True, False])
def test_a_killed_parent_takes_its_worker_along(tied: bool) -> None:
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTER.format(tied=tied)],
        stdout=subprocess.PIPE,
        cwd=Path(tether.__file__).parents[1],
        text=True,
    )
    assert starter.stdout
    worker = int(starter.stdout.readline())
    starter.kill()
    starter.wait()
    try:
        assert ended(worker, seconds=5 if tied else 0.5) == tied
    finally:
        if not ended(worker, 0):
            subprocess.run(["kill", f"-{signal.SIGKILL}", str(worker)], check=False)
        starter.stdout.close()


def ended(pid: int, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while is_running(pid):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def is_running(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
