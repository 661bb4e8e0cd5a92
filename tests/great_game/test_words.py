"""Every question, fact and refusal of The Great Game has a sentence, and it can be read."""

import re
from pathlib import Path

import pytest

from engine.great_game.game import GAME
from service import words
from tests.harness.matches import played

SAID = words.words(GAME)
SOURCES = Path(words.WORDS.parents[1] / "engine" / "great_game")


@pytest.mark.parametrize("kind", GAME.fact_types, ids=lambda kind: kind.__name__)
def test_every_fact_has_a_sentence(kind):
    assert kind.__name__ in SAID["facts"]


@pytest.mark.parametrize("question", GAME.question_kinds, ids=lambda q: q.key)
def test_every_question_has_a_sentence(question):
    assert question.key in SAID["questions"]


def test_every_refusal_has_a_sentence():
    text = "".join(path.read_text("utf-8") for path in sorted(SOURCES.glob("*.py")))
    keys = re.findall(r'(?:Misfit|Owed)\(\s*"(\w+)"', text)
    keys += re.findall(r'(?:return |\()"(\w+)", "[\d.]+"', text)
    assert len(keys) > 10
    assert [key for key in keys if key not in SAID["refusals"]] == []


def test_sentences_show_names_and_no_keys():
    journal = [words.sentence(GAME, f) for f in played(GAME, "campaign", 0).flat()]
    told = [line for line in journal if line]
    assert len(told) > 100
    assert [line for line in told if re.search(r"\w_\w|\[|\bNone\b", line)] == []
