"""Fighting, rule 6. Shifts towards the attacker are positive."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from engine.core.facts import show
from engine.core.options import Choices, Either, Lazy, Options
from engine.core.procedure import Procedure, ask, roll
from engine.core.sets import Owed, Part, SetOptions, canonical
from engine.core.tokens import Token, held_by, known
from tests.mini.board import MAP, TABLES, Assault, Mini, blocks, enemy, hand, occupied, strength
from tests.mini.cards import discard
from tests.mini.facts import Declared, Fought, Phase
from tests.mini.losses import RESULTS
from tests.mini.view import name, seen

SHIFT = TABLES["shift"]
Shifts = tuple[tuple[str, int], ...]


class Assaults(SetOptions):
    """All attacks of an activation: one target for each stack, and for each if the side is bold."""

    def __init__(self, board: Mini, side: str) -> None:
        self.board, self.side = board, side

    def extend(self, part: Part) -> Options[Assault]:
        return Choices(*(a for a in self.possible() if a.source not in sources(part)))

    def possible(self) -> tuple[Assault, ...]:
        return possible(seen(self.board, self.side), self.side)

    def missing(self, part: Part) -> tuple[Owed, ...]:  # 6.2
        if seen(self.board, self.side).stances[self.side] != "bold":
            return ()
        idle = dict.fromkeys(a.source for a in self.possible() if a.source not in sources(part))
        return tuple(Owed("must_attack", "6.2", (name(source),)) for source in idle)

    def __iter__(self) -> Iterator[Part]:
        return (part for part in self.parts(()) if not self.missing(part))

    def parts(self, part: Part) -> Iterator[Part]:
        yield part
        last = canonical(part)[-1:]
        for assault in self.extend(part):
            if not last or canonical((*last, assault))[-1] == assault:
                yield from self.parts(canonical((*part, assault)))


def sources(part: Part) -> tuple[str, ...]:
    return tuple(assault.source for assault in part)


def possible(view: Mini, side: str) -> tuple[Assault, ...]:  # 6.1
    theirs = occupied(view, enemy(side))
    near = ((p, n) for p in occupied(view, side) for n in MAP.neighbours(p) if n in theirs)
    return tuple(Assault(target, source) for source, target in near)


def declare(board: Mini) -> Procedure[None]:  # 6.1
    side = board.active
    if possible(board, side):
        chosen = yield from ask(side, "attack", Assaults(board, side), "6.1")
        yield Declared(chosen)
    yield Phase("battle" if board.assaults else "pull")


def battle(board: Mini) -> Procedure[None]:  # 6.3
    targets = [assault.target for assault in board.assaults]
    target = next(place.key for place in MAP.places if place.key in targets)
    attackers = tuple(a.source for a in board.assaults if a.target == target)
    yield Declared(tuple(a for a in board.assaults if a.target != target))
    if blocks(board, enemy(board.active), target):
        yield from fight(board, target, attackers)
    if board.outcome is None:
        yield Phase("battle" if board.assaults else "pull")


def fight(board: Mini, target: str, attackers: tuple[str, ...]) -> Procedure[None]:  # 6.5
    ambushed = yield from ambush(board, target)
    ours = gathered(board, board.active, attackers)
    theirs = gathered(board, enemy(board.active), (target,))
    for block in (*ours, *theirs):
        if "*" not in block.known_to:
            yield show(board, block.id, "*")
    if not ours:
        return
    dice = yield from roll(2, 6, "6.6")
    shifts = all_shifts(board, ambushed)
    lead = total(ours) + dice[0] - total(theirs) - dice[1] + sum(n for _, n in shifts)
    result = result_of(board, lead)
    yield Fought(target, attackers, (dice[0], dice[1]), shifts, lead, result)
    yield from RESULTS[result](board, target, attackers)


def gathered(board: Mini, side: str, places: tuple[str, ...]) -> tuple[Token, ...]:
    return tuple(block for place in places for block in blocks(board, side, place))


def total(stack: tuple[Token, ...]) -> int:  # 6.6
    return sum(map(strength, stack))


def all_shifts(board: Mini, ambushed: bool) -> Shifts:  # 6.6
    attacker, defender = board.active, enemy(board.active)
    found = (
        ("3.1", SHIFT["bold_attacker"] * (board.stances[attacker] == "bold")),
        ("3.1", -SHIFT["steady_defender"] * (board.stances[defender] == "steady")),
        ("6.4", -SHIFT["ambush"] * ambushed),
    )
    return tuple((case, columns) for case, columns in found if columns)


def result_of(board: Mini, lead: int) -> str:  # 6.7, 6.11
    if lead == 0 and board.has_switch("ties_retreat"):
        return "retreat"
    found: str = TABLES["result"]["names"][bisect_right(TABLES["result"]["leads"], lead) - 1]
    return found


def ambush(board: Mini, target: str) -> Procedure[bool]:  # 6.4
    """A window: it opens for any cards in hand, whatever they are."""
    side = enemy(board.active)
    if not held_by(board, hand(side)):
        return False
    options = Either(Lazy(lambda: ambushes(seen(board, side), side)), Choices("decline"))
    card = yield from ask(side, "ambush", options, "6.4", about=name(target))
    if card == "decline":
        return False
    yield from discard(board, card)
    return True


def ambushes(view: Mini, side: str) -> tuple[str, ...]:  # 6.4
    return tuple(t.id for t in known(view, hand(side)) if t.value == "ambush")[:1]
