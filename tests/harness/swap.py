"""The swap test: what a side cannot know changes nothing that it gets.

Two worlds run along the same record. They differ in hidden values that one side does not know:
two tokens with the same back, two places of a shuffle, or another side's sealed answer. Up to the
fact that rightly tells them apart, the side must get the same in both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.core import orders
from engine.core.board import copied
from engine.core.driver import Diverged, Driver, Entry, Given, Rolled, open_asks, replayed
from engine.core.facts import Began, Mixed, Opened, Shown
from engine.core.match import Match, folded
from engine.core.play import advance, preview
from engine.core.policies import file
from engine.core.procedure import SHUFFLE, Fact
from engine.core.sets import SetOptions
from engine.core.sheets import Sheet
from engine.core.tokens import knows, number
from tests.harness.matches import canon, listed, notice, spelled_lines

PROBES = 6  # orders tried at a step


class Leak(AssertionError):
    """A side got something that depends on what it cannot know."""


class World(Struct):
    """A start, and the record that follows it."""

    driver: Driver
    record: list[Entry]


class Pair(Struct):
    what: str
    side: str | None  # who must not notice
    one: World
    other: World
    probes: tuple[str, ...]


def check_swaps(match: Match, seed: int = 0, most: int = 40) -> int:
    """Run some pairs of worlds; how many steps were compared."""
    rng, probes = Random(seed), spelled_lines(match)
    pairs = list(islice(shuffled(all_pairs(match), rng), most))
    return sum(compared(make(match, kind, rng, probes)) for kind in pairs)


def shuffled(things: Iterable[Any], rng: Random) -> list[Any]:
    found = list(things)
    rng.shuffle(found)
    return found


def all_pairs(match: Match) -> Iterator[tuple[Any, ...]]:
    """Recipes of pairs: what differs, for whom, from which step on."""
    eyes = (*match.game.sides, None)
    for n, some in enumerate(match.facts):
        began = [k for k, fact in enumerate(some) if isinstance(fact, Began)]
        if began:
            yield from (("tokens", side, n, began[-1]) for side in eyes)
    for n, entry in enumerate(match.record):
        if isinstance(entry, Rolled) and entry.spec.startswith(SHUFFLE):
            yield from (("shuffle", side, n, 0) for side in eyes)
        elif isinstance(entry, Given):
            yield from (("answer", side, n, 0) for side in eyes if side != entry.side)


def make(match: Match, kind: tuple[Any, ...], rng: Random, probes: tuple[str, ...]) -> Pair | None:
    what, side, n, began = kind
    chosen = tuple(rng.sample(probes, min(PROBES, len(probes))))
    start = (n, began) if what == "tokens" else segment_of(match, n)
    board = board_at(match, *start)
    one, other = (World(Driver(match.game, copied(board)), match.record[start[0] :]) for _ in "ab")
    change = {"tokens": swap_tokens, "shuffle": swap_shuffle, "answer": swap_answer}[what]
    changed = change(other, side, n - start[0], rng)
    return Pair(f"{what} at {n}: {changed}", side, one, other, chosen) if changed else None


def segment_of(match: Match, n: int) -> tuple[int, int]:
    """Where the segment in which entry n was given began."""
    for k in range(n, -1, -1):
        began = [m for m, fact in enumerate(match.facts[k]) if isinstance(fact, Began)]
        if began:
            return k, began[-1]
    raise AssertionError("a game begins with a segment")


def board_at(match: Match, n: int, began: int) -> Any:
    before = [fact for some in match.facts[:n] for fact in some]
    return folded(match.game, before + match.facts[n][:began])


def swap_tokens(world: World, side: str | None, n: int, rng: Random) -> str:
    """Exchange the values of two tokens with the same back that the side does not know."""
    tokens = world.driver.board.tokens
    hidden = [t for t in sorted(tokens.values(), key=number) if not knows(t.known_to, side)]
    pairs = [(a, b) for a, b in combinations(hidden, 2) if a.back == b.back and a.value != b.value]
    if not pairs:
        return ""
    a, b = rng.choice(pairs)
    tokens[a.id], tokens[b.id] = replace(a, value=b.value), replace(b, value=a.value)
    return f"{a.id} {a.value} with {b.id} {b.value}"


def swap_shuffle(world: World, side: str | None, n: int, rng: Random) -> str:
    entry = world.record[n]
    assert isinstance(entry, Rolled)
    if len(entry.outcome) < 2:
        return ""
    order = list(entry.outcome)
    a, b = rng.sample(range(len(order)), 2)
    order[a], order[b] = order[b], order[a]
    world.record = [*world.record[:n], replace(entry, outcome=tuple(order)), *world.record[n + 1 :]]
    return f"place {a} with {b}"


def swap_answer(world: World, side: str | None, n: int, rng: Random) -> str:
    """Another answer to a question whose answers are sealed."""
    twin = Driver(world.driver.game, copied(world.driver.board))
    twin.open()
    for entry in world.record[:n]:
        replayed(twin, entry, False)
    entry = world.record[n]
    assert isinstance(entry, Given)
    ask = next(a for a in open_asks(twin.waiting) if a.side == entry.side)
    others = [choice for choice in listed(ask) if choice != entry.choice]
    if not others or (ask.sealed is False and twin.waiting is ask):
        return ""
    choice = rng.choice(others)
    world.record = [*world.record[:n], replace(entry, choice=choice), *world.record[n + 1 :]]
    return f"{entry.choice!r} with {choice!r}"


def compared(pair: Pair | None) -> int:
    """Run both worlds side by side until they may differ; the number of steps that agreed."""
    if pair is None:
        return 0
    one, other = pair.one.driver, pair.other.driver
    known = known_ids(pair)
    steps, same = 0, same_facts(pair, known, one.open(), other.open())
    for mine, theirs in zip(pair.one.record, pair.other.record, strict=True):
        if not same:
            break
        check_same(pair, steps)
        known = known_ids(pair)
        facts = both(pair, mine, theirs)
        if facts is None:
            break
        steps, same = steps + 1, same_facts(pair, known, *facts)
    return steps


def known_ids(pair: Pair) -> set[str]:
    """The tokens whose values the side knows."""
    tokens = pair.one.driver.board.tokens
    return {key for key, token in tokens.items() if knows(token.known_to, pair.side)}


def both(pair: Pair, mine: Entry, theirs: Entry) -> tuple[list[Fact], list[Fact]] | None:
    """The facts in each world; None where another side's answer only fits one of them."""
    try:
        other = replayed(pair.other.driver, theirs, True)
    except Diverged as diverged:
        if isinstance(theirs, Given) and theirs.side == pair.side:
            raise Leak(f"{pair.what}: {pair.side} could answer otherwise: {diverged}") from None
        return None
    return replayed(pair.one.driver, mine, False), other


def same_facts(pair: Pair, known: set[str], mine: list[Fact], theirs: list[Fact]) -> bool:
    """False from the fact on that rightly tells the side something."""
    for a, b in zip(mine, theirs, strict=False):
        seen, other = a.masked(pair.side), b.masked(pair.side)
        if canon(seen) != canon(other):
            if is_rightful(a, b, pair.side, known):
                return False
            raise Leak(f"{pair.what}: {pair.side} sees {seen} or {other}")
        if isinstance(a, Shown) and knows(a.to, pair.side):
            known.add(a.token)
        if is_attempt(a):
            return mine == theirs
    if len(mine) != len(theirs):
        raise Leak(f"{pair.what}: {pair.side} sees {len(mine)} facts or {len(theirs)}")
    return True


def is_rightful(a: Fact, b: Fact, side: str | None, known: set[str]) -> bool:
    """Shown to the side, opened to all, or an order of things that the side knew before."""
    if isinstance(a, Mixed) and isinstance(b, Mixed):
        values = [sorted(str(t.value) for t in mixed.tokens) for mixed in (a, b)]
        return values[0] == values[1] and a.gone == b.gone and known.issuperset(a.gone)
    if isinstance(a, Shown) and isinstance(b, Shown):
        return (a.token, a.to) == (b.token, b.to) and knows(a.to, side)
    if isinstance(a, Opened) and isinstance(b, Opened):
        return (a.side, a.question) == (b.side, b.question)
    return False


def is_attempt(fact: Fact) -> bool:
    """From here to the next question the rules may look at what the side cannot see."""
    return fact.barrier and not isinstance(fact, Shown | Opened)


def check_same(pair: Pair, step: int) -> None:
    one, other = (observed(w.driver, pair.side, pair.probes) for w in (pair.one, pair.other))
    for key in one:
        if one[key] != other[key]:
            raise Leak(
                f"{pair.what}, step {step}: {pair.side} gets another {key}: "
                f"{one[key]!r} or {other[key]!r}"
            )


def observed(driver: Driver, side: str | None, probes: tuple[str, ...]) -> dict[str, Any]:
    """All that a side gets of a position."""
    view = driver.game.view(driver.board, side)
    scene = driver.game.scene(view)
    got: dict[str, Any] = {
        "view": canon(view),
        "waiting": notice(driver),
        "picture": None if scene is None else canon(scene),
        "names": driver.game.names(view).by_fold,
    }
    for ask in open_asks(driver.waiting):
        if ask.side == side:
            got |= offered(driver, ask, view)
    for probe in probes if side is not None else ():
        got |= tried(driver, side or "", probe)
    return got


def offered(driver: Driver, ask: Any, view: Any) -> dict[str, Any]:
    options = ask.options
    question = driver.game.questions[ask.question]
    names = driver.game.names(view)
    filed = [file(question.policies, policy.name, names) for policy in question.policies]
    got = {
        "options": canon(listed(ask)),
        "marks": options.marks(),
        "policies": [f and f.policy and f.policy.answer(view, ask, f.arguments) for f in filed],
    }
    if isinstance(options, SetOptions):
        got |= {"elements": canon(list(options.extend(()))), "owed": canon(options.missing(()))}
    return got


def tried(driver: Driver, side: str, probe: str) -> dict[str, Any]:
    """What comes of an order in a preview, and of one on a sheet that must be refused."""
    lines = orders.read(driver.game, probe).lines
    seen, board = preview(driver, Sheet(side, lines), {})
    got: dict[str, Any] = {
        f"preview of {probe!r}": (
            [(s.choice, [canon(f.masked(side)) for f in s.facts]) for s in seen.steps],
            seen.halted,
            canon(seen.refusals),
            canon(seen.taken),
            canon(driver.game.view(board, side)),
        )
    }
    spoilt = orders.read(driver.game, f"{driver_verb(driver)} nowhere\n{probe}\n{probe}").lines
    done = advance(driver, {side: Sheet(side, spoilt)}, {}, side)
    if done.refused:
        got[f"refusal of {probe!r}"] = canon(done.refusals), canon(done.taken)
    return got


def driver_verb(driver: Driver) -> str:
    """A verb of the open question, for a line that cannot fit."""
    asks = open_asks(driver.waiting)
    return driver.game.questions[asks[0].question].verbs[0] if asks else "done"
