"""Child processes: started on a leash, logged to a file, started again when they die, stopped."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ops.launcher import kernel

LEASH = Path(__file__).with_name("leash.py")
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
STEADY_SECONDS = 60.0
LOG_BYTES = 10_000_000


def leashed(command: Sequence[str], death: int, seat: str = "plain") -> list[str]:
    """The command, made to get the signal `death` when this process ends."""
    return [
        sys.executable,
        "-I",
        "-S",
        str(LEASH),
        str(os.getpid()),
        str(int(death)),
        seat,
        *command,
    ]


@dataclass
class Child:
    name: str
    command: Sequence[str]
    log: Path
    env: Mapping[str, str] | None = None
    seat: str = "plain"
    stop_signal: int = signal.SIGTERM
    death_signal: int = signal.SIGKILL
    before: Callable[[], None] | None = None
    restarts: int = 0
    started_at: float = 0.0
    process: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    def start(self) -> None:
        self.log.parent.mkdir(parents=True, exist_ok=True)
        roll_over(self.log)
        if self.before:
            self.before()
        command = leashed(self.command, self.death_signal, self.seat)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.env
            )
        self.started_at = time.monotonic()

    @property
    def pid(self) -> int:
        assert self.process, f"{self.name} was not started"
        return self.process.pid

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def signal(self, number: int) -> None:
        if self.process and self.is_running():
            self.process.send_signal(number)

    def wait(self, seconds: float) -> bool:
        """Whether it has ended within that time."""
        if self.process:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(max(seconds, 0.01))
        return not self.is_running()

    def stop(self, seconds: float) -> None:
        self.signal(self.stop_signal)
        if not self.wait(seconds):
            self.kill()

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        self.wait(5)

    def last_words(self, lines: int = 12) -> str:
        with contextlib.suppress(OSError):
            return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])
        return ""


def roll_over(log: Path) -> None:
    if log.exists() and log.stat().st_size > LOG_BYTES:
        log.replace(log.with_suffix(".old.log"))


class Crew:
    """The children that should be running; one that dies is started again, ever more slowly."""

    def __init__(self, watched: Sequence[Child] = ()) -> None:
        """Those watched were started by someone else, who also stops them."""
        self.watched = list(watched)
        self.started: list[Child] = []
        self._due: dict[str, float] = {}

    def start(self, child: Child) -> None:
        child.start()
        self.started.append(child)

    @property
    def children(self) -> list[Child]:
        return self.watched + self.started

    def watch(self) -> list[Child]:
        """Starts again what is due, and returns what was found dead for the first time."""
        found = [c for c in self.children if not c.is_running() and c.name not in self._due]
        for child in found:
            self._due[child.name] = time.monotonic() + pause_of(child)
            child.restarts += 1
        if found:
            kernel.sweep({c.pid for c in self.children})
        for child in self.children:
            if self._due.get(child.name, float("inf")) <= time.monotonic():
                del self._due[child.name]
                child.start()
        return found

    def stop(self, seconds: float) -> None:
        """All at once, since none of them waits for another."""
        end = time.monotonic() + seconds
        for child in self.started:
            child.signal(child.stop_signal)
        for child in self.started:
            if not child.wait(end - time.monotonic()):
                child.kill()
        self.started.clear()
        kernel.sweep({child.pid for child in self.watched})


def pause_of(child: Child) -> float:
    if time.monotonic() - child.started_at > STEADY_SECONDS:
        child.restarts = 0
    return min(FIRST_PAUSE * 2.0**child.restarts, LONGEST_PAUSE)
