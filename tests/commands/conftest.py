"""Commands run in this process, against a club of its own; some tests call ops/fieldpost itself."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from service import keys
from service.commands.__main__ import cli
from service.commands.local import LocalGame, own_house
from service.signing import EventKey
from service.verify import export_line
from tests.club import MINI, Club, club, forget, house_private
from tests.mini.game import GAME
from tests.service.conftest import clone, database, owner, template

__all__ = ["Run", "clone", "club", "database", "owner", "template"]
BOTS = {"red": "random", "blue": "random"}
Run = Callable[..., Result]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """A command; `code` is the exit code that it must have."""
    monkeypatch.delenv("FIELDPOST_TRACEBACK", raising=False)

    def invoke(*words: object, code: int = 0, input: str | None = None) -> Result:
        result = CliRunner().invoke(cli, list(map(str, words)), input=input)
        assert result.exit_code == code, result.output
        assert "Traceback" not in result.output
        return result

    return invoke


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A place without servers, where the miniature game is known."""
    monkeypatch.setenv("FIELDPOST_VAR_DIR", str(tmp_path))
    monkeypatch.setenv("FIELDPOST_EXTRA_GAMES", MINI)
    monkeypatch.setenv("FIELDPOST_DATABASE_URL", f"postgresql://x@/x?host={tmp_path}")
    for name in ("KEYS_DIR", "OWNER_URL"):
        monkeypatch.delenv(f"FIELDPOST_{name}", raising=False)
    forget()
    yield tmp_path
    forget()


def put_keys(folder: Path) -> None:
    """The house key of all tests, which takes no time to make, and whatever else is missing."""
    folder.mkdir(exist_ok=True)
    pem = house_private().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    keys.place(folder / "house.pem", pem, 0o600)
    keys.init(folder)


@pytest.fixture
def keyed(alone: Path) -> Path:
    put_keys(alone / "keys")
    return alone


@pytest.fixture
def manned(club: Club) -> Club:
    """A club whose keys lie in their folder, as `verify` looks for them."""
    put_keys(club.keys_dir)
    return club


def game_file(folder: Path, local: type[LocalGame] = LocalGame, seed: int = 4) -> Path:
    """A finished game of bots, signed with the keys of the folder."""
    with own_house():
        key = EventKey.from_pem((folder / "keys" / "event.pem").read_bytes())
        rows = local(GAME, GAME.scenario("meeting"), BOTS, seed, key).play()
    path = folder / "game.jsonl"
    path.write_bytes(b"".join(export_line(row.canon, row.sig) + b"\n" for row in rows))
    return path
