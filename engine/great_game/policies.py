"""Standing orders for reactions: `Hero: Pottinger if Herat or Kabul`, `Informant: always`."""

from __future__ import annotations

import re
from typing import Any

from engine.core.names import Names, fold
from engine.core.policies import Policy, never
from engine.core.procedure import Ask
from engine.great_game.board import GreatGame
from engine.great_game.choices import DECLINE, Reaction
from engine.great_game.counters import OFFICERS
from engine.great_game.names import OFFICER_OF, PLACE_OF, STATE_NAMED, officer_name
from engine.great_game.spelling import joined

Plan = tuple[str, tuple[str, ...]]  # an officer, and the folded names of places or states
ABOUT = {**PLACE_OF, **STATE_NAMED}


def offered(ask: Ask) -> tuple[Reaction, ...]:
    return tuple(choice for choice in ask.options if isinstance(choice, Reaction))


def best(rating: str) -> Any:
    """The card if it is held, with the officer of the highest rating."""

    def answer(view: GreatGame, ask: Ask, arguments: Any) -> Any:
        found = offered(ask)
        return max(found, key=lambda r: rated(r.officer, rating), default=DECLINE)

    return answer


def rated(officer: str, rating: str) -> int:
    return int(getattr(OFFICERS[officer], rating)) if officer else 0


def by_plan(view: GreatGame, ask: Ask, plan: Plan) -> Any:
    officer, places = plan
    if places and fold(ask.about) not in places:
        return DECLINE
    return next((r for r in offered(ask) if r.officer == officer), DECLINE)


def read_plan(folded: str, names: Names) -> Plan | None:
    found = re.fullmatch(r"(?P<officer>.+?)(?: always|(?: if | at | in )(?P<places>.+))?", folded)
    if found is None or found["officer"] not in OFFICER_OF:
        return None
    places = re.split(r" or | and |, ?", found["places"]) if found["places"] else []
    if not all(place in ABOUT for place in places):
        return None
    return OFFICER_OF[found["officer"]], tuple(places)


def spell_plan(plan: Plan) -> str:
    officer, places = plan
    where = " or ".join(joined((place,)) for place in places)
    return f"{officer_name(officer)} if {where}" if where else officer_name(officer)


def with_officer(rating: str) -> tuple[Policy, ...]:
    return (
        never(DECLINE),
        Policy("always", best(rating)),
        Policy("OFFICER if PLACES", by_plan, read_plan, spell_plan),
    )


def without_officer() -> tuple[Policy, ...]:
    return (never(DECLINE), Policy("always", best("tactics")))
