"""Section 8: invasion, lapse, conquest, liberation."""

from engine.great_game.board import Effect, on_map, sp_at
from engine.great_game.choices import DONE, Drop, March, Onward
from engine.great_game.control import runs
from engine.great_game.counters import Share
from engine.great_game.events import Conquered, Invaded, Lapsed, Liberated, Sojourned
from engine.great_game.facts import Destroyed, Fought
from tests.great_game.positions import asked, field, of, offered, options, play, sp, turn

HOLDS = ("british holds pen",)


def test_8_foreign_sp_invade_and_the_rival_runs_the_state():
    board = turn("british", "campaign", "delhi 5 british")
    driver, facts = play(board, March("delhi", "lahore", sp("5 british")), (1,))
    assert of(Invaded, facts) == [Invaded("punjab", "british")]
    assert runs(driver.board, "russian", "punjab")


def test_8_officers_alone_do_not_invade():
    board = turn("british", "campaign", "burnes at delhi")
    _, facts = play(board, March("delhi", "sind", (), ("burnes",)))
    assert not of(Invaded, facts)


def test_8_neutral_sp_march_out_of_their_state_but_not_into_another_neutral_one():
    board = turn("russian", "campaign", "afghanistan invaded british", "kandahar 6 afghan",
                 "baluchistan proxy british")  # fmt: skip
    ways = {c.to for c in offered(play(board)[0]) if isinstance(c, March)}
    assert "sind" in ways and "herat" not in ways


def test_8_neutral_sp_do_not_join_the_side_that_runs_them():
    board = turn("russian", "campaign", "afghanistan invaded british", "kandahar 6 afghan",
                 "ghazni 2 russian", "persia proxy russian")  # fmt: skip
    board.fortress.pop("ghazni")
    marches = [c for c in offered(play(board)[0]) if isinstance(c, March)]
    assert "ghazni" not in {m.to for m in marches if m.sp[0].key == "afghan"}


def test_8_1_an_invasion_without_invaders_lapses_at_the_end_of_the_round():
    board = field(*HOLDS, "afghanistan invaded british", "kabul 10 afghan", phase="round_end")
    driver, facts = play(board)
    assert of(Lapsed, facts) == [Lapsed("afghanistan")]
    assert on_map(driver.board, "afghan") == 0 and driver.board.fortress["ghazni"] == 10


def test_8_1_it_does_not_while_sp_stay():
    board = field(*HOLDS, "afghanistan invaded british", "kabul 10 afghan", "kandahar 1 british",
                  phase="round_end")  # fmt: skip
    driver, facts = play(board)
    assert not of(Lapsed, facts) and on_map(driver.board, "afghan") == 10


def test_8_1_a_proxy_stays_with_its_power():
    board = field(*HOLDS, "afghanistan proxy russian", "afghanistan invaded british",
                  "kabul 7 afghan", phase="round_end")  # fmt: skip
    driver, facts = play(board)
    assert of(Lapsed, facts) and on_map(driver.board, "afghan") == 7


def test_8_2_a_lapse_can_swap_invader_and_controller():
    board = field(*HOLDS, "afghanistan invaded british", "kabul 6 afghan", "kandahar 2 russian",
                  phase="round_end")  # fmt: skip
    driver, facts = play(board)
    assert of(Invaded, facts) == [Invaded("afghanistan", "russian")]
    assert on_map(driver.board, "afghan") == 6 and runs(driver.board, "british", "afghanistan")


def test_8_2_a_neutral_state_fights_the_side_that_runs_it_too():
    board = turn("russian", "campaign", "afghanistan invaded british", "ghazni 1 british",
                 "kandahar 6 russian", "kabul 4 afghan", "termez 5 russian")  # fmt: skip
    driver, facts = play(board, March("termez", "kabul", sp("5 russian")), (6,), (6, 6, 6))
    assert [f.role for f in of(Fought, facts)] == ["attacker", "defender"]
    assert driver.board.invaders["afghanistan"] == "british"


def test_8_3_taking_the_capital_conquers_and_destroys_every_fortress():
    board = turn("british", "campaign", "peshawar 5 british", "punjab conquest british",
                 "kandahar 3 afghan", "afghanistan invaded british")  # fmt: skip
    driver, facts = play(board, March("peshawar", "kabul", sp("5 british")))
    assert of(Conquered, facts) == [Conquered("afghanistan", "british", "8.3")]
    assert of(Destroyed, facts) == [Destroyed("ghazni", "8.3")]
    assert on_map(driver.board, "afghan") == 0 and driver.board.invaders == {}


def test_8_3_no_power_can_be_conquered():
    board = turn("russian", "campaign", "lahore 9 russian", "punjab conquest russian",
                 effects={"crimean_war": Effect("both", 1)})  # fmt: skip
    board.fortress.pop("delhi")
    _, facts = play(board, March("lahore", "delhi", sp("9 russian")))
    assert not of(Conquered, facts)


def test_8_4_rival_sp_in_the_capital_liberate_and_have_a_round_to_leave():
    board = turn("russian", "campaign", "termez 5 russian", "afghanistan conquest british")
    board.fortress.pop("ghazni")
    driver, facts = play(board, March("termez", "kabul", sp("5 russian")))
    assert of(Liberated, facts) == [Liberated("afghanistan", "russian", "8.4")]
    assert of(Sojourned, facts)[0].liberation.until == 2
    assert driver.board.conquered == {} and not of(Conquered, facts)
    driver.answer("russian", DONE)
    facts = driver.roll((6, 6))
    assert not of(Conquered, facts) and asked(driver) == "russian card"


def test_8_4_who_overstays_conquers():
    board = field(
        *HOLDS, "kabul 5 russian", "afghanistan freed russian", phase="round_end", count=2
    )
    board.liberations["afghanistan"] = type(board.liberations["afghanistan"])("russian", 2)
    _, facts = play(board)
    assert of(Conquered, facts) == [Conquered("afghanistan", "russian", "8.4")]


def test_8_4_who_leaves_the_capital_but_not_the_state_becomes_the_invader():
    board = turn("russian", "emissary", "kabul 5 russian", "afghanistan freed russian",
                 "ghazni 1 russian", points=1)  # fmt: skip
    board.fortress.pop("ghazni")
    driver, facts = play(board, March("kabul", "ghazni", sp("5 russian")), (6, 6))
    assert of(Sojourned, facts) == [Sojourned("afghanistan", None)]
    assert of(Invaded, facts) == [Invaded("afghanistan", "russian")]
    assert asked(driver) == "british deploy"


def test_8_4_a_conqueror_still_inside_is_the_invader_of_the_freed_state():
    board = turn("russian", "campaign", "termez 5 russian", "afghanistan conquest british",
                 "kandahar 2 british")  # fmt: skip
    board.fortress.pop("ghazni")
    driver, facts = play(board, March("termez", "kabul", sp("5 russian")))
    assert of(Invaded, facts) == [Invaded("afghanistan", "british")]
    assert asked(driver) == "russian deploy" and options(driver).wanted == 10


def test_8_passing_on_leaves_an_invasion_behind_until_the_round_ends():
    board = turn("british", "campaign", "delhi 5 british")
    driver, _ = play(
        board, March("delhi", "sind", sp("5 british")), Drop(sp("1 british")), (1, 1),
        Onward("delhi"),
    )  # fmt: skip
    assert sp_at(driver.board, "sind") == (Share("british", 1),)
    assert driver.board.invaders == {"baluchistan": "british"}


def test_8_4_a_liberator_beside_sp_of_the_freed_state_conquers_too():
    board = field(*HOLDS, "kabul 5 russian 10 afghan", "afghanistan invaded british",
                  "kandahar 1 british", "afghanistan freed russian", phase="round_end")  # fmt: skip
    board.count += 1
    driver, facts = play(board)
    assert of(Conquered, facts) == [Conquered("afghanistan", "russian", "8.4")]
    assert on_map(driver.board, "afghan") == 0


def test_8_4_within_its_round_a_liberator_may_leave_and_come_back():
    board = turn("russian", "campaign", "kabul 5 russian", "afghanistan freed russian")
    board.fortress.pop("ghazni")
    driver, facts = play(board, March("kabul", "ghazni", sp("5 russian")), Onward("kabul"))
    assert not of(Conquered, facts) and not of(Invaded, facts) and not of(Sojourned, facts)
    facts = driver.answer("russian", DONE) + driver.roll((6, 6))
    assert not of(Conquered, facts) and driver.board.liberations


def test_8_1_a_lapse_during_the_grace_leaves_no_invader():
    board = field(*HOLDS, "kabul 5 russian 10 afghan", "afghanistan invaded british",
                  "afghanistan freed russian", phase="round_end")  # fmt: skip
    driver, facts = play(board)
    assert of(Lapsed, facts) and driver.board.invaders == {}
    assert on_map(driver.board, "afghan") == 0 and driver.board.liberations
