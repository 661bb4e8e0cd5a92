"""Combat, section 12: with how many dice each side fights, and what it costs."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from engine.core.procedure import Procedure, roll
from engine.great_game.attrition import chosen_losses
from engine.great_game.board import TABLES, GreatGame, enemy, fortress_at, in_force
from engine.great_game.control import balance_penalty
from engine.great_game.counters import (
    FORTRESS,
    NEW_REBELS,
    OFFICERS,
    Force,
    has_imperial,
    minus,
    only,
    total,
)
from engine.great_game.events import FlashmanReady
from engine.great_game.facts import Damaged, Destroyed, Formed, Fought, Resolved
from engine.great_game.forces import ATTACKER, DEFENDER, Attack, credit, fighters, helpers
from engine.great_game.geography import HOMES, STATE_OF
from engine.great_game.reactions import hero
from engine.great_game.retreat import officers_home, retreat
from engine.great_game.stands import lost

FLASHMAN, NOBODY = "flashman", "nobody"


class Side(Struct, frozen=True):
    """A force at the beginning of a combat."""

    role: str  # attacker or defender
    who: str  # the side that decides for it
    credit: str  # the IP whose modifiers count, empty for rebels and the like
    force: Force  # the fortress among them
    officers: tuple[str, ...]
    leader: str
    dice: int


def combat(board: GreatGame, attack: Attack) -> Procedure[None]:  # 12
    yield from hero(board, attack)
    ours, theirs = side_of(board, attack, ATTACKER), side_of(board, attack, DEFENDER)
    if ours.dice == theirs.dice:
        yield from together(board, attack, ours, theirs)
    else:
        first, second = sorted((ours, theirs), key=lambda side: side.dice)
        yield from in_turn(board, attack, first, second)
    if FLASHMAN in (ours.leader, theirs.leader):
        yield FlashmanReady("")
    yield from resolve(board, attack, ours, theirs)


def side_of(board: GreatGame, attack: Attack, role: str) -> Side:  # 12.1
    force, officers = fighters(board, attack, role), helpers(board, attack, role)
    patron = credit(board, attack, role)
    leader = leader_of(board, officers, patron)
    who = attack.side if role == ATTACKER else enemy(attack.side)
    dice = dice_of(force, bool(leader), attack.place)
    return Side(role, who, patron, force, officers, leader, dice)


def dice_of(force: Force, has_officer: bool, place: str) -> int:  # 12.1
    table: dict[str, int] = TABLES["dice"]
    home = STATE_OF[place] in HOMES.values() and bool(only(force, (FORTRESS,)))
    if has_imperial(force) or home or only(force, (NEW_REBELS,)):
        return table["imperial"]
    return table["officer"] if has_officer else table["plain"]


def leader_of(board: GreatGame, officers: tuple[str, ...], patron: str) -> str:  # 12.2, 15 m
    """The one friendly officer of the highest tactics, or Flashman if he is better."""
    best = max(officers, key=tactics_of, default="")
    if patron and board.flashman == patron and (not best or tactics_of(best) < tactics_of("")):
        return FLASHMAN
    return best


def tactics_of(officer: str) -> int:  # 12.2
    found: int = TABLES["flashman"]["tactics"]
    return OFFICERS[officer].tactics if officer in OFFICERS else found


def modifiers(board: GreatGame, side: Side) -> tuple[tuple[str, int], ...]:  # 12.2, 13.3 a, 15 l
    imperial = side.credit and has_imperial(side.force)
    rifles = imperial and in_force(board, "martini_henry", side.credit)
    found = (
        ("12.2", -tactics_of(side.leader) if side.leader else 0),
        ("card", TABLES["rifles"]["roll"] if rifles else 0),
        ("13.3 a", balance_penalty(board, side.credit, "combat") if side.credit else 0),
    )
    return tuple((case, n) for case, n in found if n)


def rolled(
    board: GreatGame, attack: Attack, side: Side, dice: tuple[int, ...]
) -> Fought:  # 12.3, 2.2
    """Fractions cannot arise; a final roll below nothing hurts all the more."""
    sp = total(fighters(board, attack, side.role))
    added = modifiers(board, side)
    final = sum(dice) + sum(n for _, n in added)
    inflicted = max(0, sp - final)
    return Fought(attack.place, side.role, side.who, sp, dice, side.leader, added, final, inflicted)


def together(board: GreatGame, attack: Attack, ours: Side, theirs: Side) -> Procedure[None]:  # 12.1
    """The same number of dice: both roll, then both lose."""
    dice = yield from roll(ours.dice + theirs.dice, 6, "12.1")
    mine = rolled(board, attack, ours, dice[: ours.dice])
    other = rolled(board, attack, theirs, dice[ours.dice :])
    yield mine
    yield other
    my_cost = yield from chosen(board, attack, ours, other.inflicted)
    their_cost = yield from chosen(board, attack, theirs, mine.inflicted)
    yield from bear(board, attack, ours, my_cost)
    yield from bear(board, attack, theirs, their_cost)


def in_turn(board: GreatGame, attack: Attack, first: Side, second: Side) -> Procedure[None]:  # 12.1
    """Who rolls fewer dice rolls first; the other rolls with what survives."""
    for side, other in (first, second), (second, first):
        if not fighters(board, attack, side.role):
            return
        dice = yield from roll(side.dice, 6, "12.1")
        mine = rolled(board, attack, side, dice)
        yield mine
        cost = yield from chosen(board, attack, other, mine.inflicted)
        yield from bear(board, attack, other, cost)


def chosen(board: GreatGame, attack: Attack, side: Side, hits: int) -> Procedure[Force]:  # 12.3
    force = fighters(board, attack, side.role)
    return (yield from chosen_losses(board, side.who, attack.place, force, hits, "12.3"))


def bear(board: GreatGame, attack: Attack, side: Side, cost: Force) -> Procedure[None]:  # 12.3
    walls = only(cost, (FORTRESS,))
    sp = minus(cost, walls)
    if walls:
        yield from damage(board, attack.place, total(walls))
    if sp:
        yield lost(board, attack.place, sp, "12.3")
        if side.role == ATTACKER and attack.is_marching and board.column is not None:
            yield Formed(replace(board.column, sp=minus(board.column.sp, sp)))


def damage(board: GreatGame, place: str, walls: int) -> Procedure[None]:  # 2.4
    left = fortress_at(board, place) - walls
    yield Damaged(place, walls, left)
    if left <= 0:
        yield Destroyed(place, "2.4")


def resolve(board: GreatGame, attack: Attack, ours: Side, theirs: Side) -> Procedure[None]:  # 12.3
    left = {role: fighters(board, attack, role) for role in (ATTACKER, DEFENDER)}
    my_cost = total(ours.force) - total(left[ATTACKER])
    their_cost = total(theirs.force) - total(left[DEFENDER])
    loser = who_retreats(left[ATTACKER], left[DEFENDER], my_cost, their_cost)
    yield Resolved(attack.place, my_cost, their_cost, loser, "12.3")
    walled = bool(only(left[DEFENDER], (FORTRESS,)))
    for side in ours, theirs:
        if side.role == loser:
            yield from retreat(board, attack, side.role, side.officers, walled)
    yield from officers_home(board, attack, ours.officers, ATTACKER, theirs.force)
    yield from officers_home(board, attack, theirs.officers, DEFENDER, ours.force)


def who_retreats(mine: Force, other: Force, my_cost: int, their_cost: int) -> str:  # 12.3
    if not mine or not other:
        return NOBODY
    if only(mine, (FORTRESS,)):
        return DEFENDER
    if only(other, (FORTRESS,)) or my_cost >= their_cost:
        return ATTACKER
    return DEFENDER
