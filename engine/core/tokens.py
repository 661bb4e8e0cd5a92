"""Hidden things. A token has a public back and holder; its value is known to some."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from engine.core.board import Board

ALL = "*"  # in `known_to` and `to`: every side and every spectator


class Token(Struct, frozen=True):
    id: str
    back: str
    holder: str
    known_to: tuple[str, ...] = ()
    value: str | None = None
    seal: str = ""  # the commitment to the value, once it is in the log


def knows(known_to: Sequence[str], side: str | None) -> bool:
    return ALL in known_to or side in known_to


def masked(token: Token, side: str | None) -> Token:
    return token if knows(token.known_to, side) else replace(token, value=None)


def held_by(board: Board, holder: str) -> tuple[Token, ...]:
    """In order of issue, whatever order the board was stored in."""
    return tuple(sorted((t for t in board.tokens.values() if t.holder == holder), key=number))


def number(token: Token) -> int:
    return int(token.id[1:])


def known(board: Board, holder: str) -> tuple[Token, ...]:
    """The tokens of a holder whose values this board tells."""
    return tuple(t for t in held_by(board, holder) if t.value is not None)


def one_of_each(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """One token of each value. Which of equals it is depends on all of them, so that whoever sees
    a token go learns nothing of those that stay."""
    digest = sha256("|".join(f"{t.id}={t.value}" for t in tokens).encode()).digest()
    kinds: dict[str | None, list[Token]] = {}
    for token in tokens:
        kinds.setdefault(token.value, []).append(token)
    return tuple(equals[digest[0] % len(equals)] for equals in kinds.values())


def fresh(
    board: Board,
    back: str,
    holder: str,
    values: Iterable[str | None],
    known_to: tuple[str, ...] = (),
) -> tuple[Token, ...]:
    """New tokens in the given order, under ids that nobody has seen before."""
    first = board.issued
    return tuple(Token(f"t{first + n}", back, holder, known_to, v) for n, v in enumerate(values))
