"""What a side may answer: spreading SP, stacks that march, and the other choices of an action."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from engine.core.options import Choices, Options, Rng
from engine.core.sets import Owed, Part, SetOptions, canonical
from engine.great_game.counters import Force, Share, total


class Text(Struct, frozen=True, tag=True):
    """The text of the card: a target, an officer, a role, as it needs."""

    on: str = ""
    by: str = ""
    role: str = ""


class Reinforce(Struct, frozen=True, tag=True):
    sp: Force = ()


class March(Struct, frozen=True, tag=True):
    source: str
    to: str
    sp: Force = ()
    officers: tuple[str, ...] = ()


class Onward(Struct, frozen=True, tag=True):
    to: str


class Drop(Struct, frozen=True, tag=True):
    sp: Force = ()
    officers: tuple[str, ...] = ()


class Take(Struct, frozen=True, tag=True):
    sp: Force = ()
    officers: tuple[str, ...] = ()


class Reaction(Struct, frozen=True):
    token: str
    officer: str = ""


class Arrival(Struct, frozen=True):
    officer: str
    place: str


HALT, DONE, DECLINE = "halt", "done", "decline"
Act = Text | Reinforce | March | Onward | Drop | Take | str


class Spread(SetOptions):
    """So many SP shared out among spaces or kinds, each up to its own most."""

    def __init__(self, wanted: int, most: Callable[[], Mapping[str, int]], case: str) -> None:
        self._most, self._wanted, self.case = most, wanted, case

    @cached_property
    def most(self) -> Mapping[str, int]:
        return self._most()

    @property
    def wanted(self) -> int:
        return min(self._wanted, sum(self.most.values()))

    def extend(self, part: Part) -> Options[Share]:
        left = self.wanted - total(part)
        used = [share.key for share in part]
        free = [(key, min(n, left)) for key, n in self.most.items() if key not in used]
        return Choices(*(Share(key, n) for key, top in free for n in range(top, 0, -1)))

    def missing(self, part: Part) -> tuple[Owed, ...]:
        left = self.wanted - total(part)
        return (Owed("sp_left", self.case, (str(left),)),) if left > 0 else ()

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, tuple) or not all(isinstance(s, Share) for s in choice):
            return False
        keys = [share.key for share in choice]
        fits = all(0 < s.n <= self.most.get(s.key, 0) for s in choice)
        once = len(dict.fromkeys(keys)) == len(keys)
        return fits and once and choice == canonical(choice) and total(choice) == self.wanted

    def __iter__(self) -> Iterator[Part]:
        keys = sorted(self.most)
        return (canonical(part) for part in shared(self.wanted, keys, self.most))

    def sample(self, rng: Rng) -> Part:
        keys, part, left = list(self.most), [], self.wanted
        while keys:
            key = keys.pop(rng.randrange(len(keys)))
            most = min(self.most[key], left)
            least = max(0, left - sum(self.most[other] for other in keys))
            n = most if rng.randrange(2) else least + rng.randrange(most - least + 1)
            part += [Share(key, n)] if n else []
            left -= n
        return canonical(part)

    def marks(self) -> tuple[str, ...]:
        return tuple(self.most)


def shared(wanted: int, keys: list[str], most: Mapping[str, int]) -> Iterator[Part]:
    if not keys:
        if wanted == 0:
            yield ()
        return
    key, rest = keys[0], keys[1:]
    room = sum(most[k] for k in rest)
    for n in range(min(wanted, most[key]), max(0, wanted - room) - 1, -1):
        mine = (Share(key, n),) if n else ()
        yield from ((*mine, *part) for part in shared(wanted - n, rest, most))


class Group(Struct, frozen=True):
    """SP and officers that stand together and may march together."""

    place: str
    kind: str
    sp: Force
    officers: tuple[str, ...]
