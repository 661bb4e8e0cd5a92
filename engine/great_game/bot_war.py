"""How the practice opponent reads the war: odds, the worth of spaces, and marches."""

from __future__ import annotations

from functools import cached_property

from engine.great_game.ascent import may_enter_kashgaria
from engine.great_game.board import (
    TABLES,
    GreatGame,
    enemy,
    in_force,
    officers_at,
    on_map,
    sp_at,
)
from engine.great_game.bot_odds import STEPS, WEIGHTS, Guard
from engine.great_game.control import (
    NEUTRAL,
    REBEL,
    camp_of_state,
    controller,
    is_present,
    runs,
    states_in_play,
)
from engine.great_game.counters import (
    EMIR,
    FORTRESS,
    NEW_REBELS,
    OFFICERS,
    RISEN,
    SIDES,
    Force,
    amount,
    only,
    total,
)
from engine.great_game.forces import CAMP, hostile
from engine.great_game.geography import (
    BOKHARA,
    HOMES,
    KASHGARIA,
    PERSIA,
    STATE_OF,
    STATES,
    capital,
)
from engine.great_game.lines import ways
from engine.great_game.setup import SCENARIOS


def counted(state: str) -> int:  # 13.3
    """What the spaces of a state are worth."""
    row = WEIGHTS["space"]
    return int(len(STATES[state].spaces) * row["persia" if state == PERSIA else "whole"])


class War:
    """The war as one side sees it."""

    def __init__(self, view: GreatGame, side: str) -> None:
        self.view, self.side, self.rival = view, side, enemy(side)
        self.price = price(view)
        self.objectives: tuple[str, ...] = tuple(SCENARIOS[view.scenario]["control"])
        self._guards: dict[tuple[str, str], Guard] = {}
        self._gains: dict[tuple[str, str], int] = {}
        self._ways: dict[tuple[str, str, bool], tuple[str, ...]] = {}
        self._hopes: dict[tuple[str, int], int] = {}
        self.rifles = -int(TABLES["rifles"]["roll"]) * in_force(view, "martini_henry", side)

    def ways(self, kind: str, sp: Force, place: str) -> tuple[str, ...]:
        key = kind, place, any(share.key in SIDES for share in sp)
        if key not in self._ways:
            self._ways[key] = ways(self.view, self.side, kind, sp, place)
        return self._ways[key]

    def guard(self, kind: str, place: str) -> Guard:
        key = kind, place
        if key not in self._guards:
            self._guards[key] = self.found_guard(kind, place)
        return self._guards[key]

    def found_guard(self, kind: str, place: str) -> Guard:
        there = hostile(self.view, self.side, kind, place)
        walls = amount(there, FORTRESS)
        sp = total(there) - walls + (self.levy(place) if kind == CAMP else 0)
        if not walls and not sp:
            return Guard()
        leader = self.leader(place)
        return Guard(walls, sp, dice_of(there, leader, place), max(0, leader))

    def levy(self, place: str) -> int:  # 7.3
        """SP that the state would call up against us, in its capital as is usual."""
        state = STATES[STATE_OF[place]]
        idle = camp_of_state(self.view, state.key) == NEUTRAL and place == state.capital
        if not idle or not state.nation or state.key in self.view.invaders:
            return 0
        return max(0, state.sp - on_map(self.view, state.nation))

    def leader(self, place: str) -> int:  # 12.2
        """The tactics of the best officer against us, -1 if there is none."""
        here = officers_at(self.view, place)
        found = [OFFICERS[o].tactics for o in here if OFFICERS[o].nation in (self.rival, REBEL)]
        home = place == capital(BOKHARA) and EMIR not in self.view.fallen
        if home and not runs(self.view, self.side, BOKHARA):
            found.append(OFFICERS[EMIR].tactics)
        return max(found, default=-1)

    def gain(self, kind: str, place: str) -> int:
        """What it is worth to stand in a space, once nobody else does."""
        key = kind, place
        if key not in self._gains:
            found = self.space_gain(place) if kind == CAMP else self.strike_gain(kind, place)
            self._gains[key] = found
        return self._gains[key]

    def space_gain(self, place: str) -> int:
        state = STATE_OF[place]
        camp = camp_of_state(self.view, state)
        if camp == self.side or (camp == self.rival and state in HOMES.values()):
            return 0
        if place != capital(state) or self.is_waiting(state):
            return self.lone_gain(place, state)
        worth = counted(state) + self.bonus(state)
        if state in self.view.conquered:
            return worth + worth * int(WEIGHTS["space"]["stay"]) // 100
        return 2 * worth if camp == self.rival else worth

    def is_waiting(self, state: str) -> bool:  # 8.4
        """We have liberated it, and it will be ours if we stay."""
        found = self.view.liberations.get(state)
        return found is not None and found.side == self.side

    def bonus(self, state: str) -> int:
        wanted = capital(state) in self.objectives
        return int(WEIGHTS["space"]["objective"]) if wanted else 0

    def lone_gain(self, place: str, state: str) -> int:
        held = controller(self.view, place)
        if held == self.side or state == PERSIA:
            return 0
        return int(WEIGHTS["space"]["lone"]) * (2 if held == self.rival else 1)

    def strike_gain(self, kind: str, place: str) -> int:
        """Rebels and states in our keeping march only to fight."""
        foes = self.guard(kind, place).sp
        if not foes:
            return 0
        state = STATE_OF[place]
        alone = foes == sum(
            total(sp_at(self.view, p)) - total(only(sp_at(self.view, p), RISEN))
            for p in STATES[state].spaces
        )
        return counted(state) if kind == REBEL and alone else int(WEIGHTS["space"]["lone"])

    @cached_property
    def goals(self) -> tuple[tuple[str, int, int], ...]:
        """Capitals to be had, what each is worth, and what stands in the way."""
        open_ = (state for state in states_in_play(self.view) if self.is_open(state))
        found = ((c, self.gain(CAMP, c), self.guard(CAMP, c)) for c in map(capital, open_))
        return tuple((place, gain, g.walls + g.sp + 1) for place, gain, g in found if gain)

    def is_open(self, state: str) -> bool:
        """Whether the state is a goal that our SP may march for."""
        closed = state == KASHGARIA and not may_enter_kashgaria(self.view, self.side)
        blocked = any(s.key == self.rival for s in sp_at(self.view, capital(state)))
        firm = state in self.view.conquered and is_present(self.view, self.rival, state)
        return not closed and not blocked and not firm

    def approach(self, place: str, sp: int) -> int:
        """How promising it is to stand there: the nearer and weaker the goals the better."""
        key = place, sp
        if key not in self._hopes:
            hopes = (hope(STEPS[place].get(g), gain, need, sp) for g, gain, need in self.goals)
            self._hopes[key] = max(hopes, default=0)
        return self._hopes[key]


def hope(steps: int | None, gain: int, need: int, sp: int) -> int:
    if steps is None:
        return 0
    strength = min(100, 100 * sp // need)
    return gain * strength * int(WEIGHTS["march"]["approach"]) * 2 // (10_000 * (steps + 2))


def price(view: GreatGame) -> int:
    """An imperial SP is worth less when few rounds are left."""
    row = WEIGHTS["sp"]
    left = len(view.decades) * int(TABLES["rounds"]["decade"]) - view.count
    return int(row["price"]) * min(left, int(row["soon"])) // int(row["soon"])


def dice_of(there: Force, leader: int, place: str) -> int:  # 12.1
    table = TABLES["dice"]
    home = STATE_OF[place] in HOMES.values()
    if home or any(share.key in (*SIDES, NEW_REBELS) for share in there):
        return int(table["imperial"])
    return int(table["officer" if leader >= 0 else "plain"])
