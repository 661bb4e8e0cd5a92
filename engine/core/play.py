"""Play on with what the sides handed in: sheets first, then policies, then printed defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

import msgspec
from msgspec import Struct, field

from engine.core.board import copied
from engine.core.consult import Consultation
from engine.core.driver import Driver, Waiting, open_asks
from engine.core.policies import ASK_ME, Standing, file
from engine.core.procedure import Ask, AskAll, Fact
from engine.core.questions import Misfit, Question, spelled
from engine.core.refusals import MOST_REFUSALS, UNJUDGED, of_line, unread
from engine.core.refusals import Refusal as Refusal
from engine.core.sheets import Found, Sheet, Unfit

ASK_REACTIONS = "reactions=ask"  # the game option that makes `ask me` the windows' default
IMPLIED = 0  # the line number of a `done` that a later line implied
HAND, POLICY, DEFAULT = "hand", "policy", "default"


class Step(Struct, frozen=True):
    """An answer given, and what followed: an event in the making."""

    side: str
    question: str
    case: str
    choice: Any
    how: str
    sealed: bool
    facts: tuple[Fact, ...]
    next: Waiting
    answered: tuple[str, ...] = ()  # sides whose sealed answers are in, where others are awaited


class Taken(Struct, frozen=True):
    line: int  # IMPLIED where nobody wrote it
    text: str  # canonical spelling


class Advance(Struct):
    """What one run brought. A refusal in front of the first barrier leaves no steps."""

    driver: Driver
    sheets: dict[str, Sheet]  # as they are after the run
    steps: list[Step] = field(default_factory=list)
    taken: dict[str, list[Taken]] = field(default_factory=dict)
    refusals: dict[str, list[Refusal]] = field(default_factory=dict)
    refused: bool = False
    halted: bool = False  # a preview or a refused sheet came to a barrier; behind it is the unknown

    @property
    def waiting(self) -> Waiting:
        return self.driver.waiting


def advance(
    driver: Driver,
    sheets: Mapping[str, Sheet],
    standing: Mapping[str, Standing],
    fresh: str | None = None,
) -> Advance:
    """Play until a die, an unanswered question or the end. `fresh`: whose sheet is new."""
    run = Run(driver, sheets, standing, fresh)
    while run.go_on():
        pass
    if run.advance.refused:
        return msgspec.structs.replace(run.advance, driver=driver, sheets=dict(sheets), steps=[])
    return run.advance


def preview(driver: Driver, sheet: Sheet, standing: Mapping[str, Standing]) -> tuple[Advance, Any]:
    """What a sheet would do up to its first barrier, and the board there; nothing is changed."""
    run = Run(driver, {sheet.side: sheet}, standing, sheet.side, dry=True)
    while run.go_on():
        pass
    board = copied(driver.board)
    for step in run.advance.steps:
        for fact in step.facts:
            fact.apply(board)
    return msgspec.structs.replace(run.advance, driver=driver), board


def is_barrier(side: str, facts: Sequence[Fact], waiting: Waiting) -> bool:
    """Whether an answer of this side led where it could not foresee: nothing can be taken back."""
    if any(fact.barrier for fact in facts):
        return True
    asks = open_asks(waiting)
    return waiting is not None and (not asks or any(ask.side != side for ask in asks))


class Run:
    def __init__(
        self,
        driver: Driver,
        sheets: Mapping[str, Sheet],
        standing: Mapping[str, Standing],
        fresh: str | None,
        dry: bool = False,
    ) -> None:
        self.driver = driver if fresh is None else driver.fork()
        self.sheets = {side: msgspec.structs.replace(s) for side, s in sheets.items()}
        self.standing, self.fresh, self.dry = standing, fresh, dry
        self.replaces = (
            fresh in driver.sealed
        )  # the one sealed answer that the new sheet may change
        self.advance = Advance(self.driver, self.sheets)
        if fresh is not None and (faults := unread(self.sheets[fresh])):
            self.advance.refusals[fresh] = faults
            self.advance.refused = self.advance.halted = True

    def go_on(self) -> bool:
        """Answer one open question; False when nobody has an answer to any."""
        if self.advance.halted:
            return False
        return any(self.consult(ask) for ask in self.asks())

    def asks(self) -> tuple[Ask, ...]:
        """The open questions, those of the fresh sheet first, and no others in a dry run."""
        asks = open_asks(self.driver.waiting, self.driver.sealed)
        mine = tuple(a for a in asks if a.side == self.fresh) or self.replaceable()
        if self.is_dry():
            return mine
        return mine + tuple(a for a in asks if a.side != self.fresh)

    def is_dry(self) -> bool:
        return self.dry or self.advance.refused

    def replaceable(self) -> tuple[Ask, ...]:
        """A fresh sheet may replace its side's sealed answer as long as another side is awaited."""
        if not self.replaces or self.fresh not in self.driver.sealed:
            return ()
        return tuple(a for a in open_asks(self.driver.waiting) if a.side == self.fresh)

    def consult(self, ask: Ask) -> bool:
        view = self.driver.game.view(self.driver.board, ask.side)
        try:
            if self.by_hand(ask, view):
                return True
        except Unfit as unfit:
            return self.refuse(ask.side, unfit)
        if ask.side in self.driver.sealed:
            return False
        return self.by_policy(ask, view)

    def by_hand(self, ask: Ask, view: Any) -> bool:
        sheet = self.sheets.get(ask.side)
        if sheet is None or not sheet.left():
            return False
        found = Consultation(self.driver.game, sheet, ask, view).answer()
        if found is None or (ask.side in self.driver.sealed and not found.parts):
            return False
        if found.choice not in ask.options:
            line = next(x for x in sheet.lines if x.number == found.parts[0][0])
            raise Unfit(line, Misfit("not_on_offer", ask.case, (line.words,)))
        self.note(ask, view, found)
        self.give(ask, found.choice, HAND)
        return True

    def by_policy(self, ask: Ask, view: Any) -> bool:
        game = self.driver.game
        question = game.questions[ask.question]
        text = self.standing.get(ask.side, {}).get(ask.question)
        filed = file(question.policies, text or self.default(question), game.names(view))
        if filed is None or filed.policy is None:
            return False
        choice = filed.policy.answer(view, ask, filed.arguments)
        if choice is None or choice not in ask.options:
            return False
        self.give(ask, choice, POLICY if text else DEFAULT)
        return True

    def default(self, question: Question) -> str:
        asks_reactions = question.window and self.driver.board.has_switch(ASK_REACTIONS)
        return ASK_ME if asks_reactions else question.default

    def refuse(self, side: str, unfit: Unfit) -> bool:
        """Put a line aside; a fresh sheet that fails in front of a barrier does nothing at all."""
        refusals = self.advance.refusals.setdefault(side, [])
        line = unfit.line
        refusals += [of_line(line, misfit) for misfit in unfit.misfits]
        if side != self.fresh:
            self.sheets[side].stopped = True
            return False
        self.advance.refused = True
        self.sheets[side].take(line)
        if len(refusals) >= MOST_REFUSALS and self.sheets[side].left():
            refusals.append(UNJUDGED)
            return False
        return not unfit.last  # judge the lines after it too, so that one answer names every fault

    def note(self, ask: Ask, view: Any, found: Found) -> None:
        question = self.driver.game.questions[ask.question]
        noted = self.advance.taken.setdefault(ask.side, [])
        for number, part in found.parts or ((IMPLIED, None),):
            noted.append(Taken(number, spelled(question, part, view)))

    def give(self, ask: Ask, choice: Any, how: str) -> None:
        sealed = ask.sealed or isinstance(self.driver.waiting, AskAll)
        self.replaces = self.replaces and ask.side != self.fresh
        facts = self.driver.answer(ask.side, choice)
        step = Step(
            ask.side,
            ask.question,
            ask.case,
            choice,
            how,
            sealed,
            tuple(facts),
            self.driver.waiting,
            tuple(self.driver.sealed),
        )
        if self.fresh is not None and self.passes_barrier(step):
            step = self.at_barrier(step)
        self.advance.steps.append(step)

    def passes_barrier(self, step: Step) -> bool:
        return step.side != self.fresh or is_barrier(step.side, step.facts, step.next)

    def at_barrier(self, step: Step) -> Step:
        """What was accepted so far stands, and a later misfit only stops the sheet.

        A preview and a refused sheet end here and tell nothing of what came of the step.
        """
        if not self.is_dry():
            self.fresh = None
            return step
        self.advance.halted = True
        foreseen = tuple(takewhile(lambda fact: not fact.barrier, step.facts))
        return msgspec.structs.replace(step, facts=foreseen, next=None, answered=())
