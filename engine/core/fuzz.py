"""Random legal play to the end of a scenario: looks for what no player should ever meet.

Chance comes from the caller: the same source gives the same games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, field

from engine.core.bots import Bot
from engine.core.driver import Entry, Given, open_asks
from engine.core.facts import Began, Ended
from engine.core.game import Game
from engine.core.match import Match, begin, outcome_of
from engine.core.options import Rng
from engine.core.procedure import Ask, Chance, Fact
from engine.core.questions import Misfit, lines_of, read_line
from engine.core.sets import SetOptions, canonical

T = TypeVar("T")
LONGEST = 5_000  # entries in the record of one game


class Fault(Exception):
    """An oracle spoke: `kind` is dead end, endless game, stuck question, spelling or refusal."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind


class Failure(Struct, frozen=True):
    scenario: str
    edition: str
    options: dict[str, str]
    seed: int
    kind: str
    message: str
    record: tuple[Any, ...]  # entries as they can be stored; `loaded` reads them

    def __str__(self) -> str:
        return f"{self.scenario} seed {self.seed} after {len(self.record)} entries: {self.message}"


class Report(Struct):
    games: int = 0
    events: int = 0
    failures: list[Failure] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def never(self, game: Game) -> tuple[str, ...]:
        """What was to be reached and was not."""
        questions = (f"question {q.key}" for q in game.question_kinds)
        facts = (f"fact {kind.__name__}" for kind in game.fact_types)
        wanted = (*questions, *facts, *game.tally_keys)
        return tuple(key for key in wanted if key not in self.counts)

    def __str__(self) -> str:
        return f"{self.games} games, {self.events} events, {len(self.failures)} failures"


Player = Callable[[Match, Rng], None]  # plays one game on to its end, or raises


def fuzz(
    game: Game,
    scenario: str,
    seeds: Iterable[int],
    source: Callable[[int], Rng],
    player: Player | None = None,
    edition: str = "",
) -> Report:
    """One random game for each seed, with random options."""
    report = Report()
    for seed in seeds:
        rng = source(seed)
        options = {o.key: pick(o.values, rng) for o in game.scenario(scenario).options}
        begun = edition or pick(game.editions, rng)
        match = begin(game, scenario, options, begun)
        try:
            (player or by_choice())(match, rng)
        except Exception as problem:
            report.failures.append(failure(scenario, begun, options, seed, match, problem))
        count(report, match)
    return report


def pick(listed: Sequence[T], rng: Rng) -> T:
    return listed[rng.randrange(len(listed))]


def failure(
    scenario: str,
    edition: str,
    options: dict[str, str],
    seed: int,
    match: Match,
    problem: Exception,
) -> Failure:
    kind = problem.kind if isinstance(problem, Fault) else "exception"
    stored = tuple(stored_entry(entry) for entry in match.record)
    message = f"{type(problem).__name__}: {problem}"
    return Failure(scenario, edition, options, seed, kind, message, stored)


def stored_entry(entry: Entry) -> Any:
    return type(entry).__name__, msgspec.json.decode(msgspec.json.encode(entry))


def reloaded(game: Game, failed: Failure) -> Match:
    """The game as it stood in front of a failure."""
    match = begin(game, failed.scenario, failed.options, failed.edition)
    for kind, entry in failed.record:
        if kind == Given.__name__:
            match.answer(entry["side"], game.decode_choice(entry["question"], entry["choice"]))
        else:
            match.roll(tuple(entry["outcome"]))
    return match


def count(report: Report, match: Match) -> None:
    report.games += 1
    report.events += len(match.record)
    for entry in match.record:
        if hasattr(entry, "question"):
            report.counts[f"question {entry.question}"] += 1
    for fact in match.flat():
        report.counts.update(keys_of(match.game, fact))


def keys_of(game: Game, fact: Fact) -> Iterator[str]:
    yield f"fact {type(fact).__name__}"
    yield from game.tally(fact)
    if isinstance(fact, Began):
        yield f"segment {fact.segment}"
    if isinstance(fact, Ended):
        yield f"ending {fact.outcome.winner or 'nobody'} {fact.outcome.grade}".rstrip()


def by_choice(bots: dict[str, Bot] | None = None) -> Player:
    """Answer question by question: at random, or as the given bots of the sides do."""

    def play_on(match: Match, rng: Rng) -> None:
        while match.driver.waiting is not None:
            if not chance(match, rng):
                ask = pick(open_asks(match.driver.waiting, match.driver.sealed), rng)
                match.answer(ask.side, chosen(match, ask, rng, bots))
            watch(match)

    return play_on


def chance(match: Match, rng: Rng) -> bool:
    """Roll what is open to chance."""
    open_ = match.driver.waiting
    if not isinstance(open_, Chance):
        return False
    match.roll(outcome_of(open_.spec, rng))
    return True


def chosen(match: Match, ask: Ask, rng: Rng, bots: dict[str, Bot] | None = None) -> Any:
    """A legal answer, its spelling checked."""
    view = match.game.view(match.driver.board, ask.side)
    if next(iter(ask.options), None) is None:
        raise Fault("dead end", f"{ask.side} has no answer to {ask.question} ({ask.case})")
    bot = (bots or {}).get(ask.side)
    choice = ask.options.sample(rng) if bot is None else bot(match.game, view, ask, rng)
    if choice not in ask.options:
        raise Fault("refusal", f"{ask.question} ({ask.case}) sampled {choice!r} and refuses it")
    check_spelling(match.game, ask, view, choice)
    return choice


def watch(match: Match) -> None:
    driver = match.driver
    if driver.waiting is None and driver.board.outcome is None:
        raise Fault("dead end", "play waits for nothing and has not ended")
    if len(match.record) > LONGEST:
        raise Fault("endless game", f"{LONGEST} entries and no end")


def check_spelling(game: Game, ask: Ask, view: Any, choice: Any) -> None:
    """The canonical lines of a choice must read back as this choice."""
    try:
        back = read_back(game, ask, view, choice)
    except Misfit as misfit:
        raise Fault("spelling", f"{ask.question}: {misfit.of} reads as nothing") from None
    if back != choice:
        raise Fault("spelling", f"{ask.question}: {choice!r} is spelled and reads as {back!r}")


def read_back(game: Game, ask: Ask, view: Any, choice: Any) -> Any:
    question, names = game.questions[ask.question], game.names(view)
    lines = lines_of(question, ask.options, choice, view)
    if not isinstance(ask.options, SetOptions):
        return read_line(question, ask, ask.options, view, names, lines[0])
    part: tuple[Any, ...] = ()
    for line in lines[: len(choice)]:
        element = read_line(question, ask, ask.options.extend(part), view, names, line)
        part = canonical((*part, element))
    return part
