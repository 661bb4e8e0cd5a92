"""Names as people type them: folding, aliases, near misses."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache

DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u0096\u0097"), "-")
QUOTES = {0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x00B4: "'", 0x02BC: "'"}
NOTHING: dict[int, str] = dict.fromkeys((0xAD, 0x200B, 0x200C, 0x200D, 0xFEFF), "")
LETTERS = str.maketrans(dict(zip("łŁøØđĐıæÆœŒ", (*"lLoOdDi", "ae", "AE", "oe", "OE"), strict=True)))
TYPED = {**DASHES, **QUOTES, **NOTHING, **LETTERS}
JOINED = re.compile(r"(?<=\w)(?:-+| -+ )(?=\w)")  # Geok-Tepe, Kabul - Ghazni, 1406-1506; never 3 -1


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Text with case, accents, kinds of dash and quote and extra spaces made alike."""
    plain = unicodedata.normalize("NFKD", text.translate(TYPED))
    bare = "".join(c for c in plain if not unicodedata.combining(c))
    return JOINED.sub(" ", " ".join(bare.casefold().split()))


class Names:
    """Every spelling of the things that a side may name, and the one that we write."""

    def __init__(self, spellings: Mapping[str, Iterable[str]]) -> None:
        """`spellings`: our name for a thing -> the other ways to write it."""
        self.by_fold = {fold(name): name for name in spellings}
        for name, aliases in spellings.items():
            for alias in aliases:
                self.by_fold.setdefault(fold(alias), name)
        longest = sorted(self.by_fold, key=lambda f: (-len(f), f))
        joined = "|".join(map(re.escape, longest))
        self._pattern = re.compile(rf"(?<!\w)(?:{joined})(?!\w)") if longest else None

    def find(self, text: str) -> str | None:
        return self.by_fold.get(fold(text))

    def canonical(self, text: str) -> str:
        """The folded text with every alias replaced by our own name, folded."""
        folded = fold(text)
        if self._pattern is None:
            return folded
        return self._pattern.sub(lambda m: fold(self.by_fold[m.group()]), folded)

    def near(self, text: str, most: int = 3) -> tuple[str, ...]:
        """Our names for what the writer may have meant."""
        close = get_close_matches(fold(text), self.by_fold, n=2 * most, cutoff=0.6)
        return tuple(dict.fromkeys(self.by_fold[c] for c in close))[:most]


def nearest(text: str, candidates: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The candidate spellings closest to a text, best first."""
    folded = {fold(candidate): candidate for candidate in candidates}
    return tuple(folded[c] for c in get_close_matches(fold(text), folded, n=most, cutoff=0.5))
