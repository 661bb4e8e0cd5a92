"""The whole service under ops/up, for tests that break it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.ops.looking import processes_naming

UP = (sys.executable, "-m", "ops.launcher.guard", "ops.launcher.up", "--empty")
NAMES = {
    "worker": b"workers.celery\0worker",
    "web": b"granian\0--interface",
    "mail": b"workers.receive",
    "redis": b"valkey-server",
    "postgres": b"bin/postgres",
}


class Running:
    def __init__(self, folder: Path, port: int, **variables: str) -> None:
        self.folder, self.port = folder, port
        given = {k: v for k, v in os.environ.items() if not k.startswith("FIELDPOST_")}
        self.process = subprocess.Popen(
            [*UP, "--port", str(port)],
            env=given | {"FIELDPOST_VAR_DIR": str(folder)} | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        assert self.process.stdout
        said = ""
        for line in self.process.stdout:
            said += line
            if "Ctrl-C stops it all" in line:
                return
        raise AssertionError(said)

    def settings(self) -> dict[str, str]:
        lines = (self.folder / "run" / "settings.env").read_text().splitlines()
        return {name: value.strip("'") for name, value in (line.split("=", 1) for line in lines)}

    def kill(self, name: str) -> bool:
        """kill -9 the oldest process of that name; False if it is just away."""
        found = [pid for pid in processes_naming(self.folder) if NAMES[name] in command(pid)]
        if found:
            os.kill(min(found), signal.SIGKILL)
        return bool(found)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=60)


def command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
