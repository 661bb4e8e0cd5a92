"""What one start of the service uses: its folder, its ports, and the variables they become."""

import contextlib
import errno
import os
import shutil
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ops.launcher.servers import Servers
from ops.launcher.trouble import Trouble

ROOT = Path(__file__).resolve().parents[2]
STATE = ("postgres", "postgres.part", "valkey", "keys", "log", "mailbox", "house", "run", "clock")
OFFSETS = {"WEB": 0, "HOUSE": 1, "LMTP": 24, "SMTP": 25}
DEFAULT_PORT = 8700
LARGEST_PORT = 65535
HOST = "127.0.0.1"


@dataclass(frozen=True)
class Plan:
    folder: Path
    port: int
    given: Mapping[str, str]  # the environment that ops/up was started with

    def ports(self) -> dict[str, int]:
        """The other doors move along with the web's port, unless they are set one by one."""
        return {
            name: given_port(self.given, name, self.port + offset)
            for name, offset in OFFSETS.items()
        }

    @property
    def site(self) -> str:
        return f"http://{HOST}:{self.ports()['WEB']}"

    def servers(self) -> Servers:
        return Servers(
            self.folder,
            postgres="FIELDPOST_DATABASE_URL" not in self.given,
            valkey="FIELDPOST_REDIS_URL" not in self.given,
        )

    def settings(self, servers: Servers) -> dict[str, str]:
        """The variables that were not given from outside."""
        ports = self.ports()
        values = {f"FIELDPOST_{name}_PORT": str(port) for name, port in ports.items()}
        values["FIELDPOST_VAR_DIR"] = str(self.folder)
        values["FIELDPOST_LISTEN_HOST"] = HOST
        values["FIELDPOST_BASE_URL"] = self.site
        values["FIELDPOST_HOUSE_URLS"] = f"http://{HOST}:{ports['HOUSE']}"
        if servers.postgres:
            values["FIELDPOST_DATABASE_URL"] = servers.postgres.url("fieldpost_app", "fieldpost")
            values["FIELDPOST_OWNER_URL"] = servers.postgres.url("fieldpost_owner", "fieldpost")
        elif "FIELDPOST_OWNER_URL" not in self.given:
            values["FIELDPOST_OWNER_URL"] = self.given["FIELDPOST_DATABASE_URL"]
        if servers.valkey:
            values["FIELDPOST_REDIS_URL"] = servers.valkey.url
        return {name: self.given.get(name) or value for name, value in values.items()}

    def environment(self, settings: Mapping[str, str]) -> dict[str, str]:
        """For the processes: the settings, and what the foreign programs want to know."""
        return {
            **self.given,
            **settings,
            "GRANIAN_HOST": settings["FIELDPOST_LISTEN_HOST"],
            "GRANIAN_PORT": settings["FIELDPOST_WEB_PORT"],
            "CELERY_BEAT_SCHEDULE": str(self.folder / "clock" / "schedule"),
            "PYTHONUNBUFFERED": "1",
        }

    def check_ports(self) -> None:
        for port in self.ports().values():
            if (problem := refusal(port)) is not None:
                raise Trouble(
                    f"{told(problem, port)}. Choose other ports with --port, "
                    f"for example: ops/up --port {self.another()}"
                )

    def another(self) -> int:
        return self.port + 100 if 1024 <= self.port < 60000 else DEFAULT_PORT + 1000

    def begin_anew(self) -> None:
        for name in STATE:
            shutil.rmtree(self.folder / name, ignore_errors=True)

    def make_folders(self) -> None:
        for name in ("keys", "log", "mailbox", "house", "clock"):
            (self.folder / name).mkdir(mode=0o700, parents=True, exist_ok=True)


def given_plan(port: int | None) -> Plan:
    folder = Path(os.environ.get("FIELDPOST_VAR_DIR") or ROOT / "var").absolute()
    given = {name: value for name, value in os.environ.items() if value}
    if port is not None:
        given = {k: v for k, v in given.items() if k[10:] not in {f"{n}_PORT" for n in OFFSETS}}
    return Plan(folder, port or given_port(given, "WEB", DEFAULT_PORT), given)


def given_port(given: Mapping[str, str], name: str, otherwise: int) -> int:
    variable = f"FIELDPOST_{name}_PORT"
    text = given.get(variable) or str(otherwise)
    if not text.isdecimal() or not 1 <= int(text) <= LARGEST_PORT:
        raise Trouble(f"{variable} is {text}, but ports are numbers from 1 to {LARGEST_PORT}.")
    return int(text)


def told(problem: OSError, port: int) -> str:
    if problem.errno == errno.EACCES:
        return f"Port {port} is not permitted to this user; ports below 1024 belong to root"
    if problem.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program"
    return f"Port {port} cannot be used: {problem.strerror}"


def is_taken(port: int) -> bool:
    return refusal(port) is not None


def refusal(port: int) -> OSError | None:
    """Why nobody can listen on a port; None if one can."""
    with contextlib.closing(socket.socket()) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as problem:
            return problem
    return None


def write_settings(file: Path, settings: Mapping[str, str]) -> None:
    """For commands in a second terminal; service.settings reads it."""
    lines = [f"{name}='{value}'\n" for name, value in settings.items()]
    file.touch(mode=0o600)
    file.write_text("".join(lines))
