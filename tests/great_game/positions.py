"""Positions as text, and play from there: `field("delhi 12 british", "burnes at delhi")`."""

from __future__ import annotations

from typing import Any

from engine.core.driver import Driver
from engine.core.procedure import Ask, AskAll, Chance, Fact
from engine.core.tokens import Token
from engine.great_game.board import GreatGame, Liberation
from engine.great_game.counters import OFFICERS, Force, force
from engine.great_game.game import GAME
from engine.great_game.geography import FORTRESSES, MAP, STATES


def field(*texts: str, **fields: Any) -> GreatGame:
    """`delhi 12 british 3 persian`, `burnes at delhi`, `british holds hero`, `british plays pen`.

    Russia has the move with a Campaign unless a text says otherwise.
    """
    board = GreatGame(
        scenario="campaign",
        players=("british", "russian"),
        states=tuple(STATES),
        decades=(1830, 1840),
        decade=1830,
        round=1,
        count=1,
        fortress=dict(FORTRESSES),
        switches=("balance=off", "reactions=ask"),
        order=("russian", "british"),
    )
    for n, text in enumerate(texts):
        put(board, n, text.split())
    board.issued = len(texts)
    for key, value in fields.items():
        setattr(board, key, value)
    return board


def put(board: GreatGame, n: int, words: list[str]) -> None:
    who, what, *rest = words
    if what in ("holds", "plays"):
        token(board, n, who, what, rest[0])
    elif what == "at":
        assert who in OFFICERS and rest[0] in MAP
        board.officers[who] = rest[0]
    elif what in ("proxy", "conquest", "invaded"):
        marker = {"proxy": board.proxy, "conquest": board.conquered, "invaded": board.invaders}
        marker[what][who] = rest[-1]
    elif what == "freed":
        board.liberations[who] = Liberation(rest[-1], board.count + 1)
    else:
        assert who in MAP
        board.sp[who] = sp(" ".join(words[1:]))


def token(board: GreatGame, n: int, side: str, what: str, card: str) -> None:
    holder = f"hand:{side}" if what == "holds" else f"current:{side}"
    known = (side,) if what == "holds" else ("*",)
    board.tokens[f"t{n}"] = Token(f"t{n}", "card", holder, known, card)


def sp(text: str) -> Force:
    words = text.split()
    return force({nation: int(n) for n, nation in zip(words[::2], words[1::2], strict=True)})


def turn(side: str, card: str, *texts: str, **fields: Any) -> GreatGame:
    """The side implements this card, second in the round; it holds another for the next."""
    value = fields.pop("points", None)
    texts = (f"{side} holds campaign", *texts)
    board = field(f"{side} plays {card}", *texts, phase="act", active=side, card=card, **fields)
    rival = "british" if side == "russian" else "russian"
    if "order" not in fields:
        board.order = (rival, side)
    board.points = VALUES[card] if value is None else value
    return board


def play(board: GreatGame, *replies: Any) -> tuple[Driver, list[Fact]]:
    """Answers and dice in the order in which they are wanted; those of an AskAll as a dict."""
    driver = Driver(GAME, board)
    facts = driver.open()
    for reply in replies:
        facts += given(driver, reply)
    return driver, facts


def given(driver: Driver, reply: Any) -> list[Fact]:
    if isinstance(driver.waiting, AskAll):
        return [fact for side, choice in reply.items() for fact in driver.answer(side, choice)]
    if isinstance(driver.waiting, Ask):
        return driver.answer(driver.waiting.side, reply)
    assert isinstance(driver.waiting, Chance), driver.waiting
    return driver.roll(reply)


def of(kind: type[Fact], facts: list[Fact]) -> list[Any]:
    return [fact for fact in facts if isinstance(fact, kind)]


def asked(driver: Driver) -> str:
    """The question or the dice that play waits for."""
    waiting = driver.waiting
    if isinstance(waiting, Chance):
        return f"dice {waiting.spec}"
    if isinstance(waiting, AskAll):
        return " ".join(f"{ask.side} {ask.question}" for ask in waiting.asks.values())
    return "" if waiting is None else f"{waiting.side} {waiting.question}"


def options(driver: Driver) -> Any:
    """What the one side that is asked may answer."""
    assert isinstance(driver.waiting, Ask)
    return driver.waiting.options


def offered(driver: Driver) -> list[Any]:
    return list(options(driver))


VALUES = {
    "campaign": 4, "emissary": 1, "shooting_leave": 2, "rebellion": 3, "imperial_commitments": 2,
    "gunboat_diplomacy": 3, "persian_persuasion": 1, "pen": 0, "martini_henry": 3, "flashman": 2,
    "emirs_daughter": 0, "crimean_war": 3, "pundits": 1, "royal_geographic_society": 2,
    "kossacks": 1, "military_surveyors": 2, "spoiler": 1, "informant": 1, "hero": 2,
}  # fmt: skip
