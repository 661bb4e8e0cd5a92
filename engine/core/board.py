"""What every board has. Games add fields: frozen Structs in plain dicts, and where play stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct

from engine.core.outcome import Outcome
from engine.core.tokens import Token, masked

if TYPE_CHECKING:
    from engine.core.procedure import Fact

B = TypeVar("B", bound="Board")


class Board(Struct, kw_only=True):
    tokens: dict[str, Token] = {}
    issued: int = 0  # how many tokens there ever were, so that no id comes twice
    outcome: Outcome | None = None
    switches: tuple[str, ...] = ()  # the named switches of the edition and options in force

    def apply(self, fact: Fact) -> None:
        fact.apply(self)

    def has_switch(self, name: str) -> bool:
        return name in self.switches


def copied(board: B) -> B:
    """A board of its own; the frozen things in its dicts are shared."""
    twin = msgspec.structs.replace(board)
    for name in board.__struct_fields__:
        value = getattr(board, name)
        if type(value) is dict:
            setattr(twin, name, value.copy())
    return twin


def masked_board(board: B, side: str | None) -> B:
    """The board as `side` sees it: the values of tokens unknown to it are gone."""
    twin = copied(board)
    twin.tokens = {key: masked(token, side) for key, token in board.tokens.items()}
    return twin
