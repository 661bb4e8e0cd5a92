"""The editions that a club has added: overlay files in the state folder, named by their content."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import structlog

from engine.core.fuzz import Failure, fuzz
from engine.core.game import Game
from engine.core.overlay import BadOverlay, Overlay, amended, read
from service.settings import settings

log = structlog.get_logger()
TRIALS = 3  # random games of each scenario before an edition is taken in


def folder() -> Path:
    return settings().var_dir / "editions"


def installed(games: Mapping[str, Game]) -> dict[str, Game]:
    """Every added edition whose game is here, by key."""
    found: dict[str, Game] = {}
    for path in sorted(folder().glob("*.toml")):
        try:
            game = stored(path, games)
        except BadOverlay as problem:
            log.warning("edition left out", file=path.name, reason=str(problem))
        else:
            found[game.key] = game
    return found


def stored(path: Path, games: Mapping[str, Game]) -> Game:
    overlay = read(path.read_bytes())
    if path.stem != overlay.name:
        raise BadOverlay("its content is not what its name says")
    if overlay.game not in games:
        raise BadOverlay(f"there is no game {overlay.game!r}")
    return amended(games[overlay.game], overlay)


def add(raw: bytes, games: Mapping[str, Game]) -> Game:
    """Check an overlay and keep it; games can begin on it from then on."""
    overlay = read(raw)
    game = checked(overlay, games)
    folder().mkdir(parents=True, exist_ok=True)
    path = folder() / f"{overlay.name}.toml"
    path.write_bytes(raw)
    return game


def checked(overlay: Overlay, games: Mapping[str, Game]) -> Game:
    if overlay.game not in games:
        raise BadOverlay(f"there is no game {overlay.game!r}; there is {', '.join(games)}")
    game = amended(games[overlay.game], overlay)
    if faults := game.data_faults():
        raise BadOverlay("; ".join(faults))
    for failure in trials(game):
        raise BadOverlay(f"a random game failed: {failure}")
    return game


def trials(game: Game) -> Iterator[Failure]:
    for scenario in game.scenarios:
        yield from fuzz(game, scenario.key, range(TRIALS), Random).failures
