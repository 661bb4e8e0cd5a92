"""What a card is worth to the practice opponent, and what it would do with it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from engine.great_game.ascent import is_ascent, may_enter_kashgaria
from engine.great_game.board import (
    CARDS,
    TABLES,
    Effect,
    GreatGame,
    enemy,
    in_state,
    is_player,
    on_map,
)
from engine.great_game.bot_march import Promise, best_march, best_marches
from engine.great_game.bot_odds import WEIGHTS
from engine.great_game.bot_war import War, counted
from engine.great_game.choices import DONE, Act, Reinforce, Text
from engine.great_game.control import balance_penalty, rebel_runner, vassals_of
from engine.great_game.counters import NATIONS, OFFICERS, RISEN, amount, total
from engine.great_game.geography import KASHGARIA, PERSIA
from engine.great_game.politics import diplomacy, spoiling
from engine.great_game.reinforcement import reinforcements
from engine.great_game.texts import COMMANDER, EMISSARY, texts

FACES = 6
LASTING = ("gunboat_diplomacy", "martini_henry")  # they change how a stack marches or fights
Judge = Callable[[War, Text], int]


class Plan(Struct, frozen=True):
    worth: int
    choice: Act


def imagined(view: GreatGame, side: str, card: str) -> GreatGame:
    """The view as it would be if this card were being played."""
    effects = dict(view.effects)
    if card in LASTING:
        effects[card] = Effect(side, view.count)
    return replace(
        view,
        active=side,
        card=card,
        points=CARDS[card]["value"],
        order=view.order or (side, enemy(side)),
        use="",
        text_used=False,
        marched=False,
        rising="",
        column=None,
        moved={},
        rested=(),
        effects=effects,
    )


def worths(view: GreatGame, side: str, cards: tuple[str, ...]) -> dict[str, int]:
    """What each kind of card would do; marches are thought out once for all of them."""
    most = max((int(CARDS[card]["value"]) for card in cards), default=0)
    usual = best_marches(War(imagined(view, side, cards[0]), side), most) if cards else []
    return {card: card_worth(War(imagined(view, side, card), side), usual) for card in cards}


def card_worth(war: War, usual: list[Promise]) -> int:
    value = war.view.points
    known = value > 0 and war.view.card not in LASTING
    promise = usual[value - 1] if known else best_march(war, value)
    return max(reinforcement(war).worth, action(war, promise).worth)


def plan(war: War) -> Plan:
    """The best beginning with the card in play: reinforcement, its text, or a march."""
    found = action(war, best_march(war, war.view.points))
    if war.view.use:
        return found
    fresh = reinforcement(war)
    return fresh if fresh.worth >= found.worth else found


def reinforcement(war: War) -> Plan:  # 5.4
    """Imperial SP if there is room."""
    best = max(reinforcements(war.view, war.side), key=lambda r: amount(r.sp, war.side))
    mine = amount(best.sp, war.side)
    bonus = war.price * min(FACES, len(vassals_of(war.view, war.side))) // FACES
    others = (total(best.sp) - mine) * min(war.price, int(WEIGHTS["sp"]["state"]))
    return Plan(mine * war.price + others + bonus, Reinforce(best.sp))


def action(war: War, march: Promise) -> Plan:  # 5.4
    """The text comes first, since a text after moves ends them; rebels use up the value."""
    worth, text = best_text(war)
    if war.view.card == "rebellion" and text is not None:
        return Plan(worth, text)
    return Plan(worth + march[0] + ascent_worth(war), text or march[1] or DONE)


def ascent_worth(war: War) -> int:  # 4.2
    new = is_ascent(war.view.card, war.side) and not war.view.use
    useful = KASHGARIA in war.view.states and not may_enter_kashgaria(war.view, war.side)
    return int(WEIGHTS["text"]["ascent"]) if new and useful else 0


def best_text(war: War) -> tuple[int, Text | None]:
    judge = JUDGES.get(war.view.card)
    found: tuple[int, Text | None] = (0, None)
    for text in texts(war.view, war.side) if judge else ():
        worth = judge(war, text) if judge else 0
        if worth > found[0]:
            found = worth, text
    return found


def emissary(war: War, text: Text) -> int:  # 7.5
    officer = text.by or "flashman"
    skill = diplomacy(war.side, officer, text.on)
    virtual = not is_player(war.view, war.rival) and bool(text.by)
    skill += balance_penalty(war.view, war.side, "emissary") - spoiling("", virtual)
    needed: int = TABLES["thresholds"]["emissary"] - skill
    good = max(0, min(FACES, FACES + 1 - needed))
    risk = OFFICERS[text.by].diplomacy * int(WEIGHTS["text"]["emissary_risk"]) if text.by else 0
    return friendship(war, text.on) * good // FACES - risk


def friendship(war: War, state: str) -> int:
    """What a degree in our favour is worth."""
    army = {PERSIA: "persian", "afghanistan": "afghan"}.get(state, "")
    sp = int(WEIGHTS["army"][army]) if army else 0
    return counted(state) + sp + war.bonus(state)


def rebellion(war: War, text: Text) -> int:  # 9
    """An empty state is free at once; a strong garrison will stand."""
    others = tuple(nation for nation in NATIONS if nation not in RISEN)
    foes = in_state(war.view, text.on, others)
    most = int(WEIGHTS["text"]["garrison"])
    if rebel_runner(war.view, text.on) != war.side and not foes:
        return 0
    good = FACES + 1 - TABLES["thresholds"]["rebellion"]
    worth = counted(text.on) * max(1, most - foes) // most + min(foes, 3) * war.price
    return int(worth * good // FACES)


def commitments(war: War, text: Text) -> int:
    there = on_map(war.view, war.rival)
    return min(there, int(WEIGHTS["text"]["commitments"])) * war.price


def persuasion(war: War, text: Text) -> int:
    theirs = war.view.proxy.get(PERSIA) == war.rival
    return int(WEIGHTS["text"]["persuasion"]) if theirs else 0


def pen(war: War, text: Text) -> int:
    return int(WEIGHTS["text"]["pen"]) if on_map(war.view, war.rival) > 1 else 0


def leave(war: War, text: Text) -> int:
    return int(WEIGHTS["text"]["leave"]) if not OFFICERS[text.by].diplomacy else 0


def flashman(war: War, text: Text) -> int:
    if text.role == EMISSARY:
        return emissary(war, text)
    return int(WEIGHTS["text"]["leave"]) * (2 if text.role == COMMANDER else 1)


JUDGES: dict[str, Judge] = {
    "emissary": emissary,
    "rebellion": rebellion,
    "imperial_commitments": commitments,
    "persian_persuasion": persuasion,
    "pen": pen,
    "shooting_leave": leave,
    "flashman": flashman,
}
