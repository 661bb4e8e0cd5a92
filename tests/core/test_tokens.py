"""Hidden things: who sees what, and what widens or ends knowledge."""

from __future__ import annotations

from engine.core.board import Board, masked_board
from engine.core.facts import Handed, Mixed, Shown, mix, show
from engine.core.tokens import Token, fresh, held_by, known, one_of_each


def board() -> Board:
    made = Board()
    mine = Token("t2", "card", "red", ("red",), "x")
    Mixed((), (*fresh(made, "card", "deck", ["ace", "king"]), mine)).apply(made)
    return made


def test_only_those_who_know_see_a_value():
    made = board()
    assert masked_board(made, "red").tokens["t2"].value == "x"
    assert masked_board(made, "blue").tokens["t2"].value is None
    assert masked_board(made, None).tokens["t2"].value is None
    assert made.tokens["t2"].value == "x"


def test_showing_widens_knowledge_and_handing_does_not():
    made = board()
    Handed("t0", "blue").apply(made)
    assert known(masked_board(made, "blue"), "blue") == ()
    show(made, "t0", "blue").apply(made)
    assert [t.value for t in known(masked_board(made, "blue"), "blue")] == ["ace"]
    assert known(masked_board(made, "red"), "blue") == ()


def test_a_reveal_is_sealed_to_those_it_is_for():
    shown = Shown("t0", "ace", ("blue",), "salt")
    assert shown.masked("blue") == shown
    assert shown.masked(None) == Shown("t0", None, ("blue",), "")
    assert Shown("t0", "ace", ("*",)).masked(None).value == "ace"


def test_a_masked_reveal_of_a_known_thing_takes_nothing_away():
    made = masked_board(board(), "red")
    Shown("t2", "x", ("blue",)).masked("red").apply(made)
    assert (made.tokens["t2"].value, made.tokens["t2"].known_to) == ("x", ("red", "blue"))


def test_mixing_gives_fresh_ids_and_ends_what_others_knew():
    made = board()
    show(made, "t0", "*").apply(made)
    fact = mix(made, held_by(made, "deck"), (1, 0), "deck", "red")
    fact.apply(made)
    assert [(t.id, t.value) for t in held_by(made, "deck")] == [("t3", "king"), ("t4", "ace")]
    assert {t.value for t in held_by(masked_board(made, "blue"), "deck")} == {None}
    assert made.issued == 5


def test_tokens_come_in_order_of_issue_however_they_were_stored():
    tokens = {f"t{n}": Token(f"t{n}", "card", "deck") for n in (10, 9, 2)}
    assert [t.id for t in held_by(Board(tokens=tokens), "deck")] == ["t2", "t9", "t10"]


def test_which_of_equal_tokens_is_offered_says_nothing_of_the_others():
    def offered(values: str) -> set[str]:
        hand = [Token(f"t{n}", "card", "hand", (), v) for n, v in enumerate(values)]
        picked = one_of_each(hand)
        assert len(picked) == len({t.value for t in picked}) == len(set(values))
        return {t.id for t in picked if t.value == "a"}

    assert {id for rest in "bcdefgh" for id in offered("aa" + rest)} == {"t0", "t1"}
