"""Section 13: the three scenarios, the non-player camp, balance, victory."""

import pytest

from engine.core.match import begin
from engine.core.outcome import Outcome
from engine.great_game.board import on_map, sp_at, spaces_in_play
from engine.great_game.choices import March, Text
from engine.great_game.control import balance_penalty, controlled
from engine.great_game.events import EmissaryRolled, Initiative, NonPlayerIgnored, Rose
from engine.great_game.facts import Fought, OfficerLost, OfficerPlaced
from engine.great_game.game import GAME
from engine.great_game.setup import SCENARIOS
from engine.great_game.victory import points, score_now
from tests.great_game.desk import Table
from tests.great_game.positions import asked, field, of, offered, play, sp, turn

SOLO = {
    "scenario": "first_afghan_war",
    "players": ("british",),
    "states": tuple(SCENARIOS["first_afghan_war"]["states"]),
    "decades": (1830, 1840),
}
BRITISH = ("british holds campaign",)


def test_13_1_the_order_of_battle_and_the_borders():
    board = begin(GAME, "first_afghan_war").driver.board
    assert board.sp == {"delhi": sp("12 british")} and board.officers == {"burnes": "delhi"}
    assert "herat" in spaces_in_play(board) and "tehran" not in spaces_in_play(board)
    assert "bokhara" not in board.fortress and board.fortress["ghazni"] == 10


def test_13_1_a_card_of_the_non_player_is_turned_at_random_and_may_go_first():
    table = Table("first_afghan_war", ("campaign",) * 7, ("emissary",) * 6 + ("rebellion",),
                  dice=[(7,)])  # fmt: skip
    table.send("british", "choose Campaign")
    assert table.facts(NonPlayerIgnored) == [NonPlayerIgnored("russian", "rebellion")]
    assert table.facts(Initiative)[0].order == ("russian", "british")


def test_13_1_commitments_of_the_non_player_cost_imperial_sp():
    table = Table("first_afghan_war", ("campaign",) * 7, ("imperial_commitments",) * 3
                  + ("emissary",) * 4, dice=[(1,), (4,)])  # fmt: skip
    table.send("british", "choose Campaign")
    assert sp_at(table.board, "delhi") == sp("8 british")


def rebellion(*texts, **fields):
    board = field(*BRITISH, "russian plays rebellion", *texts, phase="non_player", active="russian",
                  card="rebellion", points=3, order=("british", "russian"), **SOLO)  # fmt: skip
    board.fortress.clear()
    return board


def test_13_1_dice_say_where_rebels_rise_and_they_march_to_their_capital():
    board = rebellion("afghanistan conquest british", "kandahar 1 british", "kabul 2 british")
    driver, facts = play(board, (3,), (5, 5), (2,), (6, 6), (6, 6))
    assert of(Rose, facts)[0].dice == (5, 5)
    assert [f.place for f in of(Fought, facts)][:1] == ["kabul"]
    assert driver.board.officers["akbar"] == "kabul"
    assert sp_at(driver.board, "kabul") == sp("10 rebels")


def test_13_1_a_die_chooses_among_conquered_states():
    board = rebellion("afghanistan conquest british", "punjab conquest british",
                      "lahore 2 british", "kabul 2 british")  # fmt: skip
    assert asked(play(board)[0]) == "dice 2"
    driver, facts = play(board, (2,), (3,), (1, 2), (3,))
    assert of(Rose, facts)[0].state == "punjab"
    assert asked(driver) == "dice 6,6" and driver.board.column.place == "lahore"


def test_13_1_the_non_player_deploys_in_the_capital_and_never_moves():
    board = turn("british", "campaign", "sind 9 british", **SOLO)
    driver, _ = play(board, March("sind", "kandahar", sp("9 british")))
    assert sp_at(driver.board, "kabul") == sp("10 afghan") and asked(driver) == "british act"


def test_13_1_an_emissary_always_meets_a_virtual_spoiler():
    board = turn("british", "emissary", "burnes at delhi", **SOLO)
    _, facts = play(board, Text("afghanistan", "burnes"), (3,))
    assert of(EmissaryRolled, facts)[0].final == 4
    assert of(OfficerLost, facts)


def test_13_1_keane_comes_to_delhi_and_kabul_wins():
    board = field(phase="arrivals", decade=1840, **SOLO)
    _, facts = play(board)
    assert of(OfficerPlaced, facts) == [OfficerPlaced("keane", "delhi", "5.1")]
    assert score_now(field("kabul 1 british", **SOLO)).winner == "british"
    assert score_now(field("ghazni 1 british", **SOLO)).winner == "russian"


def test_13_2_the_russians_begin_in_kazala_too_and_need_three_fortresses():
    board = begin(GAME, "conquest_of_central_asia").driver.board
    assert board.sp == {"orenburg": sp("6 russian"), "kazala": sp("4 russian")}
    assert board.invaders == {"kazak": "russian"} and board.officers == {"cherniaev": "orenburg"}
    solo = {"scenario": "conquest_of_central_asia", "players": ("russian",)}
    held = ("bokhara conquest russian", "khiva 1 russian", "tashkent 1 russian")
    assert score_now(field(*held, **solo)).winner == "russian"
    assert score_now(field(*held[:2], **solo)).winner == "british"


def test_13_3_the_campaign_opens_without_the_emir():
    board = begin(GAME, "campaign").driver.board
    assert board.sp == {"delhi": sp("12 british"), "orenburg": sp("6 russian")}
    assert sorted(board.officers) == ["burnes", "pottinger", "simonich", "stoddart", "vitkevich"]
    assert board.decades == (1830, 1840, 1850, 1860, 1870, 1880) and on_map(board, "persian") == 0


def test_13_3_more_spaces_win_and_persia_counts_for_nobody():
    board = field("persia proxy russian", "khiva conquest british")
    assert (points(board, "british"), points(board, "russian")) == (5, 3)
    assert score_now(board) == Outcome("british", "5 to 3")
    assert score_now(field()) == Outcome(None, "3 to 3")


@pytest.mark.parametrize("switch, states, penalty", [("on", 4, 1), ("off", 4, 0), ("on", 1, 0)])
def test_13_3_a_the_optional_balance(switch, states, penalty):
    names = ("punjab", "bokhara", "khokand", "kazak")[:states]
    board = field(*(f"{name} conquest british" for name in names), switches=(f"balance={switch}",))
    assert len(controlled(board, "british")) == (16 if states == 4 else 7)
    assert balance_penalty(board, "british", "combat") == penalty
    assert balance_penalty(board, "british", "emissary") == -penalty


def test_13_3_a_the_penalty_is_added_to_combat_and_taken_from_emissaries():
    names = ("punjab", "bokhara", "khokand", "kazak")
    texts = [f"{name} conquest british" for name in names]
    board = turn("british", "campaign", *texts, "sind 3 british", "kandahar 2 afghan",
                 "afghanistan invaded british", switches=("balance=on",))  # fmt: skip
    _, facts = play(board, March("sind", "kandahar", sp("3 british")), (1,))
    assert of(Fought, facts)[0].modifiers == (("13.3 a", 1),)
    board = turn("british", "emissary", *texts, "burnes at delhi", switches=("balance=on",))
    _, facts = play(board, Text("persia", "burnes"), (3,))
    assert of(EmissaryRolled, facts)[0].final == 4


def test_13_1_afghan_sp_do_not_march_whoever_runs_them():
    texts = ("afghanistan proxy british", "kabul 10 afghan", "delhi 4 british")
    small = play(turn("british", "campaign", *texts, scenario="first_afghan_war"))[0]
    large = play(turn("british", "campaign", *texts))[0]
    sources = [{c.source for c in offered(d) if isinstance(c, March)} for d in (small, large)]
    assert sources == [{"delhi"}, {"delhi", "kabul"}]
