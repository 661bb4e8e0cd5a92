"""Standing orders: filing policies, and what the refusal of one says."""

from __future__ import annotations

from engine.core.orders import read
from engine.core.standing import file_all, spelled_out
from tests.mini.game import GAME
from tests.mini.positions import field


def filed(text):
    return file_all(GAME, field(), read(GAME, text).standing)


def test_policies_are_filed_under_one_spelling():
    filing = filed("AMBUSH: at 2, st. remy\nLosses:  Weakest  First\nretreat: ask me")
    assert filing.accepted == {
        "ambush": "at Mill, Saint-Rémy",
        "lose": "weakest first",
        "retreat": "ask me",
    }
    assert filing.refusals == ()


def test_an_unknown_policy_is_refused_with_what_there_is():
    (refusal,) = filed("ambush: sometimes").refusals
    assert (refusal.line, refusal.key, refusal.of) == (1, "unknown_policy", ("sometimes",))
    assert refusal.near == ("ask me", "never", "always", "at PLACES")


def test_standing_orders_can_be_sent_back():
    accepted = filed("ambush: at Mill\nlosses: weakest first").accepted
    lines = spelled_out(GAME, accepted)
    assert lines == ("ambush: at Mill", "losses: weakest first")
    assert filed("\n".join(lines)).accepted == accepted


def test_every_question_has_a_default():
    assert GAME.default_standing() == {
        "scout": "ask me",
        "stance": "ask me",
        "play": "ask me",
        "move": "ask me",
        "attack": "ask me",
        "ambush": "never",
        "lose": "weakest first",
        "retreat": "ask me",
    }
