"""What may be answered: a set that can be tested, listed, sampled and marked on the board.

Options are lazy: nothing is enumerated while a record is being re-run.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")


class Rng(Protocol):
    """The caller's source of chance, for bots and the fuzzer; the engine has none of its own."""

    def randrange(self, stop: int, /) -> int: ...


def is_same(choice: object, option: object) -> bool:
    """Equal, and not merely as True equals 1."""
    return type(choice) is type(option) and choice == option


class Options(ABC, Generic[T]):
    @abstractmethod
    def __iter__(self) -> Iterator[T]: ...

    def __contains__(self, choice: object) -> bool:
        return any(is_same(choice, option) for option in self)

    def sample(self, rng: Rng) -> T:
        listed = tuple(self)
        return listed[rng.randrange(len(listed))]

    def marks(self) -> tuple[str, ...]:
        """Keys of the places and units that the board highlights."""
        return tuple(option for option in self if isinstance(option, str))


class Choices(Options[T]):
    """A few choices, listed."""

    __slots__ = ("_listed",)

    def __init__(self, *listed: T) -> None:
        self._listed = listed

    def __iter__(self) -> Iterator[T]:
        return iter(self._listed)

    def __contains__(self, choice: object) -> bool:
        return any(is_same(choice, option) for option in self._listed)


class Lazy(Options[T]):
    """Choices worked out when somebody first looks."""

    __slots__ = ("_build", "_listed", "_marks")

    def __init__(
        self,
        build: Callable[[], Iterable[T]],
        marks: Callable[[Sequence[T]], tuple[str, ...]] | None = None,
    ) -> None:
        self._build = build
        self._listed: tuple[T, ...] | None = None
        self._marks = marks

    def listed(self) -> tuple[T, ...]:
        if self._listed is None:
            self._listed = tuple(self._build())
        return self._listed

    def __iter__(self) -> Iterator[T]:
        return iter(self.listed())

    def marks(self) -> tuple[str, ...]:
        return super().marks() if self._marks is None else self._marks(self.listed())


class Whole(Options[int]):
    """Whole numbers from `least` to `most`, both included."""

    __slots__ = ("least", "most")

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.least, self.most + 1))

    def __contains__(self, choice: object) -> bool:
        return type(choice) is int and self.least <= choice <= self.most

    def sample(self, rng: Rng) -> int:
        return self.least + rng.randrange(self.most - self.least + 1)


class Either(Options[Any]):
    """Options of several kinds in one menu, as moves and `done`."""

    __slots__ = ("_kinds",)

    def __init__(self, *kinds: Options[Any]) -> None:
        self._kinds = kinds

    def __iter__(self) -> Iterator[Any]:
        return (option for kind in self._kinds for option in kind)

    def __contains__(self, choice: object) -> bool:
        return any(choice in kind for kind in self._kinds)

    def sample(self, rng: Rng) -> Any:
        filled = [kind for kind in self._kinds if next(iter(kind), None) is not None]
        return filled[rng.randrange(len(filled))].sample(rng)

    def marks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(mark for kind in self._kinds for mark in kind.marks()))
