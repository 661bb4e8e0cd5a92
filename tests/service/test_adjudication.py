"""Orders in, events out: what a player sees of it, and what the log keeps."""

import base64
from random import Random

import pytest

from engine.core.driver import Diverged, named, open_asks
from engine.core.procedure import AskAll
from service import adjudication, loading, players, snapshots
from service.audit import bare
from service.database import transaction
from service.games import BadChoice
from service.signing import EventKey
from tests.club import Club, forget, random_orders


def stance(club: Club, game: str) -> None:
    for side in ("red", "blue"):
        assert club.send(game, side, "scout at mill").state == "applied"
        assert club.send(game, side, "stance steady").state == "applied"


def test_a_game_of_bots_ends_and_verifies(club: Club) -> None:
    game = club.game(red="bot:random", blue="bot:random")
    adjudication.sit(game, lambda sitting: sitting.go_on())
    adjudication.roll_on(game)
    verdict = club.verdict(game)
    assert verdict.ok, verdict.text
    assert verdict.is_finished and verdict.rolls > 5
    assert club.sql("SELECT state FROM game WHERE id = %s", game) == [("over",)]


@pytest.mark.parametrize("seed", range(4))
def test_a_game_between_people_ends_and_verifies(club: Club, seed: int) -> None:
    game = club.game("meeting" if seed % 2 else "drill", red="Anna", blue="Boris")
    club.play_to_the_end(game, Random(seed))
    verdict = club.verdict(game)
    assert verdict.ok, verdict.text
    assert verdict.is_finished


def test_play_begins_when_everybody_has_joined(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris", join=False)
    adjudication.join(game, "red")
    assert "has not begun" in club.send(game, "red", "scout at mill").text
    adjudication.join(game, "blue", "swordfish")
    assert isinstance(club.table(game).waiting, AskAll)


def test_sealed_answers_wait_for_each_other_and_may_be_replaced(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    assert club.send(game, "red", "scout at mill").state == "applied"
    before = len(club.rows(game))
    assert club.send(game, "red", "scout at ford").state == "applied"
    assert len(club.rows(game)) == before + 1
    assert b"ford" not in club.rows(game)[-1].canon
    club.send(game, "blue", "scout at hill")
    assert club.table(game).driver.board.outcome is None
    assert club.verdict(game).ok


def test_a_refused_line_leaves_nothing_behind(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    before = club.rows(game)
    reply = club.send(game, "red", "scout at the moon")
    assert reply.state == "refused"
    assert "scout at the moon" in reply.reasons[0] and "scout at" in reply.text
    assert club.rows(game) == before
    assert club.sql("SELECT count(*) FROM sheet") == [(0,)]


def test_chatter_is_no_error_and_a_near_miss_is_named(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    reply = club.send(game, "red", "Hello Boris!\nscout at mill\natack hill from ford\nCheers")
    assert reply.state == "applied"
    assert "scout at Mill" in reply.text and 'Did you mean "attack"' in reply.text


def test_a_message_without_orders_is_answered(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    reply = club.send(game, "red", "How is the weather?")
    assert reply.state == "refused" and "no order" in reply.reasons[0]


def test_orders_for_later_wait_and_go_on_by_themselves(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    reply = club.send(game, "red", "scout at mill\nstance bold")
    assert "Waiting until play comes back" in reply.text
    club.send(game, "blue", "scout at hill")
    sealed = club.table(game).driver.sealed
    assert sealed == {"red": "bold"}
    assert club.sql("SELECT count(*) FROM sheet") == [(0,)]


def test_a_later_sheet_replaces_the_waiting_one_and_says_so(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    club.send(game, "red", "scout at mill\nstance bold")
    reply = club.send(game, "red", "stance steady")
    assert "replace the orders that you had waiting" in reply.text
    club.send(game, "blue", "scout at hill")
    assert club.table(game).driver.sealed == {"red": "steady"}


def test_a_button_leaves_the_waiting_orders_in_force(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    club.send(game, "red", "scout at mill\nstance bold")
    reply = club.send(game, "red", "scout at ford", mode="answer")
    assert reply.state == "applied" and "replace" not in reply.text
    club.send(game, "blue", "scout at hill")
    assert club.table(game).driver.sealed == {"red": "bold"}


def test_a_preview_changes_nothing_until_go(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    before = club.rows(game)
    reply = club.send(game, "red", "scout at mill", mode="preview")
    assert reply.state == "applied" and "nothing has been played" in reply.text
    assert club.rows(game) == before
    assert club.send(game, "red", "go").state == "applied"
    assert len(club.rows(game)) == len(before) + 1


def test_a_typed_preview_wins_over_the_play_button(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    before = club.rows(game)
    assert "nothing has been played" in club.send(game, "red", "preview\nscout at mill").text
    assert club.rows(game) == before


def test_a_preview_leaves_what_waits_and_what_stands_alone(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    club.send(game, "red", "scout at mill\nstance bold")
    reply = club.send(game, "red", "stance steady\nambush: always", mode="preview")
    assert "ambush: always" in reply.text and "replace" not in reply.text
    assert club.sql("SELECT count(*) FROM standing") == [(0,)]
    club.send(game, "blue", "scout at hill")
    assert club.table(game).driver.sealed == {"red": "bold"}


def test_go_plays_lines_and_standing_orders_of_the_preview(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    club.send(game, "red", "scout at mill\nambush: always", mode="preview")
    reply = club.send(game, "red", "go")
    assert reply.state == "applied" and "scout at Mill" in reply.text
    assert club.sql("SELECT question, text FROM standing") == [("ambush", "always")]
    assert club.sql("SELECT count(*) FROM sheet") == [(0,)]


def test_waiting_orders_that_no_longer_fit_are_reported_to_their_owner(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    club.send(game, "red", "scout at mill\nstance sideways\nmove foot mill to bridge")
    club.send(game, "blue", "scout at hill")
    body = club.sql("SELECT body FROM outbox WHERE kind = 'turn' AND player = 'panna'")[-1][0]
    assert "were not played and are gone" in body
    assert "stance sideways" in body and "move foot mill to bridge" in body
    assert club.sql("SELECT count(*) FROM sheet") == [(0,)]


def test_orders_for_a_held_game_are_kept_and_acknowledged_once(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    with transaction() as conn:
        adjudication.hold(conn, game, "for a look")
    ids = [club.receive(game, "red", f"scout at {place}") for place in ("mill", "ford")]
    assert [adjudication.adjudicate(id) for id in ids] == ["new", "new"]
    assert club.sql("SELECT count(*) FROM outbox WHERE kind = 'kept'") == [(1,)]
    with transaction() as conn:
        assert adjudication.submissions.waiting(conn, 0) == []


def test_a_submission_that_ends_every_worker_is_put_aside(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    id = club.receive(game, "red", "scout at mill")
    with transaction() as conn:
        for _ in range(adjudication.MOST_TRIES):
            adjudication.submissions.count_try(conn, id)
    assert adjudication.retry(id) == "shunted"
    with transaction() as conn:
        assert adjudication.submissions.renew(conn, id)
    assert adjudication.retry(id) == "applied"


def test_standing_orders_are_committed_before_they_answer(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    before = len(club.rows(game))
    club.send(game, "red", "scout at mill\nambush: always")
    kinds = [loading.read(row).kind for row in club.rows(game)[before:]]
    assert kinds == ["standing", "answer"]


def test_a_bots_lot_is_not_computed_from_what_everybody_knows(club: Club) -> None:
    one, other = club.table(club.game()), club.table(club.game())
    assert one.lot("red") != one.lot("blue")
    other.id = one.id
    assert one.lot("red") != other.lot("red")


def test_go_without_a_preview_is_refused_politely(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    reply = club.send(game, "red", "go")
    assert reply.state == "refused" and "no previewed orders" in reply.reasons[0]


def test_standing_orders_are_filed_sealed_and_listed(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    reply = club.send(game, "red", "ambush: always\nretreat: homeward")
    assert reply.state == "applied"
    assert "ambush: always" in reply.text and "retreat: homeward" in reply.text
    last = club.rows(game)[-1]
    assert b'"kind":"standing"' in last.canon and b"homeward" not in last.canon
    assert club.verdict(game).ok


def test_an_unknown_policy_is_refused_with_the_known_ones(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    reply = club.send(game, "red", "ambush: on Sundays")
    assert reply.state == "refused"
    assert "never" in reply.reasons[0] and "ask me" in reply.reasons[0]


def test_an_unknown_practice_opponent_is_named_with_the_known_ones(club: Club) -> None:
    with pytest.raises(BadChoice, match="do-nothing"):
        club.game(red="Anna", blue="bot:grandmaster")


def test_an_erased_player_leaves_his_games_verifiable(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    club.play_to_the_end(game, Random(3))
    before = club.rows(game)
    with transaction() as conn:
        players.erase(conn, "panna")
    assert club.sql("SELECT name, address FROM player WHERE id = 'panna'") == [(None, None)]
    assert club.rows(game) == before and club.verdict(game).ok
    assert not any(b"Anna" in row.canon or b"example.org" in row.canon for row in before)


def test_the_same_form_twice_is_one_submission(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    first = club.receive(game, "red", "scout at mill", key="form-1")
    assert club.receive(game, "red", "scout at mill", key="form-1") == first
    adjudication.adjudicate(first)
    count = len(club.rows(game))
    assert adjudication.adjudicate(first) == "applied"
    assert len(club.rows(game)) == count


def turn_mails(club: Club) -> list[str]:
    rows = club.sql("SELECT player, body FROM outbox WHERE kind = 'turn' ORDER BY id")
    return [player for player, body in rows if "Play waits for" in body]


def test_each_asked_player_is_told_once(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    assert turn_mails(club) == ["panna", "pboris"]
    club.send(game, "red", "scout at mill")
    club.send(game, "red", "ambush: always")
    assert turn_mails(club) == ["panna", "pboris"]
    club.send(game, "blue", "scout at mill")  # his own answer tells Boris of the next question
    assert turn_mails(club) == ["panna", "pboris", "panna"]


def test_whoever_is_asked_after_the_dice_is_told_what_happened(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    stance(club, game)
    table = club.table(game)
    asked = [ask.side for ask in open_asks(table.waiting, table.driver.sealed)]
    last = club.sql("SELECT player, body FROM outbox WHERE kind = 'turn' ORDER BY id DESC")
    for side, (player, body) in zip(reversed(asked), last, strict=False):
        assert player == {"red": "panna", "blue": "pboris"}[side]
        assert "had sealed stance" in body


def test_no_mail_shows_the_other_sides_card(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    board = club.table(game).driver.board
    drawn = [t for t in board.tokens.values() if t.known_to == ("blue",) and t.back == "card"]
    assert drawn
    bodies = club.sql("SELECT body FROM outbox WHERE player = 'panna' AND kind = 'turn'")
    for token in drawn:
        assert f"{token.id} is something hidden" in bodies[0][0]
        assert f"{token.id} is {token.value}" not in bodies[0][0]


def test_without_snapshots_everything_is_the_same(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    rng = Random(5)
    for _ in range(25):
        table = club.table(game)
        if table.is_over:
            break
        ask = open_asks(table.waiting, table.driver.sealed)[0]
        club.send(game, ask.side, random_orders(table, ask, rng))
    assert club.sql("SELECT count(*) FROM snapshot")[0][0] > 0
    kept = club.table(game)
    with transaction() as conn:
        snapshots.drop_all(conn)
    folded = club.table(game)
    assert kept.saved_at > 0 and folded.saved_at == -1
    assert (kept.sealing, kept.head) == (folded.sealing, folded.head)
    assert kept.sealer.tally == folded.sealer.tally
    assert named(kept.waiting) == named(folded.waiting)
    assert bare(kept.driver.board) == bare(folded.driver.board)


def test_a_faulty_submission_is_shunted_and_can_be_run_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = club.game(red="Anna", blue="Boris")
    id = club.receive(game, "red", "scout at mill")
    with monkeypatch.context() as patched:
        patched.setattr(adjudication, "decide", broken)
        assert adjudication.adjudicate(id) == "shunted"
    trace, kind = club.sql(
        "SELECT s.traceback, i.kind FROM submission s, incident i WHERE s.id = %s", id
    )[0]
    assert "a fault of ours" in trace and kind == "shunted"
    with transaction() as conn:
        assert adjudication.submissions.renew(conn, id)
    assert adjudication.adjudicate(id) == "applied"


def broken(*_: object) -> None:
    raise RuntimeError("a fault of ours")


def test_a_game_that_diverges_is_held_and_its_orders_are_kept(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = club.game(red="Anna", blue="Boris")
    id = club.receive(game, "red", "scout at mill")
    with monkeypatch.context() as patched:
        patched.setattr(adjudication.games, "load", diverged)
        assert adjudication.adjudicate(id) == "new"
    assert club.sql("SELECT state, held_reason FROM game WHERE id = %s", game) == [
        ("held", "the rules changed")
    ]
    held = club.sql("SELECT player FROM outbox WHERE kind = 'held' ORDER BY player")
    assert held == [("panna",), ("pboris",)]
    with transaction() as conn:
        adjudication.release(conn, game)
    assert adjudication.adjudicate(id) == "applied"


def test_a_game_begun_under_another_key_is_held_before_anybody_signs(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    before = club.rows(game)
    (club.keys_dir / "event.pem").write_bytes(EventKey.generate().pem())
    forget()
    id = club.receive(game, "red", "scout at mill")
    assert adjudication.adjudicate(id) == "new"
    assert club.rows(game) == before
    state, reason = club.sql("SELECT state, held_reason FROM game WHERE id = %s", game)[0]
    assert state == "held" and "put the old event.pem back" in reason


def diverged(*_: object) -> None:
    raise Diverged("the rules changed")


def test_a_roll_whose_worker_died_is_the_same_when_taken_up(club: Club) -> None:
    game = club.game(red="Anna", blue="Boris")
    for side in ("red", "blue"):
        club.send(game, side, "scout at mill")
    club.send(game, "red", "stance bold")
    last = club.receive(game, "blue", "stance bold")
    state, request = adjudication.apply(last)  # the worker dies here
    assert state == "applied" and request is not None
    signed = club.house.answer(request.message)
    assert club.sql("SELECT rolling FROM game WHERE id = %s", game) == [(True,)]
    adjudication.roll_on(game)
    rolled = [row for row in club.rows(game) if row.seq == request.head.seq + 1]
    assert base64.b64encode(signed) in rolled[0].canon
    assert club.sql("SELECT rolling FROM game WHERE id = %s", game) == [(False,)]
    assert club.verdict(game).ok
