"""Figures of the engine, in CPU time, the best of several rounds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any, NamedTuple

from engine.core.board import Board
from engine.core.driver import Driver, Given, rerun
from engine.core.fuzz import by_choice, fuzz
from engine.core.fuzz_mail import by_mail
from engine.core.game import Game, Scenario, Segment
from engine.core.match import Match, begin, folded
from engine.core.names import Names
from engine.core.options import Choices
from engine.core.outcome import Outcome
from engine.core.procedure import Fact, Procedure, ask
from engine.core.questions import Question
from engine.registry import find

ROUNDS = 7
STEPS = 4_000
SEGMENT = 20  # answers in a segment
SMALL = "tests.mini.game"  # the miniature game, which has no place in a shipped wheel


class Row(NamedTuple):
    name: str
    figure: float
    unit: str
    bar: float | None  # None: for the record only
    ok: bool


class Counted(Fact, frozen=True):
    count: int

    def apply(self, board: Any) -> None:
        board.count = self.count


class Plain(Board, kw_only=True):
    count: int = 0


class Trivial(Game):
    """Rules that do nothing but ask and count."""

    key, title, sides, editions = "trivial", "Trivial", ("one", "two"), ("1.0",)
    scenarios = (Scenario("only", "Only", ("one", "two")),)
    board_type = Plain
    fact_types = (Counted,)
    question_kinds = (Question("which", ("take",), lambda choice, view: f"take {choice}"),)

    def opening(self, scenario: str, options: dict[str, str], edition: str) -> tuple[Fact, ...]:
        return (Counted(0),)

    def segment(self, board: Any) -> Segment:
        return Segment("count", counting(board))

    def names(self, view: Any) -> Names:
        return Names({})

    def score_now(self, board: Any) -> Outcome:
        return Outcome(None)


def counting(board: Plain) -> Procedure[None]:
    offered = Choices("this", "that")
    for n in range(SEGMENT):
        yield from ask("one" if n % 2 else "two", "which", offered, "1.1")
        yield Counted(board.count + 1)


def best(run: Callable[[], int]) -> float:
    """Seconds of CPU for one of the things that `run` does and counts."""
    rounds = []
    for _ in range(ROUNDS):
        start = process_time()
        count = run()
        rounds.append((process_time() - start) / count)
    return min(rounds)


def row(name: str, figure: float, unit: str, bar: float | None = None) -> Row:
    return Row(name, round(figure, 2), unit, bar, bar is None or figure <= bar)


def steps() -> int:
    """Re-run a record along trivial rules."""
    game = Trivial()
    sides = ["one" if n % SEGMENT % 2 else "two" for n in range(STEPS)]
    driver = Driver(game, game.empty_board())
    driver.open()
    rerun(driver, [Given(side, "which", "1.1", "this") for side in sides])
    return STEPS


def small_matches() -> list[Match]:
    game = find("mini", (SMALL,))
    found = [begin(game, "meeting", {"length": "long"}) for _ in range(8)]
    for seed, match in enumerate(found):
        by_choice()(match, Random(seed))
    return found


def folding(matches: list[Match]) -> int:
    count = 0
    for match in matches:
        facts = match.flat()
        folded(match.game, facts)
        count += len(facts)
    return count


def forking(matches: list[Match]) -> int:
    for match in matches:
        match.driver.fork()
    return len(matches)


def fuzzing(player: Any) -> int:
    report = fuzz(find("mini", (SMALL,)), "meeting", range(10), Random, player)
    assert not report.failures, report.failures[0]
    return report.games


def halfway() -> list[Match]:
    """Small games that stand in the middle of a segment."""
    game = find("mini", (SMALL,))
    found = []
    for match in small_matches():
        twin = begin(game, "meeting", {"length": "long"})
        rerun(twin.driver, match.record[: len(match.record) // 2])
        found.append(twin)
    return found


def measure() -> list[Row]:
    matches, standing = small_matches(), halfway()
    return [
        row("re-run a step, trivial rules", best(steps) * 1e6, "µs", 4),
        row("fold a fact", best(lambda: folding(matches)) * 1e6, "µs", 3),
        row("fork a game", best(lambda: forking(standing)) * 1e6, "µs"),
        row("random games by choice", 1 / best(lambda: fuzzing(by_choice())), "games/s"),
        row("random games by mail", 1 / best(lambda: fuzzing(by_mail())), "games/s"),
    ]


if __name__ == "__main__":
    for found in measure():
        print(
            f"{found.name:<32} {found.figure:>10} {found.unit:<8} {found.bar or '':>4} {found.ok}"
        )
