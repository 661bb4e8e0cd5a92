"""Section 4: the deck, High Asia, the Crimean War."""

from collections import Counter

from engine.core.tokens import held_by
from engine.great_game.ascent import is_ascent, may_enter_kashgaria
from engine.great_game.board import CARDS, REMOVED
from engine.great_game.choices import DONE, March, Reinforce
from engine.great_game.events import Ascended
from engine.great_game.hands import in_deck
from engine.great_game.setup import pack
from tests.great_game.positions import of, offered, play, sp, turn


def test_4_the_deck_has_54_cards_of_19_types():
    cards = Counter(token.value for token in pack())
    assert (sum(cards.values()), len(cards)) == (54, 19)
    assert [CARDS[c]["value"] for c in ("emissary", "shooting_leave", "campaign")] == [1, 2, 4]


def test_4_1_the_deck_is_all_cards_but_those_out_of_the_game():
    board = turn("british", "pundits")
    driver, _ = play(board, DONE)
    assert [t.value for t in in_deck(driver.board)] == ["campaign"]


def test_4_2_an_own_high_asia_card_played_for_action_goes_to_the_panel():
    driver, facts = play(turn("british", "pundits"), DONE)
    assert of(Ascended, facts) == [Ascended("british", ("pundits",))]
    assert [t.value for t in held_by(driver.board, "ascent:british")] == ["pundits"]


def test_4_2_played_for_reinforcement_it_goes_back_to_the_deck():
    driver, facts = play(turn("british", "pundits"), Reinforce(sp("1 british")))
    assert not of(Ascended, facts) and held_by(driver.board, "played:british")


def test_4_2_the_rival_gets_only_the_value():
    assert is_ascent("kossacks", "russian") and not is_ascent("kossacks", "british")
    _, facts = play(turn("british", "kossacks"), DONE)
    assert not of(Ascended, facts)


def test_4_2_both_cards_open_kashgaria():
    closed = turn("british", "campaign", "simla 3 british", ascent={"british": ("pundits",)})
    assert not may_enter_kashgaria(closed, "british")
    assert March("simla", "leh", sp("3 british")) not in offered(play(closed)[0])
    both = {"british": ("royal_geographic_society", "pundits")}
    open_ = turn("british", "campaign", "simla 3 british", ascent=both)
    assert may_enter_kashgaria(open_, "british")
    assert March("simla", "leh", sp("3 british")) in offered(play(open_)[0])


def test_4_3_the_crimean_war_is_removed_after_action_even_without_its_text():
    driver, _ = play(turn("british", "crimean_war"), DONE)
    assert [t.value for t in held_by(driver.board, REMOVED)] == ["crimean_war"]


def test_4_3_but_not_after_reinforcement():
    driver, _ = play(turn("british", "crimean_war"), Reinforce(sp("3 british")))
    assert not held_by(driver.board, REMOVED) and held_by(driver.board, "played:british")
