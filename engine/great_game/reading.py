"""Reading order lines: the words have been folded and their names made canonical."""

from __future__ import annotations

import re
from typing import Any

from engine.core.names import fold, nearest
from engine.core.options import Options
from engine.core.procedure import Ask
from engine.core.questions import Misfit
from engine.great_game.board import GreatGame
from engine.great_game.choices import (
    DONE,
    HALT,
    Drop,
    Group,
    March,
    Onward,
    Reinforce,
    Take,
    Text,
)
from engine.great_game.counters import OFFICERS, Force, Share, force
from engine.great_game.lines import bar
from engine.great_game.movement import droppable, groups, kind_of_march, takeable
from engine.great_game.names import NATION_OF, OFFICER_OF, PLACE_OF
from engine.great_game.spelling import spell_act

Stack = tuple[Force, tuple[str, ...]]
PLACES = "|".join(sorted(map(re.escape, PLACE_OF), key=lambda name: (-len(name), name)))
MARCH_LINE = re.compile(
    rf"(?:march|move) (?P<who>.+?) (?:from )?(?P<source>{PLACES}) (?:to|into) (?P<to>{PLACES})"
)
ONWARD = re.compile(rf"(?:(?:march |go )?on|continue) (?:to |into )?(?P<to>{PLACES})")
PART = re.compile(r"(?P<verb>drop(?: off)?|leave|take|pick up) (?P<who>.+)")
NUMBERED = re.compile(r"(?P<n>\d+|all) (?P<nation>.+)")
ALL = ("all", "everything", "everybody")


def read_act(ask: Ask, options: Options[Any], view: GreatGame, words: str) -> Any:
    choice = parsed(ask, options, view, words)
    if choice in options:
        return choice
    raise refusal(ask, options, view, words, choice)


def parsed(ask: Ask, options: Options[Any], view: GreatGame, words: str) -> Any:
    if words in (DONE, HALT):
        return words
    if words.startswith(("play", "reinforce")):
        return of_card(options, view, words)
    if found := ONWARD.fullmatch(words):
        return Onward(PLACE_OF[found["to"]])
    if found := MARCH_LINE.fullmatch(words):
        return march(ask, view, found)
    if found := PART.fullmatch(words):
        return part(ask, view, found["verb"], found["who"])
    return None


def of_card(options: Options[Any], view: GreatGame, words: str) -> Any:
    """A card's text or a reinforcement, by comparison with what is on offer."""
    wanted = words.replace("on kazakhs", "on kazak").removesuffix(" sp")
    listed = [c for c in options if isinstance(c, Text | Reinforce)]
    for choice in listed:
        if wanted == fold(spell_act(choice, view)):
            return choice
    if words == "reinforce":
        return next((c for c in listed if isinstance(c, Reinforce)), None)
    return None


def march(ask: Ask, view: GreatGame, found: re.Match[str]) -> March | None:
    source, to = PLACE_OF[found["source"]], PLACE_OF[found["to"]]
    here = [g for g in groups(view, ask.side) if g.place == source]
    who = stack(found["who"], here[0] if here else None, ask.case)
    return March(source, to, *who)


def part(ask: Ask, view: GreatGame, verb: str, who: str) -> Drop | Take:
    if verb in ("take", "pick up"):
        return Take(*stack(who, takeable(view), ask.case))
    return Drop(*stack(who, droppable(view), ask.case))


def stack(text: str, whole: Group | None, case: str) -> Stack:
    """SP and officers named one by one, or all that are there."""
    if text in ALL and whole is not None:
        return whole.sp, whole.officers
    counts: dict[str, int] = {}
    named: list[str] = []
    for word in re.split(r", and |, | and |,", text):
        if word in OFFICER_OF:
            named.append(OFFICER_OF[word])
        else:
            key, n = counted(word, whole, case)
            counts[key] = counts.get(key, 0) + n
    return force(counts), tuple(o for o in OFFICERS if o in named)


def counted(word: str, whole: Group | None, case: str) -> tuple[str, int]:
    """`14 british`, `all british`; the nation may be left out where only one stands."""
    bare = re.sub(r" ?\bsp\b", "", word).strip()
    own = whole.sp if whole is not None else ()
    if bare.isdigit() and len(own) == 1:
        return own[0].key, int(bare)
    found = NUMBERED.fullmatch(bare)
    nation = NATION_OF.get(found["nation"]) if found else None
    if found is None or nation is None:
        raise Misfit("unknown_stack", case, (word,))
    if found["n"] == "all":
        return nation, next((s.n for s in own if s.key == nation), 0)
    return nation, int(found["n"])


def refusal(ask: Ask, options: Options[Any], view: GreatGame, words: str, choice: Any) -> Misfit:
    """Why a line does not fit, as exactly as the map can tell."""
    if isinstance(choice, March | Onward) and (barred := barred_step(ask, view, choice)):
        return Misfit(barred[0], barred[1], (words,))
    if isinstance(choice, March | Onward) and view.points <= 0:
        return Misfit("no_points", "10.2", (words,))
    if isinstance(choice, March | Drop | Take):
        return Misfit("not_there", "10.2", (words,))
    lines = [spell_act(c, view) for c in options if isinstance(c, Text | Reinforce)]
    return Misfit("not_on_offer", ask.case, (words,), nearest(words, lines))


def barred_step(ask: Ask, view: GreatGame, choice: March | Onward) -> tuple[str, str] | None:
    if isinstance(choice, March):
        kind = kind_of_march(view, ask.side, choice)
        return bar(view, ask.side, kind, choice.sp, choice.source, choice.to)
    column = view.column
    if column is None:
        return "no_column", "10.2"
    return bar(view, ask.side, column.kind, column.sp, column.place, choice.to)


def read_at(verbs: tuple[str, ...]) -> Any:
    """`deploy 10 at Kabul`, `deploy all at Kabul`."""
    pattern = re.compile(
        rf"(?:{'|'.join(verbs)}) (?P<n>\d+|all|the rest)(?: sp)? (?:at|in|from) "
        rf"(?P<place>{PLACES})"
    )

    def read(ask: Ask, options: Options[Share], view: GreatGame, words: str) -> Share:
        found = pattern.fullmatch(words)
        return share_of(ask, options, words, found and PLACE_OF[found["place"]], found)

    return read


def read_loss(ask: Ask, options: Options[Share], view: GreatGame, words: str) -> Share:
    """`lose 3 Persian`; `at Herat` may follow."""
    found = re.fullmatch(r"lose (?P<n>\d+|all|the rest) (?P<nation>.+?)(?: at .+)?", words)
    return share_of(ask, options, words, found and NATION_OF.get(found["nation"]), found)


def share_of(
    ask: Ask, options: Options[Share], words: str, key: str | None, found: re.Match[str] | None
) -> Share:
    if found is not None and key is not None:
        most = max((share.n for share in options if share.key == key), default=0)
        n = int(found["n"]) if found["n"].isdigit() else most
        if Share(key, n) in options:
            return Share(key, n)
    listed = dict.fromkeys(share.key for share in options)
    raise Misfit("not_on_offer", ask.case, (words,), tuple(listed))
