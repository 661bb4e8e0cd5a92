"""All checks as one class: `class TestMini(Suite): module = "tests.mini.game"`."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any, ClassVar

import pytest

from engine.core.bots import BOTS
from engine.core.fuzz import Report, by_choice, fuzz
from engine.core.fuzz_mail import by_mail
from engine.core.game import Game
from engine.core.match import Match
from engine.core.names import fold
from tests.harness.determinism import check_determinism
from tests.harness.fold import check_fold
from tests.harness.matches import played
from tests.harness.resume import check_record, check_resume
from tests.harness.spelling import check_spellings
from tests.harness.swap import check_swaps
from tests.harness.unoffered import check_unoffered


class Suite:
    module: ClassVar[str]
    seeds: ClassVar[range] = range(4)
    fuzzed: ClassVar[int] = 20  # games of each scenario and door

    @property
    def game(self) -> Game:
        game: Game = import_module(self.module).GAME
        return game

    def pytest_generate_tests(self, metafunc: Any) -> None:
        if "match" in metafunc.fixturenames:
            cases = [(s.key, seed) for s in self.game.scenarios for seed in self.seeds]
            metafunc.parametrize("match", cases, indirect=True, ids=lambda c: f"{c[0]}-{c[1]}")
        if "scenario" in metafunc.fixturenames:
            metafunc.parametrize("scenario", [s.key for s in self.game.scenarios])

    @pytest.fixture
    def match(self, request: pytest.FixtureRequest) -> Match:
        return played(self.game, *request.param)

    def test_facts_alone_rebuild_every_board_and_view(self, match: Match) -> None:
        check_fold(match)

    def test_play_resumes_anywhere(self, match: Match) -> None:
        check_resume(match)

    def test_the_record_runs_again_and_an_altered_one_does_not(self, match: Match) -> None:
        check_record(match)

    def test_unoffered_orders_are_refused(self, match: Match) -> None:
        check_unoffered(match)

    def test_orders_read_back(self, match: Match) -> None:
        check_spellings(match)

    def test_nobody_notices_what_he_cannot_know(self, match: Match) -> None:
        assert check_swaps(match) > 0

    def test_games_do_not_depend_on_the_hash_seed(self, scenario: str) -> None:
        check_determinism(self.module, scenario, 1)

    def test_random_games_end(self, scenario: str) -> None:
        seeds = range(100, 100 + self.fuzzed)
        sound(fuzz(self.game, scenario, seeds, Random, by_choice()))
        sound(fuzz(self.game, scenario, seeds, Random, by_mail()))

    def test_free_bots_play_each_other(self, scenario: str) -> None:
        players = self.game.scenario(scenario).players
        for mine in BOTS.values():
            for theirs in BOTS.values():
                bots = {side: theirs for side in players} | {players[0]: mine}
                sound(fuzz(self.game, scenario, range(2), Random, by_choice(bots)))

    def test_verbs_are_written_as_they_are_read(self) -> None:
        assert all(fold(verb) == verb for verb in self.game.verbs)


def sound(report: Report) -> None:
    assert not report.failures, "\n".join(map(str, report.failures))
