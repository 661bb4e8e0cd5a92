"""The games that this service offers."""

from __future__ import annotations

from functools import lru_cache

from engine import registry
from engine.core.game import Game
from service import editions
from service.settings import settings


@lru_cache(maxsize=1)
def catalogue() -> dict[str, Game]:
    shipped = registry.games(settings().extra_games)
    return shipped | editions.installed(shipped)


def find(title: str) -> Game:
    return catalogue()[title]
