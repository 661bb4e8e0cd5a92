"""A set asked for in the middle of a sheet: losses, gathered by subject from all its lines."""

from __future__ import annotations

from typing import Any

from engine.core import orders
from engine.core.board import Board
from engine.core.driver import Driver
from engine.core.game import Game, Scenario, Segment
from engine.core.names import Names
from engine.core.options import Choices
from engine.core.outcome import Outcome
from engine.core.play import Advance, advance
from engine.core.procedure import Fact, Procedure, ask
from engine.core.questions import Question
from engine.core.sets import Subset
from engine.core.sheets import Sheet

OWNED = {"Mill": ("foot at Mill", "guard at Mill", "horse at Mill"), "Ford": ("guns at Ford",)}


def fighting() -> Procedure[None]:
    yield from ask("red", "go", Choices("on", "done"), "1")
    for place, units in OWNED.items():
        yield from ask("red", "lose", Subset(units, min(2, len(units)), 2, "2"), "2", about=place)
    yield from ask("red", "go", Choices("on", "done"), "1")


class Losses(Game):
    key, title, sides, editions = "losses", "Losses", ("red",), ("1",)
    scenarios = (Scenario("only", "Only", ("red",)),)
    board_type = Board
    fact_types = ()
    question_kinds = (
        Question("go", ("go",), lambda choice, view: "go on", closing="done"),
        Question("lose", ("lose",), lambda unit, view: f"lose {unit}", menu=False, choice=tuple),
    )

    def opening(self, scenario: str, options: dict[str, str], edition: str) -> tuple[Fact, ...]:
        return ()

    def segment(self, board: Any) -> Segment:
        return Segment("fighting", fighting())

    def names(self, view: Any) -> Names:
        return Names({"Mill": (), "Ford": ()})

    def score_now(self, board: Any) -> Outcome:
        return Outcome(None)


def sent(text: str) -> Advance:
    game = Losses()
    driver = Driver(game, Board())
    driver.open()
    return advance(driver, {"red": Sheet("red", orders.read(game, text).lines)}, {}, "red")


def choices(done: Advance) -> list[Any]:
    return [step.choice for step in done.steps]


def test_lines_are_gathered_by_subject_and_menu_lines_between_them_are_left_alone():
    done = sent("lose guns at Ford\ngo on\nlose guard at Mill\ndone\nlose foot at Mill")
    assert choices(done)[:4] == [
        "on",
        ("foot at Mill", "guard at Mill"),
        ("guns at Ford",),
        "done",
    ]


def test_too_few_are_refused_with_their_case():
    done = sent("go on\nlose foot at Mill")
    (refusal,) = done.refusals["red"]
    assert (done.refused, refusal.line, refusal.key, refusal.case) == (True, 2, "too_few", "2")


def test_one_too_many_is_refused():
    done = sent("go on\nlose foot at Mill\nlose guard at Mill\nlose horse at Mill")
    assert [(r.line, r.key) for r in done.refusals["red"]] == [(4, "not_on_offer")]


def test_nothing_written_stops_play_and_none_is_too_few():
    assert choices(sent("go on")) == ["on"]
    assert [r.key for r in sent("go on\nno lose").refusals["red"]] == ["too_few"]
