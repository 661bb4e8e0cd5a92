"""A private Postgres: no port, one socket in a private folder, a child of this process."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg

from ops.launcher import seat as seats
from ops.launcher.binaries import POSTGRES_MAJOR, postgres_bin
from ops.launcher.processes import Child, leashed
from ops.launcher.seat import Seat
from ops.launcher.trouble import Trouble

ADMIN = "postgres"
START_SECONDS = 60.0
INITDB = (
    f"--username={ADMIN}",
    "--auth=trust",  # the socket's folder is closed to everybody else
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--locale=C",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
)
FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


@dataclass
class Postgres:
    data: Path
    sockets: Path
    log: Path
    durable: bool = True
    seat: Seat | None = None
    child: Child | None = None

    def start(self) -> None:
        """Also starts again after a stop or a kill, on the same data."""
        self.seat = self.seat or seats.choose()
        seats.hand_over(self.seat, self.sockets)
        programs = seats.readable_programs(self.seat, postgres_bin(), self.sockets)
        if not self.data.exists():
            self._initialise(programs)
        check_folder(self.data)
        self.child = self._child(programs / "postgres")
        self.child.start()
        self._wait_until_ready()

    def url(self, role: str = ADMIN, database: str = "postgres") -> str:
        return f"postgresql://{role}@/{database}?host={quote(str(self.sockets))}"

    def stop(self, seconds: float = 5.0) -> None:
        if self.child:
            self.child.stop(seconds)

    def _initialise(self, programs: Path) -> None:
        """In a folder beside, renamed when finished: a killed initdb never leaves a cluster."""
        assert self.seat
        part = self.data.with_name(f"{self.data.name}.part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(mode=0o700, parents=True)
        seats.hand_over(self.seat, part)
        options = [*INITDB, *([] if self.durable else ["--no-sync"])]
        command = [str(programs / "initdb"), *options, "-D", str(part)]
        done = subprocess.run(
            leashed(command, signal.SIGKILL, self.seat.name), capture_output=True, check=False
        )
        if done.returncode:
            raise Trouble(f"initdb could not make the database:\n{done.stderr.decode()}")
        part.rename(self.data)

    def _child(self, program: Path) -> Child:
        assert self.seat
        values = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.sockets),
            "unix_socket_permissions": "0700",
            "dynamic_shared_memory_type": "mmap",  # leaves nothing in /dev/shm
            **({} if self.durable else FAST),
        }
        command = [str(program), "-D", str(self.data)]
        command += [word for key, value in values.items() for word in ("-c", f"{key}={value}")]
        return Child(
            "postgres",
            command,
            self.log,
            seat=self.seat.name,
            stop_signal=signal.SIGINT,
            death_signal=signal.SIGQUIT,
            before=lambda: clear_stale_lock(self.data, self.sockets),
        )

    def _wait_until_ready(self) -> None:
        assert self.child
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self.child.is_running():
            with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.url()):
                return
            time.sleep(0.02)
        words = self.child.last_words()
        self.child.kill()
        raise Trouble(f"Postgres did not start. The end of {self.log}:\n{words}")


def check_folder(data: Path) -> None:
    """Refuses what cannot be used, rather than making anew what may hold games."""
    version, control = data / "PG_VERSION", data / "global" / "pg_control"
    if not version.exists() or not control.exists():
        raise Trouble(
            f"{data} is half-written: it is no finished database. If it never held anything of "
            "value, start with --fresh; otherwise restore it from a backup."
        )
    major = version.read_text().strip()
    if major != str(POSTGRES_MAJOR):
        raise Trouble(
            f"{data} was made by Postgres {major}, and this is Postgres {POSTGRES_MAJOR}. Make a "
            "backup with the version of Fieldpost that wrote it, start with --fresh, and restore."
        )


def clear_stale_lock(data: Path, sockets: Path) -> None:
    """After a kill the number in the lock may belong to anyone, and Postgres would not start."""
    lock = data / "postmaster.pid"
    try:
        pid = int(lock.read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return
    if str(data) in command_line(pid):
        stop_orphan(pid)
    lock.unlink(missing_ok=True)
    for leftover in sockets.glob(".s.PGSQL.*"):
        leftover.unlink()


def stop_orphan(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGQUIT)
    end = time.monotonic() + 5
    while command_line(pid) and time.monotonic() < end:
        time.sleep(0.02)


def command_line(pid: int) -> str:
    proc = Path(f"/proc/{pid}/cmdline")
    with contextlib.suppress(OSError):
        return proc.read_text().replace("\0", " ")
    if Path("/proc/self").exists():
        return ""
    command = ["ps", "-p", str(pid), "-o", "command="]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout
