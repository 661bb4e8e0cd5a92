"""Random play through the door of the mail: choices are spelled, sent as text, and read again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct, field

from engine.core import orders
from engine.core.board import copied
from engine.core.driver import Driver, named, open_asks
from engine.core.fuzz import Fault, Player, chance, chosen, pick, watch
from engine.core.game import Game
from engine.core.match import Match
from engine.core.names import fold
from engine.core.options import Rng
from engine.core.orders import Reading
from engine.core.play import Advance, advance, is_barrier, preview
from engine.core.policies import ASK_ME
from engine.core.procedure import Ask
from engine.core.questions import lines_of
from engine.core.sheets import Sheet, remainder
from engine.core.standing import file_all

CHATTER = ("", "> you wrote that", "Dear friend,", "// a note to myself", "It rains here.", "--")
MOST = 8  # answers on one sheet


class Desk(Struct):
    """What lies between the sides and the game: sheets under way and standing orders."""

    sheets: dict[str, Sheet] = field(default_factory=dict)
    standing: dict[str, dict[str, str]] = field(default_factory=dict)
    written: list[str] = field(default_factory=list)  # lines of old, to be sent too early


class Plan(Struct):
    """Answers that a side means to give, and the lines that say so."""

    choices: list[tuple[str, Any]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    is_open: bool = True  # no barrier yet: a line more would have to fit


def by_mail() -> Player:
    """Play a whole game by sheets of random length, with chatter, previews and early orders."""

    def play_on(match: Match, rng: Rng) -> None:
        desk = Desk()
        while match.driver.waiting is not None:
            if not chance(match, rng):
                send(match, desk, rng)
            go_on(match, desk)
            watch(match)

    return play_on


def go_on(match: Match, desk: Desk) -> None:
    """Sheets under way and policies answer what they can."""
    keep(match, desk, advance(match.driver, desk.sheets, desk.standing))


def keep(match: Match, desk: Desk, done: Advance) -> None:
    match.take(done.driver, done.steps)
    asked = [ask.side for ask in open_asks(done.waiting, done.driver.sealed)]
    left = {s: remainder(match.game, sheet, s in asked) for s, sheet in done.sheets.items()}
    desk.sheets = {s: rest.pending for s, rest in left.items() if rest.pending is not None}


def send(match: Match, desk: Desk, rng: Rng) -> None:
    ask = asked(match, rng)
    file_some(match, desk, ask.side, rng)
    plan = planned(match, ask, rng)
    text = dressed(match.game, desk, plan, rng)
    reading = orders.read(match.game, text)
    sheet = Sheet(ask.side, reading.lines)
    if rng.randrange(3) == 0:
        check_preview(match, sheet, desk)
    done = advance(match.driver, {**desk.sheets, ask.side: sheet}, desk.standing, ask.side)
    check(plan, done, ask, reading)
    desk.written += plan.lines
    keep(match, desk, done)


def asked(match: Match, rng: Rng) -> Ask:
    """An open question; now and then one whose sealed answer is given anew."""
    waiting, sealed = match.driver.waiting, match.driver.sealed
    return pick(open_asks(waiting, () if rng.randrange(3) == 0 else sealed), rng)


def planned(match: Match, ask: Ask, rng: Rng) -> Plan:
    """Answers in a row up to the first barrier, found out on a twin of the game."""
    plan, twin = Plan(), Match(match.driver.fork())
    open_ = ask
    while plan.is_open and len(plan.choices) < MOST:
        choice = chosen(twin, open_, rng)
        view = twin.game.view(twin.driver.board, ask.side)
        question = twin.game.questions[open_.question]
        plan.lines += lines_of(question, open_.options, choice, view)
        plan.choices.append((open_.question, choice))
        facts = twin.answer(ask.side, choice)
        plan.is_open = not is_barrier(ask.side, facts, twin.driver.waiting)
        if rng.randrange(4) == 0 or twin.driver.waiting is None:
            break
        open_ = open_asks(twin.driver.waiting)[0] if plan.is_open else open_
    return plan


def dressed(game: Game, desk: Desk, plan: Plan, rng: Rng) -> str:
    lines = list(plan.lines)
    if not plan.is_open and desk.written and rng.randrange(2):
        lines += [pick(desk.written, rng) for _ in range(rng.randrange(4))]
    for _ in range(rng.randrange(4)):
        word = pick(CHATTER, rng)
        if orders.leading_verb(game.verbs, fold(word)) is None:
            lines.insert(rng.randrange(len(lines) + 1), word)
    return pick(("\n", "\r\n", " \\\\ "), rng).join(scribbled(line, rng) for line in lines)


def scribbled(line: str, rng: Rng) -> str:
    """A line as people type it."""
    styles: tuple[Callable[[str], str], ...] = (
        str,
        str.upper,
        str.title,
        lambda s: s.replace(" ", "   "),
        lambda s: f"  {s}. ",
    )
    return pick(styles, rng)(line)


def check_preview(match: Match, sheet: Sheet, desk: Desk) -> None:
    before = trace(match.driver)
    seen, _ = preview(match.driver, sheet, desk.standing)
    if seen.refused:
        raise Fault("refusal", f"the preview refuses {seen.refusals}")
    if trace(match.driver) != before:
        raise Fault("exception", "a preview changed the game")


def trace(driver: Driver) -> tuple[str, Any]:
    return named(driver.waiting), copied(driver.board)


def check(plan: Plan, done: Advance, ask: Ask, reading: Reading) -> None:
    """What was planned must have happened, line by line."""
    if done.refused:
        raise Fault("refusal", f"{done.refusals} of {[x.text for x in reading.lines]}")
    given = [(s.question, s.choice) for s in done.steps if s.side == ask.side]
    if not given:
        raise Fault("stuck question", f"{ask.question} is not answered by {plan.lines}")
    if given[: len(plan.choices)] != plan.choices:
        raise Fault("spelling", f"{plan.lines} gave {given[: len(plan.choices)]}")


def file_some(match: Match, desk: Desk, side: str, rng: Rng) -> None:
    """File a standing order now and then, by text as well."""
    kinds = [q for q in match.game.question_kinds if q.policies]
    if not kinds or rng.randrange(4):
        return
    question = pick(kinds, rng)
    plain = [p.name for p in question.policies if p.read is None]
    text = f"{question.title}: {pick((ASK_ME, *plain), rng)}"
    view = match.game.view(match.driver.board, side)
    filing = file_all(match.game, view, orders.read(match.game, text).standing)
    if filing.refusals or not filing.accepted:
        raise Fault("refusal", f"standing order {text!r} is not filed")
    desk.standing.setdefault(side, {}).update(filing.accepted)
