"""A game between people, begun from the command line."""

import re

import pytest

from service import addresses
from service.dice import phrase_hash
from tests.club import Club
from tests.commands.conftest import Run

RED, BLUE = "red=Eva Stein <eva@example.org>", "blue=ANNA@example.org"
SEATS = ("--seat", RED, "--seat", BLUE)


def test_two_people_are_seated_told_and_play(manned: Club, run: Run) -> None:
    anna = manned.player("Anna")
    words = ("--scenario", "drill", "--option", "length=long", "--phrase", "red=my own words")
    told = run("begin", "mini", *SEATS, *words).output
    game = told.partition(":")[0]
    start = manned.table(game).start
    assert start.seats["blue"] == anna and start.options["length"] == "long"
    for side, player in start.seats.items():
        assert addresses.play_link(game, side, player) in told
        assert addresses.reply_address(game, side, player) in told
    mails = manned.sql("SELECT count(DISTINCT player) FROM outbox WHERE game = %s", game)[0][0]
    assert mails == 2 and "A mail is on its way to Eva Stein and Anna;" in told
    phrases = manned.table(game).sealing.phrases
    assert phrases == {"red": phrase_hash("my own words"), "blue": phrase_hash("")}
    assert manned.send(game, "red", "stance bold").state == "applied"


def test_a_practice_opponent_takes_a_seat(manned: Club, run: Run) -> None:
    told = run("begin", "mini", "--seat", RED, "--seat", "blue=bot:do-nothing").output
    game = told.partition(":")[0]
    assert manned.table(game).start.seats["blue"] == "bot:do-nothing"
    assert len(re.findall("/play/", told)) == 1


@pytest.mark.parametrize(
    "words, told",
    [
        (("--seat", RED), "Nobody has the seat of blue"),
        (("--seat", RED, "--seat", RED), "names red twice"),
        (("--seat", RED, "--seat", "blue"), "NAME=VALUE"),
        (("--seat", RED, "--seat", "green=x@y.org"), "There is no side 'green'"),
        (("--seat", RED, "--seat", "blue=Boris"), "no mail address"),
        (("--seat", RED, "--seat", "blue=new@example.org"), "'Name <new@example.org>' makes"),
        (("--seat", RED, "--seat", "blue=bot:rnd"), "no bot 'rnd'"),
        ((*SEATS, "--option", "length=endless"), "short or long"),
        (("--seat", RED, "--seat", "blue=bot:random", "--phrase", "blue=x"), "has no phrase"),
    ],
)
def test_what_does_not_fit_begins_nothing(
    manned: Club, run: Run, words: tuple[str, ...], told: str
) -> None:
    manned.player("Anna")
    output = run("begin", "mini", "--scenario", "drill", *words, code=2).output
    assert told in " ".join(output.split())
    assert manned.sql("SELECT count(*) FROM player WHERE name = 'Eva Stein'") == [(0,)]
    assert manned.sql("SELECT count(*) FROM game") == [(0,)]
