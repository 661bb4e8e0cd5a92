"""Figures of The Great Game: a median campaign of the practice opponent, in CPU time.

The table samples the win rates; `python -m ops.bench.great_game` plays all the games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from heapq import nlargest
from random import Random
from statistics import median
from time import process_time
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.bots import Bot, do_nothing, random
from engine.core.driver import Driver, open_asks, rerun
from engine.core.fuzz import chance
from engine.core.match import Match, begin, resumed
from engine.core.procedure import Ask, Fact
from engine.great_game.bot import sensible
from engine.great_game.counters import BRITISH, RUSSIAN, SIDES
from engine.great_game.game import GAME
from ops.bench import mails
from ops.bench.engine import Row, best, row

CAMPAIGN = "campaign"
GAMES = 15  # of which the median one is measured
HEAVIEST = 8  # answers that are timed again, the best of several rounds each
SAMPLE, WHOLE = 20, 100  # games of each row of wins; twice as many of the bot against itself
BOTS: dict[str, Bot] = {"sensible": sensible, "random": random, "do-nothing": do_nothing}


class Answer(Struct, frozen=True):
    seconds: float
    view: Any
    ask: Ask


def played(scenario: str, bots: dict[str, Bot], seed: int) -> tuple[Match, list[Answer]]:
    """A whole game, and what the answers cost."""
    match, answers, rng = begin(GAME, scenario), [], Random(seed)
    while match.driver.waiting is not None:
        if chance(match, rng):
            continue
        ask = open_asks(match.driver.waiting, match.driver.sealed)[0]
        view = GAME.view(match.driver.board, ask.side)
        start = process_time()
        choice = bots[ask.side](GAME, view, ask, rng)
        answers.append(Answer(process_time() - start, view, ask))
        match.answer(ask.side, choice)
    return match, answers


def measure() -> Iterator[Row]:
    games = [played(CAMPAIGN, dict.fromkeys(SIDES, sensible), seed) for seed in range(GAMES)]
    match = sorted((match for match, _ in games), key=lambda m: len(m.flat()))[GAMES // 2]
    raws = [msgspec.json.encode(facts) for facts in match.facts]
    facts, entries = len(match.flat()), len(match.record)
    opening = match.facts[0]
    yield timed(f"rebuild a campaign of {facts} facts", lambda: rebuilt(raws), 10)
    yield timed("resume at its last question", lambda: resumed_at(match, entries - 1), 60)
    yield timed("resume in the longest segment", lambda: resumed_at(match, longest(match)), 60)
    yield timed(f"re-run its {entries} entries", lambda: again(opening, match, False), 60)
    yield timed("audit re-run with legality", lambda: again(opening, match, True), 300)
    yield row("heaviest answer of the bot", heaviest(games) * 1000, "ms CPU", 50)
    yield hand_overs()


def timed(name: str, run: Callable[[], int], bar: float) -> Row:
    return row(name, best(run) * 1000, "ms CPU", bar)


def rebuilt(raws: list[bytes]) -> int:
    """Decode and fold, without any snapshot."""
    board = GAME.empty_board()
    for raw in raws:
        for fact in GAME.decode_facts(raw):
            fact.apply(board)
    assert board.outcome is not None
    return 1


def resumed_at(match: Match, n: int) -> int:
    """Fold to the last segment's beginning, re-run what is open of it."""
    resumed(GAME, match.facts[: n + 1], match.record[:n])
    return 1


def longest(match: Match) -> int:
    """The end of the longest run of entries without a new segment."""
    last, found, most = 0, 0, 0
    for n, facts in enumerate(match.facts):
        if any(type(fact).__name__ == "Began" for fact in facts):
            last = n
        if n - last > most:
            found, most = n, n - last
    return found


def again(opening: list[Fact], match: Match, legal: bool) -> int:
    """The whole record along the rules."""
    board = GAME.empty_board()
    for fact in opening:
        if type(fact).__name__ == "Began":
            break
        fact.apply(board)
    driver = Driver(GAME, board)
    driver.open()
    rerun(driver, match.record, legal=legal)
    assert driver.waiting is None
    return 1


def heaviest(games: list[tuple[Match, list[Answer]]]) -> float:
    """Seconds for the worst answer of all; the suspects are timed again, free of chance."""
    suspects = nlargest(HEAVIEST, (a for _, some in games for a in some), key=lambda a: a.seconds)
    return max(best(lambda a=a: answered(a)) for a in suspects)  # type: ignore[misc]


def answered(answer: Answer) -> int:
    sensible(GAME, answer.view, answer.ask, Random(1))
    return 1


def hand_overs() -> Row:
    found = mails.measure(GAME, GAME.scenario(CAMPAIGN))
    return row("hand-overs per round", found.per_turn, "mails", 3)


class Tally(Struct):
    """Outcomes of a number of games."""

    winners: Counter[str]
    lengths: list[int]
    grades: Counter[str]

    @property
    def games(self) -> int:
        return sum(self.winners.values())


def tally(scenario: str, bots: dict[str, str], games: int, first: int = 0) -> Tally:
    """Games from fixed seeds, on all processors."""
    found = Tally(Counter(), [], Counter())
    jobs = [(scenario, bots, seed) for seed in range(first, first + games)]
    with ProcessPoolExecutor() as pool:
        for winner, grade, length in pool.map(one, jobs, chunksize=5):
            found.winners[winner] += 1
            found.grades[grade] += 1
            found.lengths.append(length)
    return found


def one(job: tuple[str, dict[str, str], int]) -> tuple[str, str, int]:
    scenario, bots, seed = job
    match, _ = played(scenario, {side: BOTS[name] for side, name in bots.items()}, seed)
    outcome = match.driver.board.outcome
    return outcome.winner or "nobody", outcome.grade, len(match.record)


def wins(side: str, other: str, games: int) -> Row:
    """Wins of the bot with one side; a draw counts as no win."""
    rival = RUSSIAN if side == BRITISH else BRITISH
    found = tally(CAMPAIGN, {side: "sensible", rival: other}, games)
    least = {"random": 80, "do-nothing": 65}[other] * games // 100
    won, drawn = found.winners[side], found.winners["nobody"]
    name = f"{side} bot beats {other}, {drawn} drawn"
    return Row(name, won, f"of {found.games}", least, won >= least)


def solitaire(scenario: str, games: int) -> Iterator[Row]:
    (player,) = GAME.scenario(scenario).players
    for bot in ("sensible", "random"):
        found = tally(scenario, {player: bot}, games)
        yield row(f"{scenario}: {bot}", found.winners[player], f"of {found.games}")


def balance(games: int = SAMPLE) -> Iterator[Row]:
    """How the games go, as they are."""
    for other in ("random", "do-nothing"):
        yield from (wins(side, other, games) for side in SIDES)
    for scenario in ("first_afghan_war", "conquest_of_central_asia"):
        yield from solitaire(scenario, games)
    found = tally(CAMPAIGN, dict.fromkeys(SIDES, "sensible"), 2 * games)
    for winner in (*SIDES, "nobody"):
        yield row(f"bot against bot: {winner}", found.winners[winner], f"of {found.games}")
    lengths = sorted(found.lengths)
    for name, figure in ("least", lengths[0]), ("median", median(lengths)), ("most", lengths[-1]):
        yield row(f"entries of a bot game, {name}", figure, "entries")


if __name__ == "__main__":
    for told in balance(WHOLE):
        print(f"{told.name:<40} {told.figure:>8} {told.unit:<8} {told.bar or '':>4} {told.ok}")
