"""A private folder for sockets whose path is short enough for the operating system."""

import contextlib
import shutil
import tempfile
from pathlib import Path

from ops.launcher.trouble import Trouble

LONGEST_PATH = 100  # the kernels allow 104 to 108 bytes
LONGEST_NAME = "/.s.PGSQL.5432"
PLACES = (tempfile.gettempdir, lambda: "/tmp")


def fits(folder: Path) -> bool:
    return len(f"{folder}{LONGEST_NAME}".encode()) <= LONGEST_PATH


def socket_folder(run: Path) -> Path:
    """The run folder itself, or a short one elsewhere that a file in it names."""
    forget(run)
    run.mkdir(mode=0o700, parents=True, exist_ok=True)
    run.chmod(0o700)
    if fits(run):
        return run
    folder = short_folder()
    (run / "sockets").write_text(str(folder))
    return folder


def short_folder() -> Path:
    for place in [find() for find in PLACES]:
        if Path(place).is_dir() and fits(Path(place, "fieldpost-12345678")):
            return Path(tempfile.mkdtemp(prefix="fieldpost-", dir=place))
    raise Trouble(
        f"The path {tempfile.gettempdir()} is too long for a socket (at most {LONGEST_PATH} "
        "bytes with its name). Set TMPDIR to a short folder, such as /tmp, and start again."
    )


def forget(run: Path) -> None:
    """Removes the folder, also the short one that a killed launcher left behind."""
    with contextlib.suppress(OSError):
        place = Path((run / "sockets").read_text())
        if place.name.startswith("fieldpost-"):
            shutil.rmtree(place, ignore_errors=True)
    shutil.rmtree(run, ignore_errors=True)
