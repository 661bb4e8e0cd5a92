"""The dice houses that this service can reach, known by the keys that games pin."""

from __future__ import annotations

from collections.abc import Sequence

from service.bodies import HouseEntry
from service.house import House
from service.house_client import HouseSilent, introduce
from service.keyring import event_key
from service.keys import house_text
from service.settings import settings


class Houses:
    """Met once and kept; a house that was silent is looked for again at the next need."""

    def __init__(self, urls: Sequence[str]) -> None:
        self.urls = tuple(urls)
        self._met: dict[str, House] = {}  # url: house

    def add(self, house: House) -> None:
        self._met[f"within:{house.name}"] = house

    def entries(self) -> tuple[HouseEntry, ...]:
        """All houses, as a new game lists them; every one must be there."""
        for url in self.urls:
            self.meet(url)
        return tuple(HouseEntry(h.name, house_text(h.public)) for h in self._met.values())

    def meet(self, url: str) -> None:
        if url not in self._met:
            self._met[url] = introduce(url, key=event_key())

    def answers(self, entries: Sequence[HouseEntry], message: bytes) -> list[bytes]:
        """The signature of each listed house, in their order."""
        return [self.by_key(entry).answer(message) for entry in entries]

    def by_key(self, entry: HouseEntry) -> House:
        for url in (None, *self.urls):
            if url is not None:
                self.meet(url)
            for house in self._met.values():
                if house_text(house.public) == entry.key:
                    return house
        raise HouseSilent(f"the house {entry.name} is not among FIELDPOST_HOUSE_URLS")


_houses: list[Houses] = []


def houses() -> Houses:
    if not _houses:
        use(Houses(settings().house_urls))
    return _houses[0]


def use(chosen: Houses) -> None:
    """Ask these houses from now on."""
    _houses[:] = [chosen]
