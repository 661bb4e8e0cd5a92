"""Positions written as text, and play from there: `field("red guard at mill", phase="move")`."""

from __future__ import annotations

from typing import Any

from engine.core.driver import Driver
from engine.core.procedure import Ask, AskAll, Fact
from engine.core.tokens import Token
from tests.mini.board import MAP, Mini
from tests.mini.game import GAME


def field(*texts: str, **fields: Any) -> Mini:
    """Blocks, `red holds spy`, `blue scout in mill`, `deck has march`, `cup has red`."""
    tokens = [token(n, text.split()) for n, text in enumerate(texts)]
    plain: dict[str, Any] = {
        "tokens": {t.id: t for t in tokens},
        "issued": len(tokens),
        "turn": 1,
        "last_turn": 3,
        "allowed": 1,
        "active": "red",
        "activations": {"red": 1},
        "stances": {"red": "steady", "blue": "bold"},
    }
    return Mini(**(plain | fields))


def token(n: int, words: list[str]) -> Token:
    key, what, *rest = words
    if what == "holds":
        return Token(f"t{n}", "card", f"hand:{key}", (key,), rest[0])
    if what == "scout":
        return Token(f"t{n}", "scout", f"scout:{key}", (key,), rest[1])
    if what == "has":
        return Token(f"t{n}", "chit" if key == "cup" else "card", key, (), rest[0])
    assert rest[1] in MAP
    return Token(f"t{n}", key, rest[1], (key,), what)


def play(board: Mini, *replies: Any) -> tuple[Driver, list[Fact]]:
    """Answers and dice in the order in which they are wanted; those of an AskAll as a dict."""
    driver = Driver(GAME, board)
    facts = driver.open()
    for reply in replies:
        facts += given(driver, reply)
    return driver, facts


def given(driver: Driver, reply: Any) -> list[Fact]:
    if isinstance(driver.waiting, Ask):
        return driver.answer(driver.waiting.side, reply)
    if isinstance(driver.waiting, AskAll):
        return [fact for side, choice in reply.items() for fact in driver.answer(side, choice)]
    return driver.roll(reply)


def of(kind: type[Fact], facts: list[Fact]) -> list[Any]:
    return [fact for fact in facts if isinstance(fact, kind)]


def places(driver: Driver) -> dict[str, str]:
    return {key: token.holder for key, token in driver.board.tokens.items()}


def options(driver: Driver) -> Any:
    """What the one side that is asked may answer."""
    assert isinstance(driver.waiting, Ask)
    return driver.waiting.options
