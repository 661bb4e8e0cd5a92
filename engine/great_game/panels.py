"""The panels of the board: the turn, the cards of both sides, and what of a hand may be seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.tables import load
from engine.core.tokens import Token, held_by
from engine.great_game.board import CARDS, TABLES, GreatGame, hand, own_officers, panel
from engine.great_game.counters import BRITISH, NATIONS, OFFICERS, RUSSIAN, SIDES
from engine.great_game.geography import HERE, place_name
from engine.great_game.names import card_name
from engine.great_game.victory import points
from engine.maps.panels import height
from engine.maps.pieces import Panel

BASE = load(HERE / "base.toml")
WORDS: dict[str, str] = dict(BASE["words"])
TOP: int = BASE["sheet"]["strip"] + 12
HALF, WIDTH, GAP = 704, 226, 8


def panels(view: GreatGame) -> tuple[Panel, ...]:
    rows = (row for n, side in enumerate(SIDES) for row in side_panels(view, side, 20 + n * HALF))
    return (turn(view), *rows)


def turn(view: GreatGame) -> Panel:
    rounds = TABLES["rounds"]["decade"]
    words = WORDS["turn" if view.round else "dealing"]
    title = words.format(decade=view.decade, round=view.round, rounds=rounds)
    return Panel("turn", (18, 18), 236, title, tuple(standing(view)), style="turn")


def standing(view: GreatGame) -> Iterator[str]:
    if view.scenario == "campaign":
        figures = {side: points(view, side) for side in (BRITISH, RUSSIAN)}
        yield WORDS["score"].format(**figures)
    if view.order:
        yield WORDS["first"].format(side=NATIONS[view.order[0]])
    if view.active and view.card:
        names = {"side": NATIONS[view.active], "card": card_name(view.card)}
        yield WORDS["playing"].format(points=view.points, **names)
    for key, effect in sorted(view.effects.items()):
        side = NATIONS.get(effect.side, effect.side)
        name = card_name(key) if key in CARDS else key.replace("_", " ")
        yield WORDS["effect"].format(card=name, side=side, until=effect.until)


def side_panels(view: GreatGame, side: str, x: int) -> Iterator[Panel]:
    """In a row what lies on the table, below it the hand and the officers."""
    step = WIDTH + GAP
    lying = laid(view, side, "reaction", x + step), laid(view, side, "ascent", x + 2 * step)
    row = (current(view, side, x), *lying)
    yield from row
    yield holding(view, side, x, TOP + max(height(p) for p in row) + GAP)


def laid(view: GreatGame, side: str, kind: str, x: int) -> Panel:
    words = ", ".join(listed(held_by(view, panel(side, kind)))) or WORDS["none"]
    return Panel(f"{kind}.{side}", (x, TOP), WIDTH, WORDS[kind], (words,), style=kind)


def current(view: GreatGame, side: str, x: int) -> Panel:
    title = WORDS["current"].format(side=NATIONS[side])
    lying = held_by(view, panel(side, "current"))
    words = named(lying[0]) if lying else WORDS["none"]
    shown = lying[0].value if lying else None
    corner = str(CARDS[shown]["value"]) if shown else ""
    return Panel(f"current.{side}", (x, TOP), WIDTH, title, (words,), corner, "card")


def holding(view: GreatGame, side: str, x: int, y: int) -> Panel:
    held = held_by(view, hand(side))
    title = WORDS["hand"].format(side=NATIONS[side], count=len(held))
    return Panel(
        f"hand.{side}",
        (x, y),
        3 * WIDTH + 2 * GAP,
        title,
        tuple(hand_lines(view, side, held)),
        style="hand",
    )


def hand_lines(view: GreatGame, side: str, held: tuple[Token, ...]) -> Iterator[str]:
    known = listed(t for t in held if t.value)
    if known:
        yield " · ".join(known)
    if spent := listed(held_by(view, panel(side, "played"))):
        yield WORDS["spent"].format(list=", ".join(spent))
    if own := own_officers(view, side):
        yield WORDS["officers"].format(list=", ".join(posted(view, key) for key in own))


def posted(view: GreatGame, key: str) -> str:
    officer, place = OFFICERS[key], place_name(view.officers[key])
    fields = {"tactics": officer.tactics, "diplomacy": officer.diplomacy}
    return WORDS["officer"].format(name=officer.name, place=place, **fields)


def listed(tokens: Iterable[Token]) -> tuple[str, ...]:
    """Like cards are counted."""
    names = [named(token) for token in tokens]
    counts = {name: names.count(name) for name in names}
    return tuple(name if n == 1 else f"{name} x{n}" for name, n in counts.items())


def named(token: Token) -> str:
    """Title and value of a card, as far as this view knows it."""
    if token.value is None:
        return WORDS["unknown"]
    return f"{card_name(token.value)} ({CARDS[token.value]['value']})"
