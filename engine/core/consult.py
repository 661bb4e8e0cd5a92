"""One question put to one sheet: which of its lines answer it."""

from __future__ import annotations

import re
from typing import Any

from engine.core import conditions
from engine.core.game import Game
from engine.core.options import Options
from engine.core.orders import STOP, Line
from engine.core.procedure import Ask
from engine.core.questions import CLOSING, Misfit, read_line
from engine.core.sets import Part, SetOptions, canonical
from engine.core.sheets import Found, Sheet, Unfit, is_later_menu, is_menu


class Consultation:
    def __init__(self, game: Game, sheet: Sheet, ask: Ask, view: Any) -> None:
        self.game, self.sheet, self.ask, self.view = game, sheet, ask, view
        self.question = game.questions[ask.question]
        self.names = game.names(view)

    def answer(self) -> Found | None:
        if isinstance(self.ask.options, SetOptions):
            gather = self.gather if self.question.menu else self.gather_contingent
            return gather(self.ask.options)
        return self.menu() if self.question.menu else self.contingent()

    def menu(self) -> Found | None:
        """The next menu line, if it is for this menu; a line for a later menu closes this one."""
        for line in self.menu_lines():
            if line.verb == STOP:
                self.sheet.stop(line)
                return None
            if self.closes(line):
                return self.found(self.question.closing, line)
            if line.verb not in self.question.verbs:
                return self.implied(line)
            choice = self.read(line, self.ask.options)
            if self.holds(line, choice):
                return self.found(choice, line)
            self.sheet.skip(line)
        return None

    def contingent(self) -> Found | None:
        """The first line about this question and subject; each is used once."""
        for n, line in enumerate(self.sheet.left()):
            declines = self.declines(line, n == 0)
            if not declines and line.verb not in self.question.verbs:
                continue
            options = self.ask.options
            choice = self.question.closing if declines else self.read_if_concerned(line, options)
            if not declines and choice is None:
                continue
            if self.holds(line, choice):
                return self.found(choice, line)
            self.sheet.skip(line)
        return None

    def declines(self, line: Line, is_next: bool) -> bool:
        """`no ambush` wherever it stands, or a plain `pass` that is next in line."""
        by_name = line.verb == self.question.declining and line.words == line.verb
        return by_name or (is_next and line.verb != CLOSING[0] and self.closes(line))

    def gather(self, options: SetOptions) -> Found | None:
        """All lines of a set answer as one choice, once something closes it."""
        used = self.elements(options)
        part = canonical([element for _, element in used])
        mine = {line.number for line, _ in used}
        after = next((x for x in self.menu_lines() if x.number not in mine), None)
        if after is not None and after.verb == STOP:
            self.sheet.stop(after)
            return None
        closed = after is not None and (self.closes(after) or self.is_later(after))
        if not closed and not (used and options.is_full(part)):
            return None
        self.judge(options, part, used[-1][0] if used else after)
        return self.gathered(part, used, after if after and self.closes(after) else None)

    def gather_contingent(self, options: SetOptions) -> Found | None:
        """All lines about this question and subject as one choice; the sheet holds them all."""
        used: list[tuple[Line, Any]] = []
        for n, line in enumerate(self.sheet.left()):
            if not used and self.declines(line, n == 0):
                self.judge(options, (), line)
                return self.gathered((), [], line)
            if line.verb in self.question.verbs:
                element = self.read_if_concerned(line, grown(options, used))
                if element is not None:
                    self.use(line, element, used)
        if not used:
            return None
        part = canonical([element for _, element in used])
        self.judge(options, part, used[-1][0])
        return self.gathered(part, used, None)

    def judge(self, options: SetOptions, part: Part, blamed: Line | None) -> None:
        """A set is judged whole; what it lacks is laid to its last line."""
        if owed := options.missing(part):
            assert blamed is not None
            raise Unfit(blamed, *(Misfit(o.what, o.case, o.of) for o in owed), last=True)

    def gathered(self, part: Part, used: list[tuple[Line, Any]], closing: Line | None) -> Found:
        parts = tuple((line.number, element) for line, element in used)
        self.sheet.take(*(line for line, _ in used))
        if closing is not None:
            self.sheet.take(closing)
            parts += ((closing.number, None),)
        return Found(part, parts)

    def elements(self, options: SetOptions) -> list[tuple[Line, Any]]:
        used: list[tuple[Line, Any]] = []
        for line in self.menu_lines():
            if line.verb not in self.question.verbs:
                break
            self.use(line, self.read(line, grown(options, used)), used)
        return used

    def use(self, line: Line, element: Any, used: list[tuple[Line, Any]]) -> None:
        if self.holds(line, element):
            used.append((line, element))
        else:
            self.sheet.skip(line)

    def menu_lines(self) -> tuple[Line, ...]:
        return tuple(line for line in self.sheet.left() if is_menu(self.game, line))

    def closes(self, line: Line) -> bool:
        has_closing = self.question.closing is not None or self.is_set()
        return has_closing and line.words in CLOSING

    def is_set(self) -> bool:
        return isinstance(self.ask.options, SetOptions)

    def is_later(self, line: Line) -> bool:
        return is_later_menu(self.game, self.question, line)

    def implied(self, line: Line) -> Found | None:
        closing = self.question.closing
        if closing is None or closing not in self.ask.options:
            return None
        if not self.is_later(line):
            raise Unfit(line, Misfit("other_menu", self.ask.case, (line.verb, self.question.title)))
        return Found(closing)

    def read(self, line: Line, options: Any) -> Any:
        try:
            return read_line(self.question, self.ask, options, self.view, self.names, line.words)
        except Misfit as misfit:
            raise Unfit(line, misfit) from None

    def read_if_concerned(self, line: Line, options: Any) -> Any:
        try:
            return self.read(line, options)
        except Unfit:
            if self.ask.about and not self.concerns(line):
                return None
            raise

    def concerns(self, line: Line) -> bool:
        about, words = (self.names.canonical(text) for text in (self.ask.about, line.words))
        return re.search(rf"(?<!\w){re.escape(about)}(?!\w)", words) is not None

    def holds(self, line: Line, choice: Any) -> bool:
        if not line.condition:
            return True
        kinds = tuple(k for k in self.game.conditions if k.judges(self.question.key))
        canonical_ = self.names.canonical(line.condition)
        found = conditions.find(kinds, line.condition) or conditions.find(kinds, canonical_)
        if found is None:
            known = tuple(kind.name for kind in kinds)
            raise Unfit(line, Misfit("unknown_condition", self.ask.case, (line.condition,), known))
        kind, groups = found
        return kind.holds(self.view, self.ask, choice, groups)

    def found(self, choice: Any, line: Line) -> Found:
        self.sheet.take(line)
        return Found(choice, ((line.number, choice),))


def grown(options: SetOptions, used: list[tuple[Line, Any]]) -> Options[Any]:
    return options.extend(canonical([element for _, element in used]))
