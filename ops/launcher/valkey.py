"""A private Valkey for the task queue: no port, one socket, written to disk every second."""

import contextlib
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import redis

from ops.launcher.binaries import valkey_server
from ops.launcher.processes import Child
from ops.launcher.trouble import Trouble

START_SECONDS = 20.0


@dataclass
class Valkey:
    data: Path
    sockets: Path
    log: Path
    durable: bool = True
    child: Child | None = None

    def start(self) -> None:
        """Also starts again after a stop or a kill, on the same data."""
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.child = Child("valkey", self._command(), self.log, before=self._clear_socket)
        self.child.start()
        self._wait_until_ready()

    @property
    def socket(self) -> Path:
        return self.sockets / "valkey.sock"

    @property
    def url(self) -> str:
        return f"unix://{quote(str(self.socket))}"

    def stop(self, seconds: float = 3.0) -> None:
        if self.child:
            self.child.stop(seconds)

    def _clear_socket(self) -> None:
        self.socket.unlink(missing_ok=True)

    def _command(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.data),
            "save": "",
            "appendonly": "yes" if self.durable else "no",
            "appendfsync": "everysec",
        }
        words = [word for key, value in options.items() for word in (f"--{key}", value)]
        return [str(valkey_server()), *words]

    def _wait_until_ready(self) -> None:
        assert self.child
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self.child.is_running():
            with contextlib.suppress(redis.ConnectionError), redis.from_url(self.url) as client:
                client.ping()
                return
            time.sleep(0.01)
        words = self.child.last_words()
        self.child.kill()
        raise Trouble(f"Valkey did not start. The end of {self.log}:\n{words}")
