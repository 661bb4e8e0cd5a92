"""Orders as people write them: one mail for a whole round, conditions, policies, refusals."""

import pytest

from engine.core import orders
from engine.core.play import advance
from engine.core.sheets import Sheet
from engine.core.standing import file_all
from engine.great_game.board import sp_at
from engine.great_game.choices import Onward
from engine.great_game.events import Reacted
from engine.great_game.facts import OfficerPlaced
from engine.great_game.game import GAME
from engine.great_game.names import NAMES
from tests.great_game.desk import Table
from tests.great_game.positions import field, of, play, sp, turn

HANDS = (
    ("campaign", "campaign", "emissary", "hero", "hero", "spoiler", "pen"),
    ("campaign", "emissary", "rebellion", "rebellion", "rebellion", "hero", "hero"),
)


def sent(board, side, text, standing=None):
    driver, _ = play(board)
    reading = orders.read(GAME, text)
    return advance(driver, {side: Sheet(side, reading.lines)}, standing or {}, side)


def test_one_mail_carries_exchange_card_plans_and_reactions():
    table = Table("campaign", *HANDS, dice=[(6, 6)])
    table.send(
        "british",
        """exchange Pen
        Spoiler: never
        choose Campaign
        march 5 British from Delhi to Simla if second
        march 5 British from Delhi to Bombay if first
        done""",
    )
    table.send("russian", "done\nchoose Emissary\ndone")
    assert sp_at(table.board, "simla") == sp("5 british") and not sp_at(table.board, "bombay")
    assert table.board.round == 2


def test_if_first_and_if_second_follow_the_initiative():
    table = Table("campaign", *HANDS, dice=[(2,), (6, 6)])
    table.send("russian", "choose Campaign\ndone")
    table.send(
        "british",
        """done
        choose Campaign
        march 5 British from Delhi to Simla if second
        march 5 British from Delhi to Bombay if first
        done""",
    )
    assert sp_at(table.board, "bombay") == sp("5 british")


def test_a_stack_goes_on_only_while_enough_are_left():
    board = turn("british", "campaign", "delhi 9 british")
    text = "march all from Delhi to Sind\non to Karachi if 9 left\non to Sind if 10 left\nhalt"
    done = sent(board, "british", text)
    assert [step.choice for step in done.steps][1:] == [Onward("karachi"), "halt"]


@pytest.mark.parametrize(
    "line",
    [
        "march 12 British and Pottinger from Delhi to Sind",
        "move 12 brits, pottinger from Dehli into Scinde",
        "MARCH  12 SP and Pottinger Delhi to Sindh.",
        "march all from Dilli to sind",
        "march all british and Pottinger from Delhi to Sind",
    ],
)
def test_many_ways_to_write_a_march(line):
    board = turn("british", "campaign", "delhi 12 british", "pottinger at delhi")
    done = sent(board, "british", line)
    assert not done.refusals
    assert sp_at(done.driver.board, "sind") == sp("12 british")
    assert done.driver.board.officers == {"pottinger": "sind"}


@pytest.mark.parametrize(
    "line, key",
    [
        ("march 13 British from Delhi to Sind", "not_there"),
        ("march 5 British from Delhi to Kabul", "no_line"),
        ("march 5 British from Bombay to Karachi", "blue_line"),
        ("march 5 British from Simla to Leh", "kashgaria_closed"),
        ("march 5 elephants from Delhi to Sind", "unknown_stack"),
        ("on to Kabul", "no_column"),
        ("play Emissary on Persia by Burnes", "not_on_offer"),
    ],
)
def test_a_refusal_says_why(line, key):
    board = turn("british", "campaign", "delhi 12 british", "bombay 5 british", "simla 5 british")
    done = sent(board, "british", line)
    assert done.refused and [r.key for r in done.refusals["british"]] == [key]


@pytest.mark.parametrize(
    "text, canonical",
    [
        ("Hero: Pottinger if Herat or Kabul", "Pottinger if herat or kabul"),
        ("hero: pottinger at Cabul", "Pottinger if kabul"),
        ("Hero: always", "always"),
        ("Hero: never", "never"),
        ("Hero: ask me", "ask me"),
    ],
)
def test_reaction_plans(text, canonical):
    view = turn("british", "campaign")
    filed = file_all(GAME, view, orders.read(GAME, text).standing)
    assert filed.accepted == {"hero": canonical} and not filed.refusals
    again = file_all(GAME, view, orders.read(GAME, f"Hero: {canonical}").standing)
    assert again.accepted == filed.accepted


@pytest.mark.parametrize("text", ["Hero: Nobody if Herat", "Hero: Pottinger if Atlantis"])
def test_a_plan_that_cannot_be_read_is_refused(text):
    filed = file_all(GAME, turn("british", "campaign"), orders.read(GAME, text).standing)
    assert filed.refusals and not filed.accepted


@pytest.mark.parametrize(
    "plan, answers", [("burnes if persia", True), ("burnes if afghanistan", False)]
)
def test_a_plan_answers_the_window_of_its_place(plan, answers):
    board = turn("russian", "emissary", "british holds spoiler", "simonich at tehran",
                 "burnes at delhi")  # fmt: skip
    done = sent(board, "russian", "play Emissary on Persia by Simonich",
                {"british": {"spoiler": plan}})  # fmt: skip
    facts = [fact for step in done.steps for fact in step.facts]
    assert bool(of(Reacted, facts)) is answers
    assert (OfficerPlaced("burnes", "tehran", "10.1") in facts) is answers


def test_a_plan_for_a_card_not_held_declines_in_silence():
    board = turn("russian", "emissary", "british holds pen", "simonich at tehran",
                 "burnes at delhi")  # fmt: skip
    done = sent(board, "russian", "play Emissary on Persia by Simonich",
                {"british": {"spoiler": "always"}})  # fmt: skip
    assert [(s.side, s.choice) for s in done.steps][-1] == ("british", "decline")


@pytest.mark.parametrize(
    "alias, name",
    [
        ("Dehli", "Delhi"),
        ("Cabul", "Kabul"),
        ("Bukhara", "Bokhara"),
        ("Cavagnari", "Cavalgari"),
        ("Cossacks", "Kossacks"),
        ("Goktepe", "Geok Tepe"),
        ("petro alexandrovsk", "Petro-Alexandrovsk"),
    ],
)
def test_other_spellings(alias, name):
    assert NAMES.find(alias) == name


def test_an_emissary_to_the_kazakhs():
    board = turn("russian", "emissary", "simonich at tehran")
    done = sent(board, "russian", "play Emissary on Kazakhs by Simonich")
    assert not done.refusals and done.steps[0].choice.on == "kazak"


def test_officers_of_a_new_decade_are_placed_by_name():
    board = field(phase="arrivals", decade=1840)
    text = (
        "place Keane at Simla\nplace Abbott at Delhi\nplace Shakespeare at Delhi\n"
        "place Conolly at Bombay"
    )
    done = sent(board, "british", text)
    assert done.driver.board.officers == {
        "keane": "simla", "abbott": "delhi", "shakespear": "delhi", "connolly": "bombay",
    }  # fmt: skip
