"""What the tests of the launcher look at: running processes, found by a folder they name."""

import time
from collections.abc import Callable
from pathlib import Path


def processes_naming(folder: Path) -> list[int]:
    """Those with the folder in their arguments or environment; zombies do not count."""
    needle = str(folder).encode()
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes() + (place / "environ").read_bytes()
        except OSError:
            continue  # it has ended since
        if needle in words:
            found.append(int(place.name))
    return found


def wait_for(condition: Callable[[], bool], seconds: float = 15.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)
