"""Hand-overs: how often one side must write before play can go on.

A hand-over is a run of answers by hand of one side; sheets go on through dice, so dice do not end
it, but a question to another side that no policy answers does. Of sealed questions that are open
to several sides at once the side that is writing answers its own in the same mail. All sides file
the first policy that each kind of question admits, and choose at random otherwise.
"""

from __future__ import annotations

from random import Random

from msgspec import Struct

from engine.core.driver import open_asks
from engine.core.facts import Began
from engine.core.game import Game, Scenario
from engine.core.match import Match, begin, outcome_of
from engine.core.play import advance
from engine.core.policies import ASK_ME
from engine.core.procedure import Ask, Chance

BEGINS = {"great_game": "RoundBegan"}  # by game: a turn is a round, not a decade


class Count(Struct):
    games: int = 0
    hand_overs: int = 0
    turns: int = 0
    answers: int = 0

    @property
    def per_turn(self) -> float:
        return self.hand_overs / max(self.turns, 1)

    @property
    def per_game(self) -> float:
        return self.hand_overs / max(self.games, 1)


def measure(game: Game, scenario: Scenario, games: int = 20, seed: int = 1) -> Count:
    count = Count()
    for number in range(games):
        one_game(count, begin(game, scenario.key), Random(seed + number), scenario)
    return count


def one_game(count: Count, match: Match, rng: Random, scenario: Scenario) -> None:
    standing = {side: policies(match.game) for side in scenario.players}
    last = ""
    while match.driver.waiting is not None:
        if isinstance(match.driver.waiting, Chance):
            match.roll(outcome_of(match.driver.waiting.spec, rng))
            continue
        run = advance(match.driver, {}, standing)
        match.take(run.driver, run.steps)
        asks = open_asks(match.driver.waiting, match.driver.sealed)
        if asks:
            ask = still_writing(asks, last)
            count.hand_overs += ask.side != last
            last = by_hand(match, ask, rng)
            count.answers += 1
    count.games += 1
    count.turns += turns(match)


def still_writing(asks: tuple[Ask, ...], last: str) -> Ask:
    """Of questions open at once the one to the side that is writing: its mail answers it too."""
    return next((ask for ask in asks if ask.side == last), asks[0])


def by_hand(match: Match, ask: Ask, rng: Random) -> str:
    match.answer(ask.side, ask.options.sample(rng))
    return ask.side


def policies(game: Game) -> dict[str, str]:
    """The first policy of each kind that needs no words of its own."""
    plain = {q.key: [p.name for p in q.policies if p.read is None] for q in game.question_kinds}
    return {key: names[0] for key, names in plain.items() if names and names[0] != ASK_ME}


def turns(match: Match) -> int:
    """How many rounds began, or headings of the first rank there were in the replay's tree."""
    facts = match.flat()
    if match.game.key in BEGINS:
        return sum(type(fact).__name__ == BEGINS[match.game.key] for fact in facts)
    ranks = [fact.heading[0] for fact in facts if isinstance(fact, Began) and fact.heading]
    return len(dict.fromkeys(ranks))
