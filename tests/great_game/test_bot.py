"""The practice opponent: always legal, better than chance, and it knows no more than its side."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.core.bots import Bot, do_nothing, random
from engine.core.driver import Given, Rolled, open_asks
from engine.core.fuzz import by_choice, fuzz
from engine.core.match import Match, begin
from engine.core.tokens import knows, number
from engine.great_game.board import Column
from engine.great_game.bot import ANSWERS, sensible
from engine.great_game.bot_march import best_march, leftover
from engine.great_game.bot_odds import Guard, attrition, odds
from engine.great_game.bot_war import War
from engine.great_game.choices import Drop, Group, March
from engine.great_game.counters import BRITISH, RUSSIAN, SIDES, Force, force
from engine.great_game.game import GAME
from engine.great_game.orders import QUESTIONS


def played(scenario: str, bots: dict[str, Any], seed: int) -> Match:
    match = begin(GAME, scenario)
    by_choice(bots)(match, Random(seed))
    return match


def winners(bots: dict[str, Any], seeds: range, scenario: str = "campaign") -> Counter[str]:
    games = (played(scenario, bots, seed) for seed in seeds)
    return Counter(str(match.driver.board.outcome.winner) for match in games)


@pytest.fixture(scope="module")
def between_themselves() -> list[Match]:
    bots = dict.fromkeys(SIDES, sensible)
    return [played("campaign", bots, seed) for seed in range(2)]


def test_it_has_an_answer_to_every_kind_of_question() -> None:
    assert set(ANSWERS) == {question.key for question in QUESTIONS}


@pytest.mark.parametrize("scenario", [scenario.key for scenario in GAME.scenarios])
def test_its_answers_are_legal_and_can_be_written(scenario: str) -> None:
    for other in (sensible, random):
        bots: dict[str, Bot] = {BRITISH: sensible, RUSSIAN: other}
        report = fuzz(GAME, scenario, range(1), Random, by_choice(bots))
        assert not report.failures, report.failures[0]


def test_what_it_wants_is_on_offer(between_themselves: list[Match]) -> None:
    """It never has to fall back on chance."""
    asked = Counter[str]()
    for match in between_themselves:
        for ask, view in questions(match):
            assert ANSWERS[ask.question](view, ask) in ask.options, ask
            asked[ask.question] += 1
    assert not {"act", "card", "exchange", "arrive", "spoiler", "hero", "deploy"} - set(asked)


@pytest.mark.parametrize("side", SIDES)
def test_it_beats_chance_and_idleness(side: str) -> None:
    bots = dict.fromkeys(SIDES, random) | {side: sensible}
    assert winners(bots, range(10))[side] >= 8
    bots = dict.fromkeys(SIDES, do_nothing) | {side: sensible}
    assert winners(bots, range(2))[side] == 2


def test_it_wins_the_afghan_war_more_often_than_chance() -> None:
    good, plain = (
        winners({BRITISH: bot}, range(12), "first_afghan_war")[BRITISH]
        for bot in (sensible, random)
    )
    assert good >= 8 > plain


def test_it_knows_no_more_than_its_side(between_themselves: list[Match]) -> None:
    rng, compared = Random(1), 0
    for ask, view in questions(between_themselves[0]):
        hidden = [t for t in view.tokens.values() if not knows(t.known_to, ask.side)]
        assert all(token.value is None for token in hidden)
        if rng.randrange(4) == 0:
            assert answer(view, ask, 1) == answer(view, ask, 2)  # nor does it hang on chance
            compared += 1
    assert compared > 50


def test_swapped_cards_that_it_cannot_see_change_nothing() -> None:
    match = begin(GAME, "campaign")
    play_on, seen = by_choice(dict.fromkeys(SIDES, sensible)), 0
    play_on(match, Random(3))
    for driver, ask in positions(match, 40):
        before = answer(GAME.view(driver.board, ask.side), ask, 1)
        tokens = dict(driver.board.tokens)
        swap(driver.board.tokens, ask.side)
        assert answer(GAME.view(driver.board, ask.side), ask, 1) == before
        driver.board.tokens.clear()
        driver.board.tokens.update(tokens)
        seen += 1
    assert seen > 10


def swap(tokens: dict[str, Any], side: str) -> None:
    """Exchange all pairs of cards that the side does not know."""
    hidden = [t for t in sorted(tokens.values(), key=number) if not knows(t.known_to, side)]
    for a, b in combinations(hidden, 2):
        if a.value != b.value:
            tokens[a.id], tokens[b.id] = replace(a, value=b.value), replace(b, value=a.value)
            return


def positions(match: Match, every: int) -> Any:
    twin = begin(GAME, "campaign")
    for n, entry in enumerate(match.record):
        for ask in open_asks(twin.driver.waiting)[:1] if n % every < 4 else ():
            yield twin.driver, ask
        if isinstance(entry, Given):
            twin.answer(entry.side, entry.choice)
        elif isinstance(entry, Rolled):
            twin.roll(entry.outcome)


def questions(match: Match) -> Any:
    for driver, ask in positions(match, 4):
        yield ask, GAME.view(driver.board, ask.side)


def answer(view: Any, ask: Any, seed: int) -> Any:
    return sensible(GAME, view, ask, Random(seed))


def test_odds_are_those_of_the_dice() -> None:
    assert odds(14, 1, 0, Guard(walls=8, dice=3)).win == 1000  # section 14: at most a 6
    assert odds(3, 1, 0, Guard(walls=12, dice=3)).win == 0
    assert odds(12, 1, 3, Guard(walls=12, dice=3)).win == 500  # 12 less a die and 3 for tactics
    assert attrition(4, 2) == 0
    assert attrition(9, 2) > 0


def test_it_leaves_a_garrison_where_it_conquers() -> None:
    """A column that has taken a capital drops an SP before it goes on."""
    conquered = [("kazakhs", force({RUSSIAN: 6}))]
    board = standing(*conquered, points=2, conquered={"kazak": RUSSIAN})
    board.column = Column(RUSSIAN, "camp", "kazakhs", "orenburg", force({RUSSIAN: 6}))
    assert leftover(War(board, RUSSIAN), group_of(board.column)) == Drop(force({RUSSIAN: 1}))


def test_it_takes_what_nobody_defends_with_a_single_sp() -> None:
    """Kazakhs has no fortress: conquest is a walk."""
    board = standing(("orenburg", force({RUSSIAN: 6})), points=1)
    worth, march = best_march(War(board, RUSSIAN), 1)
    assert march == March("orenburg", "kazakhs", force({RUSSIAN: 1}), ())
    assert worth > 200


def standing(*stands: tuple[str, Force], **where: Any) -> Any:
    """A campaign board with nothing on the map but this."""
    board = GAME.view(begin(GAME, "campaign").driver.board, RUSSIAN)
    board.sp = dict(stands)
    for key, value in {"active": RUSSIAN, "card": "campaign", "use": "action", **where}.items():
        setattr(board, key, value)
    return board


def group_of(column: Column) -> Group:
    return Group(column.place, column.kind, column.sp, column.officers)
