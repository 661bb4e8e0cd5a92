"""Every harness catches the fault that it is there for: each is planted once in the small game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec import ValidationError
from msgspec.structs import replace

from engine.core import play, tokens
from engine.core.driver import Diverged
from engine.core.facts import Mixed, show
from engine.core.fuzz import Report, by_choice, fuzz, reloaded
from engine.core.fuzz_mail import by_mail
from engine.core.match import Match, begin
from engine.core.options import Choices, Lazy
from engine.core.procedure import ask
from engine.core.questions import Question
from tests.harness import determinism
from tests.harness.fold import check_fold
from tests.harness.matches import played
from tests.harness.resume import check_record, check_resume
from tests.harness.spelling import check_spellings
from tests.harness.swap import Leak, check_swaps
from tests.harness.unoffered import check_unoffered
from tests.mini import cards, combat, losses, movement, orders, sequence, view
from tests.mini.board import Mini, enemy, hand, scout
from tests.mini.facts import Controlled, Looked, Phase, RanInto, Removed
from tests.mini.game import MillStream

Patch = pytest.MonkeyPatch


def fresh(seed: int, scenario: str = "meeting") -> Match:
    """A random game by the rules as they are patched now."""
    return played.__wrapped__(MillStream(), scenario, seed)


def swapped() -> None:
    for seed in range(6):
        check_swaps(fresh(seed), seed, most=120)


def window_for_holders_only(board, target):
    side = enemy(board.active)
    if not combat.ambushes(board, side):
        return False
    card = yield from ask(side, "ambush", Choices("decline"), "6.4")
    return card != "decline"


def window_that_names_the_card(board, target):
    side = enemy(board.active)
    held = tokens.held_by(board, hand(side))
    if held:
        yield from ask(side, "ambush", Choices("decline"), "6.4", about=str(held[0].value))
    return False


def attempt_told_only_if_it_fails(board, move):
    lying = scout(board, enemy(board.active))
    if lying is None or lying.value != move.to:
        return False
    yield Looked(move.to)
    yield show(board, lying.id, "*")
    yield RanInto(move.block, move.to)
    yield Removed(lying.id)
    return True


def is_open_to_those_who_see_all(view: Mini, side: str, place: str, room: int = 1) -> bool:
    lying = scout(view, enemy(side))
    return lying is None or lying.value != place


def moves_from_the_board(patch: Patch) -> None:
    patch.setattr(movement, "seen", lambda board, side: board)
    patch.setattr(movement, "is_open", is_open_to_those_who_see_all)


def spies_told_to_all(patch: Patch) -> None:
    patch.setattr(Mixed, "masked", lambda self, side: self)


LEAKS: dict[str, Callable[[Patch], None]] = {
    "a window opens for holders only": lambda p: p.setattr(
        combat, "ambush", window_for_holders_only
    ),
    "a notice names a card": lambda p: p.setattr(combat, "ambush", window_that_names_the_card),
    "an attempt is told only if it fails": lambda p: p.setattr(
        movement, "runs_into_scout", attempt_told_only_if_it_fails
    ),
    "options come from the board": moves_from_the_board,
    "a fact is not masked": spies_told_to_all,
    "a preview goes on behind the barrier": lambda p: p.setattr(
        play.Run, "at_barrier", lambda self, step: step
    ),
    "the view hides nothing": lambda p: p.setattr(
        MillStream, "view", lambda self, board, side: board
    ),
}


@pytest.mark.parametrize("name", LEAKS)
def test_the_swap_test_catches(name: str, monkeypatch: Patch) -> None:
    LEAKS[name](monkeypatch)
    with pytest.raises(Leak):
        swapped()


def test_the_fold_test_catches_a_rule_that_changes_the_board_itself(monkeypatch: Patch) -> None:
    def muster(board):
        board.control["mill"] = "nobody"
        yield Phase("attack")

    monkeypatch.setitem(sequence.PHASES, "muster", muster)
    with pytest.raises(AssertionError, match="another board"):
        check_fold(fresh(0))


def test_the_fold_test_catches_a_fact_that_is_not_masked(monkeypatch: Patch) -> None:
    spies_told_to_all(monkeypatch)
    with pytest.raises(AssertionError, match="its view"):
        check_fold(fresh(0))


def test_the_fold_test_catches_a_float(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Controlled, "apply", lambda self, board: setattr(board, "turn", 1.5))
    with pytest.raises((AssertionError, ValidationError), match="float"):
        check_fold(begin(MillStream(), "drill"))


def test_resuming_catches_a_rule_that_remembers_outside_the_board(monkeypatch: Patch) -> None:
    pulls: list[int] = []
    sound = sequence.pull

    def pull(board):
        pulls.append(1)
        yield from ask("red", "stance", Choices(f"pull {len(pulls)}"), "3.1")
        yield from sound(board)

    monkeypatch.setitem(sequence.PHASES, "pull", pull)
    with pytest.raises((AssertionError, Diverged)):
        check_resume(fresh(0))


def test_resuming_catches_a_rule_that_trusts_the_order_of_a_dict(monkeypatch: Patch) -> None:
    def in_any_order(board):
        yield from ask("red", "scout", Choices(*board.control), "2.3")
        yield Phase("stance")

    monkeypatch.setitem(sequence.PHASES, "scouts", in_any_order)
    with pytest.raises(AssertionError, match="resumes elsewhere"):
        check_resume(fresh(0))


def test_rerunning_catches_changed_rules(monkeypatch: Patch) -> None:
    match = fresh(0)
    monkeypatch.setitem(sequence.PHASES, "muster", lambda board: iter([Phase("pull")]))
    with pytest.raises((AssertionError, Diverged, AttributeError)):
        check_record(match)


def test_the_unoffered_test_catches_options_that_admit_anything(monkeypatch: Patch) -> None:
    match = fresh(0)
    monkeypatch.setattr(Choices, "__contains__", lambda self, choice: True)
    with pytest.raises((AssertionError, pytest.fail.Exception, LookupError, TypeError)):
        check_unoffered(match)


def variant(**spells: Any) -> MillStream:
    """The game with other spellings."""

    class Variant(MillStream):
        question_kinds: tuple[Question, ...] = tuple(
            replace(q, spell=spells[q.key]) if q.key in spells else q
            for q in MillStream.question_kinds
        )

    return Variant()


def vague(move, view):
    return orders.spell_move(move, view).partition(" to ")[0]


def test_the_spelling_test_catches_two_orders_with_one_spelling() -> None:
    match = fresh(0)
    match.driver.game = variant(move=vague)
    with pytest.raises(Exception, match="spell"):
        check_spellings(match)


def test_the_spelling_test_catches_an_order_that_cannot_be_read() -> None:
    match = fresh(0)
    match.driver.game = variant(stance=lambda stance, view: f"choose {stance}")
    with pytest.raises(AssertionError, match="not taken for an order"):
        check_spellings(match)


def test_the_hash_seed_test_catches_a_set() -> None:
    with pytest.raises(AssertionError, match="hash seed"):
        determinism.check_determinism("tests.harness.unsteady", "meeting", 1)


def fuzzed(game: MillStream | None = None, player: Any = None, games: int = 12) -> Report:
    return fuzz(game or MillStream(), "drill", range(games), Random, player)


def kinds(report: Report) -> set[str]:
    return {failure.kind for failure in report.failures}


def test_the_fuzzer_catches_a_dead_end(monkeypatch: Patch) -> None:
    monkeypatch.setattr(losses, "ways_out", lambda view, side, place: ())
    nowhere = partial(ask, options=Lazy(tuple))
    monkeypatch.setattr(
        losses, "lose", lambda board, side, places: nowhere(side, "lose", case="6.8")
    )
    assert kinds(fuzzed()) == {"dead end"}


def test_the_fuzzer_catches_an_exception_and_its_record_loads(monkeypatch: Patch) -> None:
    monkeypatch.delitem(losses.RESULTS, "rout")
    report = fuzzed()
    failed = report.failures[0]
    assert failed.kind == "exception" and "KeyError" in failed.message
    again = reloaded(MillStream(), failed)
    assert len(again.record) == len(failed.record) > 0


def test_the_fuzzer_catches_an_endless_game(monkeypatch: Patch) -> None:
    monkeypatch.setattr(sequence, "finish", lambda board: iter([Phase("stance")]))
    monkeypatch.setattr(losses, "check_rout", lambda board, side: iter(()))
    assert kinds(fuzzed(games=4)) == {"endless game"}


def test_the_fuzzer_catches_facts_without_end(monkeypatch: Patch) -> None:
    def storm(board):
        while True:
            yield Phase("storm")

    monkeypatch.setitem(sequence.PHASES, "storm", storm)
    report = fuzzed(games=1)
    assert "no question in" in report.failures[0].message


def test_the_fuzzer_catches_spellings_that_do_not_read_back() -> None:
    assert "spelling" in kinds(fuzzed(variant(move=vague), by_choice()))


def test_the_fuzzer_catches_mail_that_is_not_understood() -> None:
    game = variant(stance=lambda stance, view: f"choose {stance}")
    assert kinds(fuzzed(game, by_mail())) == {"stuck question"}


def test_the_fuzzer_catches_the_refusal_of_an_offered_order(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Lazy, "__contains__", lambda self, choice: False)
    assert "refusal" in kinds(fuzzed())


def test_the_fuzzer_says_what_it_never_reached() -> None:
    report = fuzzed(games=2)
    assert "fact RanInto" in report.never(MillStream())
    assert report.counts["question stance"] > 0 and str(report).startswith("2 games, ")


def test_views_are_what_the_options_are_made_of() -> None:
    assert view.seen is movement.seen is losses.seen is combat.seen is cards.seen
