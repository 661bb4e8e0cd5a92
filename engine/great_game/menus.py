"""The menu of an action: stacks that march, drop-offs, pick-ups, and what ends them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import product
from typing import Any

from engine.core.options import Either, Options, Rng
from engine.great_game.choices import Drop, Group, March, Take
from engine.great_game.counters import Force, Share

TRIES = 12  # random stacks that may not go, before the first of the list is taken


def parts_of(group: Group) -> Iterator[tuple[Force, tuple[str, ...]]]:
    """Every part of a group, the whole first, the empty one last."""
    counts = [range(share.n, -1, -1) for share in group.sp]
    keys = [share.key for share in group.sp]
    for numbers in product(*counts):
        sp = tuple(Share(key, n) for key, n in zip(keys, numbers, strict=True) if n)
        for flags in product((True, False), repeat=len(group.officers)):
            yield sp, tuple(o for o, on in zip(group.officers, flags, strict=True) if on)


def is_part(sp: Any, officers: Any, group: Group) -> bool:
    if not isinstance(sp, tuple) or not isinstance(officers, tuple):
        return False
    if not all(isinstance(share, Share) for share in sp):
        return False
    have = {share.key: share.n for share in group.sp}
    fits = all(0 < share.n <= have.get(share.key, 0) for share in sp)
    keys = [share.key for share in sp]
    in_order = sp == tuple(sorted(sp)) and len(dict.fromkeys(keys)) == len(keys)
    listed = tuple(o for o in group.officers if o in officers)
    return fits and in_order and listed == officers and bool(sp or officers)


def random_part(group: Group, rng: Rng) -> tuple[Force, tuple[str, ...]]:
    whole = rng.randrange(3) > 0
    counts = [(s.key, s.n if whole else rng.randrange(s.n + 1)) for s in group.sp]
    officers = tuple(o for o in group.officers if rng.randrange(2))
    return tuple(Share(key, n) for key, n in counts if n), officers


class Parts(Options[Any]):
    """A part of a group, as `make` writes it and `fits` admits it: drop-offs and pick-ups."""

    def __init__(
        self,
        kind: type[Drop] | type[Take],
        group: Callable[[], Group | None],
        fits: Callable[[Force, tuple[str, ...]], bool],
    ) -> None:
        self.kind, self._group, self.fits = kind, group, fits

    @cached_property
    def group(self) -> Group | None:
        return self._group()

    def __iter__(self) -> Iterator[Any]:
        if self.group is not None:
            for sp, officers in parts_of(self.group):
                if (sp or officers) and self.fits(sp, officers):
                    yield self.kind(sp, officers)

    def __contains__(self, choice: object) -> bool:
        if type(choice) is not self.kind or self.group is None:
            return False
        assert isinstance(choice, Drop | Take)
        mine = is_part(choice.sp, choice.officers, self.group)
        return mine and self.fits(choice.sp, choice.officers)

    def sample(self, rng: Rng) -> Any:
        assert self.group is not None
        for _ in range(TRIES):
            choice = self.kind(*random_part(self.group, rng))
            if choice in self:
                return choice
        return next(iter(self))

    def marks(self) -> tuple[str, ...]:
        return ()


class Marches(Options[March]):
    """Any part of any group, along any line that is open to it."""

    def __init__(
        self,
        groups: Callable[[], tuple[Group, ...]],
        ways: Callable[[Group, Force], tuple[str, ...]],
    ) -> None:
        self._groups, self.ways = groups, ways

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        return self._groups()

    def __iter__(self) -> Iterator[March]:
        for group in self.groups:
            for sp, officers in parts_of(group):
                if sp or (officers and group.kind == "camp"):
                    for to in self.ways(group, sp):
                        yield March(group.place, to, sp, officers)

    def __contains__(self, choice: object) -> bool:
        if type(choice) is not March:
            return False
        return any(self.admits(group, choice) for group in self.groups)

    def admits(self, group: Group, march: March) -> bool:
        if march.source != group.place or not is_part(march.sp, march.officers, group):
            return False
        lone = not march.sp and group.kind != "camp"
        return not lone and march.to in self.ways(group, march.sp)

    def sample(self, rng: Rng) -> March:
        for _ in range(TRIES):
            group = self.groups[rng.randrange(len(self.groups))]
            sp, officers = random_part(group, rng)
            ways = self.ways(group, sp)
            if ways and (sp or officers):
                march = March(group.place, ways[rng.randrange(len(ways))], sp, officers)
                if march in self:
                    return march
        return next(iter(self))

    def marks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(group.place for group in self.groups))


class Menu(Either):
    """The choices of an action, those that end something last; chance prefers to go on."""

    def sample(self, rng: Rng) -> Any:
        going = [kind for kind in self._kinds[:-2] if next(iter(kind), None) is not None]
        if going and rng.randrange(8):
            return going[rng.randrange(len(going))].sample(rng)
        return super().sample(rng)
