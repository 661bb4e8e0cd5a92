"""The four words of a rule: ask a side, ask all sides sealed, leave it to chance, state a fact."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, ClassVar, TypeVar

from msgspec import Struct

from engine.core.options import Options

T = TypeVar("T")


class Fact(Struct, frozen=True, tag=True):
    """Something that has happened; the only thing that may change the board."""

    # True for reveals and attempts: what follows was not foreseeable. An attempt is stated before
    # the rules look at what its side cannot see, so that its mere presence tells nothing.
    barrier: ClassVar[bool] = False

    def apply(self, board: Any) -> None:
        """Assign what this fact says to the board; never compute, ask or look anything up."""

    def masked(self, side: str | None) -> Fact:
        """This fact as `side` may know it, None for a spectator."""
        return self


class Ask(Struct, frozen=True):
    side: str
    question: str
    options: Options[Any]
    case: str
    about: str = ""  # the place, unit or battle that a contingent order names
    sealed: bool = False  # logged as a commitment and opened only at the end


class AskAll(Struct, frozen=True):
    asks: dict[str, Ask]


class Chance(Struct, frozen=True):
    spec: str  # "6,6" dice in sequence; "shuffle:54" a secret order of 54
    case: str

    @property
    def is_secret(self) -> bool:
        return self.spec.startswith(SHUFFLE)


SHUFFLE = "shuffle:"
Said = Ask | AskAll | Chance | Fact
Procedure = Generator[Said, Any, T]


def ask(
    side: str,
    question: str,
    options: Options[T],
    case: str,
    *,
    about: str = "",
    sealed: bool = False,
) -> Procedure[T]:
    reply: T = yield Ask(side, question, options, case, about, sealed)
    return reply


def ask_all(asks: dict[str, Ask]) -> Procedure[dict[str, Any]]:
    reply: dict[str, Any] = yield AskAll(asks)
    return reply


def roll(dice: int, faces: int, case: str) -> Procedure[tuple[int, ...]]:
    reply: tuple[int, ...] = yield Chance(",".join([str(faces)] * dice), case)
    return reply


def shuffle(count: int, case: str) -> Procedure[tuple[int, ...]]:
    """A secret order of 0 … count-1."""
    reply: tuple[int, ...] = yield Chance(f"{SHUFFLE}{count}", case)
    return reply


def is_outcome(spec: str, outcome: tuple[int, ...]) -> bool:
    """Whether a chance of this kind can come out so."""
    if spec.startswith(SHUFFLE):
        return sorted(outcome) == list(range(int(spec.removeprefix(SHUFFLE))))
    faces = [int(face) for face in spec.split(",")]
    return len(faces) == len(outcome) and all(
        1 <= n <= most for n, most in zip(outcome, faces, strict=True)
    )
