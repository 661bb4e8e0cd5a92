"""Set answers: many lines or clicks that make one choice, judged whole."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from engine.core.options import Choices, Options, Rng

T = TypeVar("T")
Part = tuple[Any, ...]
TRIES = 20  # random parts that end in a blind alley, before the first of the list is taken


class Owed(Struct, frozen=True):
    """Something that a set answer still lacks, under the case that demands it."""

    what: str
    case: str
    of: tuple[str, ...] = ()  # names for the wording: places, units, numbers


def canonical(part: Sequence[T]) -> tuple[T, ...]:
    return tuple(sorted(part, key=msgspec.json.encode))


class SetOptions(Options[Part]):
    """The choice is a sorted tuple of elements; `extend` says what may still be added to a part.

    The order in which a part grew must not matter to `extend`: lines come in any order.
    """

    @abstractmethod
    def extend(self, part: Part) -> Options[Any]: ...

    @abstractmethod
    def missing(self, part: Part) -> tuple[Owed, ...]: ...

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, tuple) or choice != canonical(choice):
            return False
        return self.admits(choice) and not self.missing(choice)

    def admits(self, part: Part) -> bool:
        return all(part[n] in self.extend(part[:n]) for n in range(len(part)))

    def is_full(self, part: Part) -> bool:
        return next(iter(self.extend(part)), None) is None

    def sample(self, rng: Rng) -> Part:
        for _ in range(TRIES):
            part = self.grown(rng)
            if not self.missing(part):
                return part
        return next(iter(self))

    def grown(self, rng: Rng) -> Part:
        """A part grown at random until it is full, or until it may end and chance ends it."""
        part: Part = ()
        while not self.is_full(part) and (self.missing(part) or rng.randrange(3)):
            part = canonical((*part, self.extend(part).sample(rng)))
        return part

    def marks(self) -> tuple[str, ...]:
        return self.extend(()).marks()


class Subset(SetOptions):
    """From `least` to `most` of the listed elements, each at most once."""

    def __init__(
        self,
        elements: Sequence[Any],
        least: int,
        most: int,
        case: str,
        owes: Callable[[Part], tuple[Owed, ...]] | None = None,
    ) -> None:
        self.elements = tuple(elements)
        self.least, self.most, self.case = least, most, case
        self._owes = owes

    def extend(self, part: Part) -> Options[Any]:
        if len(part) >= self.most:
            return Choices()
        return Choices(*(e for e in self.elements if e not in part))

    def missing(self, part: Part) -> tuple[Owed, ...]:
        short = self.least - len(part)
        owed = (Owed("too_few", self.case, (str(short),)),) if short > 0 else ()
        return owed + (self._owes(part) if self._owes else ())

    def __iter__(self) -> Iterator[Part]:
        for count in range(self.least, self.most + 1):
            for part in combinations(self.elements, count):
                if not self.missing(part):
                    yield canonical(part)
