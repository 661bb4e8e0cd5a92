"""The example of play, section 14: nothing but order text of both sides, and the printed dice."""

import pytest

from engine.core.tokens import held_by, knows
from engine.great_game.board import hand, sp_at
from engine.great_game.control import camp_of_state, controller
from engine.great_game.counters import Share
from engine.great_game.events import EmissaryRolled, Initiative, Lapsed, SpyRolled
from engine.great_game.facts import (
    BonusRolled,
    Checked,
    Damaged,
    Destroyed,
    Fought,
    Lost,
    OfficerLost,
    Withdrew,
)
from tests.great_game.desk import Table

TOMMY = (
    "shooting_leave", "spoiler", "imperial_commitments", "campaign", "hero", "emissary", "emissary",
)  # fmt: skip
IVAN = ("emissary", "emissary", "campaign", "rebellion", "pen", "kossacks", "persian_persuasion")
ROUND_1 = [(3,), (3,)]
ROUND_2 = [(4,)]
ROUND_3 = [(5,), (4, 5, 3, 2), (5, 4), (3,), (3, 3), (5,), (4, 4, 4), (3, 4)]


@pytest.fixture(scope="module")
def table():
    table = Table("campaign", TOMMY, IVAN, dice=ROUND_1 + ROUND_2 + ROUND_3)
    table.send(
        "british",
        """Dear Ivan, no exchange for me.
        Hero: Pottinger if Herat or Kabul
        Spoiler: Burnes if Afghanistan
        choose Shooting Leave
        play Shooting Leave by Stoddart
        done""",
    )
    table.send("russian", "choose Emissary\nplay Emissary on Persia by Simonich\ndone")
    table.send("russian", "choose Emissary\nplay Emissary on Afghanistan by Vitkevich\ndone")
    table.send("british", "choose Imperial Commitments\nreinforce 2 British")
    table.send(
        "russian",
        """choose Campaign
        march 20 Persians and Simonich from Tehran to Khorasan
        on to Herat
        done""",
    )
    table.send(
        "british",
        """choose Campaign
        march 14 British from Dehli to Sind
        on to Kandahar
        on to Ghazni
        drop 1 British
        on to Cabul""",
    )
    return table


def test_14_round_1_persia_becomes_a_russian_proxy(table):
    first = table.facts(EmissaryRolled)[0]
    assert (first.die, first.final, first.success) == (3, 6, True)
    assert table.board.proxy == {"persia": "russian"}


def test_14_round_1_the_lower_value_goes_first(table):
    assert [(i.order[0], i.die) for i in table.facts(Initiative)] == [
        ("russian", 0),
        ("russian", 0),
        ("russian", 5),
    ]


def test_14_round_1_stoddart_sees_six_cards(table):
    assert table.facts(SpyRolled)[0].success
    seen = [t for t in table.board.tokens.values() if t.known_to[:2] == ("russian", "british")]
    assert len(seen) == 6
    assert len([t for t in held_by(table.board, hand("russian")) if knows(t.known_to, "british")])


def test_14_round_2_vitkevich_is_lost_to_burnes(table):
    second = table.facts(EmissaryRolled)[1]
    assert (second.die, second.modifiers, second.final) == (4, (("7.5", 2), ("card", -2)), 4)
    assert [f.officer for f in table.facts(OfficerLost)] == ["vitkevich"]
    assert table.board.officers["burnes"] == "kabul"


def test_14_round_2_two_british_sp_and_no_bonus_die(table):
    assert not table.facts(BonusRolled)


def test_14_round_3_twelve_damage_on_herat_and_thirteen_persians_lost(table):
    ours, theirs = table.facts(Fought)[:2]
    assert (ours.final, ours.inflicted, ours.officer) == (8, 12, "simonich")
    assert (theirs.final, theirs.inflicted, theirs.officer) == (2, 13, "pottinger")
    assert table.board.fortress["herat"] == 3
    assert next((f.place, f.lost) for f in table.facts(Damaged)) == ("herat", 12)


def test_14_round_3_the_persians_retreat_to_khorasan_and_are_safe(table):
    back = table.facts(Withdrew)[0]
    assert (back.place, back.to, back.sp) == ("herat", "khorasan", (Share("persian", 7),))
    assert table.facts(Checked)[0].safe == 11
    assert sp_at(table.board, "khorasan") == (Share("persian", 7),)


def test_14_round_3_ghazni_is_destroyed_before_it_can_fire(table):
    fights = [(f.role, f.inflicted) for f in table.facts(Fought) if f.place == "ghazni"]
    assert fights == [("attacker", 11)]
    assert ("ghazni", "2.4") in [(f.place, f.case) for f in table.facts(Destroyed)]


def test_14_round_3_eight_afghans_fall_at_kabul_and_two_have_nowhere_to_go(table):
    kabul = [(f.sp, f.case) for f in table.facts(Lost) if f.place == "kabul"]
    assert kabul[:2] == [((Share("afghan", 8),), "12.3"), ((Share("afghan", 2),), "12.4")]


def test_14_round_3_afghanistan_is_conquered_and_four_british_are_lost(table):
    board = table.board
    assert board.conquered == {"afghanistan": "british"}
    assert controller(board, "kandahar") == "british"
    assert table.facts(Checked)[-1].safe == 9
    assert sp_at(board, "kabul") == (Share("british", 9),)
    assert sp_at(board, "ghazni") == (Share("british", 1),)


def test_14_baluchistan_has_lapsed_when_round_4_begins(table):
    assert sorted(f.state for f in table.facts(Lapsed)) == ["baluchistan", "herat"]
    assert (table.board.round, camp_of_state(table.board, "baluchistan")) == (4, "neutral")
