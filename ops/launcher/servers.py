"""The private servers of one folder: what ops/up, ops/test and bare pytest all start."""

from pathlib import Path
from types import TracebackType

from ops.launcher import sockets
from ops.launcher.postgres import Postgres
from ops.launcher.processes import Child
from ops.launcher.valkey import Valkey


class Servers:
    """Postgres and Valkey with their state in `folder`; either can be left out."""

    def __init__(
        self, folder: Path, durable: bool = True, postgres: bool = True, valkey: bool = True
    ) -> None:
        self.run = folder / "run"
        self.sockets = sockets.socket_folder(self.run)
        log = folder / "log"
        self.postgres = (
            Postgres(folder / "postgres", self.sockets, log / "postgres.log", durable)
            if postgres
            else None
        )
        self.valkey = (
            Valkey(folder / "valkey", self.sockets, log / "valkey.log", durable) if valkey else None
        )

    def start(self) -> None:
        try:
            for server in (self.valkey, self.postgres):
                if server:
                    server.start()
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        for server in (self.postgres, self.valkey):
            if server:
                server.stop()
        sockets.forget(self.run)

    def children(self) -> list[Child]:
        return [server.child for server in (self.postgres, self.valkey) if server and server.child]

    def __enter__(self) -> "Servers":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.stop()
