"""The games that Fieldpost ships, and those that a club adds by naming their modules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module

from engine.core.game import Game
from engine.core.names import nearest

SHIPPED: tuple[str, ...] = ("engine.great_game.game",)  # modules with a GAME


class UnknownGame(LookupError):
    """No game goes by that key; `near` are keys that the writer may have meant."""

    def __init__(self, key: str, known: Iterable[str]) -> None:
        listed = sorted(known)
        self.key, self.near = key, nearest(key, listed)
        meant = self.near or tuple(listed)
        hint = f"; did you mean {' or '.join(meant)}?" if meant else "; no game is installed"
        super().__init__(f"there is no game {key!r}{hint}")


def games(extra: Iterable[str] = ()) -> dict[str, Game]:
    """Every game by key: the shipped ones, then `extra` modules in the order given."""
    return dict(_games(tuple(dict.fromkeys((*SHIPPED, *extra)))))


def find(key: str, extra: Iterable[str] = ()) -> Game:
    found = games(extra)
    if key not in found:
        raise UnknownGame(key, found)
    return found[key]


@lru_cache(maxsize=16)
def _games(modules: tuple[str, ...]) -> tuple[tuple[str, Game], ...]:
    found: dict[str, Game] = {}
    for name in modules:
        game = import_module(name).GAME
        if not isinstance(game, Game):
            raise TypeError(f"GAME of {name} is not a game")
        if game.key in found:
            raise ValueError(f"{name}: there is already a game {game.key!r}")
        found[game.key] = game
    return tuple(found.items())
