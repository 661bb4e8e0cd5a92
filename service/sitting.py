"""One worker's sitting at one game: inside one transaction, under the game's lock."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct, field

from engine.core import orders
from engine.core.bots import BOTS
from engine.core.driver import open_asks
from engine.core.orders import Line, Reading
from engine.core.play import HAND, Advance, Refusal, Step, Taken, advance, preview
from engine.core.procedure import Ask, AskAll, Fact
from engine.core.sheets import Sheet, remainder
from engine.core.standing import Filing, file_all
from service.database import Connection
from service.filing import Filed, Preview, Waiting, load_filed, save_filed, save_standing
from service.games import BOT, About
from service.private import Private
from service.table import Table


class Outcome(Struct):
    """What came of a submission, for its reply and for the row."""

    state: str = "applied"
    taken: list[Taken] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    standing: dict[str, str] = field(default_factory=dict)
    pending: tuple[Line, ...] = ()
    not_needed: tuple[Line, ...] = ()
    dropped: tuple[Line, ...] = ()
    previewed: bool = False
    replaced: bool = False
    board: Any = None  # where a preview would lead


class Lost(Struct):
    """Waiting lines that will not be played: where the sheet stopped, and what lay behind."""

    refusals: list[Refusal] = field(default_factory=list)
    lines: tuple[Line, ...] = ()


class Sitting:
    def __init__(self, conn: Connection, about: About, table: Table) -> None:
        self.conn, self.about, self.table = conn, about, table
        self.filed: Filed = load_filed(conn, about.id)
        self.facts: list[Fact] = []  # what happened in this sitting
        self.lost: dict[str, Lost] = {}
        self.heard: str | None = None  # the side whose answer tells it all
        self._asked = self.asked()

    def asked(self) -> dict[str, tuple[str, str, str]]:
        """Who is asked what."""
        driver = self.table.driver
        asks = open_asks(driver.waiting, driver.sealed)
        return {ask.side: (ask.question, ask.case, ask.about) for ask in asks}

    def newly_asked(self) -> list[str]:
        """Sides with a question that was not open when this sitting began, nor told otherwise."""
        return [
            side
            for side, question in self.asked().items()
            if side != self.heard and (self.facts or self._asked.get(side) != question)
        ]

    def hand_in(
        self, side: str, text: str, *, dry: bool, submission: int, adds: bool = False
    ) -> Outcome:
        """A side's orders: preview them, or play them as far as they go.

        `adds`: one answer pressed as a button, which leaves the waiting orders in force.
        """
        self.heard = side
        reading = self.read(side, text)
        filing = self.file_standing(side, reading)
        if filing.refusals:
            return Outcome("refused", refusals=list(filing.refusals))
        if not (reading.lines or filing.accepted):
            key = "nothing_previewed" if reading.go else "no_orders"
            return Outcome("refused", refusals=[Refusal(0, "", key, "")])
        sheet = Sheet(side, reading.lines)
        if dry:
            return self.preview(sheet, filing, Preview(text, submission))
        if not sheet.lines:
            return self.stand(side, filing)
        return self.play(sheet, filing, submission, self.filed.sheets.get(side) if adds else None)

    def read(self, side: str, text: str) -> Reading:
        """The orders of a text; a bare `go` means those that were previewed."""
        reading = orders.read(self.table.game, text)
        if reading.go and not (reading.lines or reading.standing) and side in self.filed.previews:
            return orders.read(self.table.game, self.filed.previews[side].text)
        return reading

    def preview(self, sheet: Sheet, filing: Filing, kept: Preview) -> Outcome:
        """What the orders would do; only the preview itself is kept, beside what is in force."""
        side = sheet.side
        run, board = preview(self.table.driver, sheet, self.policies(side, filing))
        outcome = Outcome("refused" if run.refused else "applied", previewed=True, board=board)
        outcome.taken, outcome.refusals = run.taken.get(side, []), run.refusals.get(side, [])
        if not run.refused:
            outcome.pending, outcome.standing = run.sheets[side].unused(), filing.accepted
            self.filed.previews[side] = kept
        return outcome

    def play(self, sheet: Sheet, filing: Filing, submission: int, kept: Waiting | None) -> Outcome:
        side = sheet.side
        sheets = {**self.filed.pending(), side: sheet}
        run = advance(self.table.driver, sheets, self.policies(side, filing), fresh=side)
        outcome = Outcome("refused" if run.refused else "applied")
        outcome.taken, outcome.refusals = run.taken.get(side, []), run.refusals.get(side, [])
        if run.refused:
            return outcome
        outcome.replaced = side in self.filed.sheets and kept is None
        self.file(side, filing, outcome)
        self.filed.sheets[side] = Waiting(sheet, submission)
        self.filed.previews.pop(side, None)
        self.take(run)
        if kept is not None and not self.filed.sheets[side].sheet.unused():
            self.filed.sheets[side] = kept
        self.go_on()
        self.leave(side, outcome)
        return outcome

    def stand(self, side: str, filing: Filing) -> Outcome:
        """Standing orders alone; the open question may be the first that they answer."""
        outcome = Outcome()
        self.file(side, filing, outcome)
        self.filed.previews.pop(side, None)
        self.go_on()
        self.leave(side, outcome)
        return outcome

    def policies(self, side: str, filing: Filing) -> dict[str, dict[str, str]]:
        own = {**self.filed.standing.get(side, {}), **filing.accepted}
        return {**self.filed.standing, side: own}

    def take(self, run: Advance) -> None:
        self.table.driver = run.driver
        self.record(run.steps)
        self.filed.update(run.sheets)
        for side, refusals in run.refusals.items():
            self.lost.setdefault(side, Lost()).refusals.extend(refusals)

    def record(self, steps: list[Step]) -> None:
        self.table.answered(steps)
        self.facts += [fact for step in steps for fact in step.facts]

    def roll(self, signatures: list[bytes], texts: tuple[str, ...]) -> None:
        """Take the houses' answers, and play on with what waits."""
        self.facts += self.table.rolled(signatures, texts)
        self.go_on()

    def go_on(self) -> None:
        """Play with waiting sheets, policies and practice opponents until somebody is missing."""
        while True:
            self.take(advance(self.table.driver, self.filed.pending(), self.filed.standing))
            if not self.let_bots_answer():
                return

    def let_bots_answer(self) -> bool:
        driver = self.table.driver
        for ask in open_asks(driver.waiting, driver.sealed):
            if self.table.start.seats[ask.side].startswith(BOT):
                self.bot_answer(ask)
                return True
        return False

    def bot_answer(self, ask: Ask) -> None:
        driver, name = self.table.driver, self.table.start.seats[ask.side].removeprefix(BOT)
        rng = Random(self.table.lot(ask.side))
        view = driver.game.view(driver.board, ask.side)
        choice = {**BOTS, **driver.game.bots}[name](driver.game, view, ask, rng)
        sealed = ask.sealed or isinstance(driver.waiting, AskAll)
        facts = tuple(driver.answer(ask.side, choice))
        step = Step(ask.side, ask.question, ask.case, choice, HAND, sealed, facts,
                    driver.waiting, tuple(driver.sealed))  # fmt: skip
        self.record([step])

    def leave(self, side: str, outcome: Outcome) -> None:
        """Tell the owner what is left of his sheet."""
        if side in self.filed.sheets:
            left = self.remainder(side)
            outcome.pending = left.pending.unused() if left.pending else ()
            outcome.not_needed, outcome.dropped = left.not_needed, left.dropped

    def remainder(self, side: str) -> Any:
        driver = self.table.driver
        asked = any(ask.side == side for ask in open_asks(driver.waiting, driver.sealed))
        return remainder(driver.game, self.filed.sheets[side].sheet, asked)

    def file_standing(self, side: str, reading: Reading) -> Filing:
        view = self.table.game.view(self.table.driver.board, side)
        return file_all(self.table.game, view, reading.standing)

    def file(self, side: str, filing: Filing, outcome: Outcome) -> None:
        """Log the policies now in force as one commitment, before the first of them answers."""
        if not filing.accepted:
            return
        standing = {**self.filed.standing.get(side, {}), **filing.accepted}
        self.filed.standing[side] = outcome.standing = standing
        save_standing(self.conn, self.about.id, side, filing.accepted)
        body, driver = self.table.sealer.standing(side, standing), self.table.driver
        then = self.table.next(driver.waiting, tuple(driver.sealed), again=True)
        self.table.note("standing", body, (), then, Private(choice=standing))

    def put_away(self) -> None:
        """Write down what waits for a later sitting, and note whose sheet ends here."""
        for side in tuple(self.filed.sheets):
            left = self.remainder(side)
            if left.pending is None:
                del self.filed.sheets[side]
                self.lost.setdefault(side, Lost()).lines += left.dropped
        self.lost = {s: lost for s, lost in self.lost.items() if lost.lines or lost.refusals}
        save_filed(self.conn, self.about.id, self.filed)
