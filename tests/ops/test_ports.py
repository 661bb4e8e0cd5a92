"""A port that cannot be had is told from one that is taken, and from one that does not exist."""

import errno
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from ops.launcher.plan import Plan, given_plan
from ops.launcher.trouble import Trouble


@pytest.mark.parametrize("port", ["0", "65511", "70000", "-1", "web"])
def test_a_port_that_leaves_no_room_is_refused_at_once(port: str) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "ops.launcher.up", "--port", port],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2 and not done.stdout
    assert f"{port} is no port for the site" in done.stderr and "1 to 65510" in done.stderr


@pytest.mark.parametrize(
    "problem, told",
    [
        (errno.EACCES, r"^Port 80 is not permitted to this user.*--port 9700$"),
        (errno.EADDRINUSE, r"^Port 80 is taken by another program\..*--port 9700$"),
        (errno.EADDRNOTAVAIL, r"^Port 80 cannot be used: "),
    ],
)
def test_the_reason_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: int, told: str
) -> None:
    def refuse(self: socket.socket, address: object) -> None:
        raise OSError(problem, os.strerror(problem))

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with pytest.raises(Trouble, match=told):
        Plan(tmp_path, 80, {}).check_ports()


@pytest.mark.parametrize("value", ["70000", "0", "http"])
def test_a_port_of_the_environment_is_checked_too(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("FIELDPOST_WEB_PORT", value)
    with pytest.raises(Trouble, match=f"FIELDPOST_WEB_PORT is {value}, but ports are numbers"):
        given_plan(None)
