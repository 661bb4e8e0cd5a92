"""Whatever a mail or a form holds, its sender is answered and nothing is shunted."""

import time
from email.message import EmailMessage

import msgspec
import pytest

from service import addresses, adjudication, submissions
from service.addresses import Envelope
from service.doors import Form
from service.plaintext import clean, stripped, written
from tests.club import Club, Reply
from tests.service.test_players import charset, nested


def typed(name: bytes, body: bytes) -> bytes:
    return b"Content-Type: text/plain; charset=%b\r\n\r\n%b\r\n" % (name, body)


def html_only(text: str) -> bytes:
    mail = EmailMessage()
    mail.set_content(text, subtype="html")
    return bytes(mail)


def by_mail(club: Club, raw: bytes) -> Reply:
    game = club.game("drill", red="Anna", blue="Boris")
    address = addresses.reply_address(game, "red", "panna")
    packed = addresses.pack(Envelope("anna@example.org", (address,)), raw)
    id = submissions.receive("mail", packed).id
    adjudication.adjudicate(id)
    return club.reply(id)


READABLE = {
    "nul": b"\r\nstance\0 bold\r\nhello\0\r\n",
    "utf-7": typed(b"utf-7", b"stance bold\r\n+2AA- hello"),
    "escape": typed(b"unicode_escape", rb"stance bold" + b"\r\n" + rb"\ud800 hello"),
    "undefined": typed(b"undefined", b"stance bold"),
    "idna": typed(b"idna", b"stance bold\r\n\xe4\xf6"),
    "nul in charset": typed(b'"a\0b"', b"stance bold\r\n\xe4\xf6"),
    "html": html_only("<p>stance bold</p>"),
}


@pytest.mark.parametrize("raw", READABLE.values(), ids=READABLE)
def test_odd_mails_are_played(club: Club, raw: bytes) -> None:
    reply = by_mail(club, raw)
    assert reply.state == "applied", reply
    assert "stance bold" in reply.text


UNREADABLE = {
    "foreign charset": b"Content-Type: text/plain; charset*=a\0b''x\r\n\r\nstance bold\r\n",
    "multipart": nested(b"multipart"),
    "message": nested(b"message"),
}


@pytest.mark.parametrize("raw", UNREADABLE.values(), ids=UNREADABLE)
def test_a_mail_that_nobody_can_read_is_refused_with_an_answer(club: Club, raw: bytes) -> None:
    reply = by_mail(club, raw)
    assert reply.state == "refused"
    assert "Nothing was played" in reply.text and "cannot be read" in reply.text


def test_the_state_of_a_machines_mail_is_read_however_deep_it_is(club: Club) -> None:
    raw = b"Auto-Submitted: auto-replied\r\n" + nested(b"multipart")
    assert by_mail(club, raw).state == "ignored"


@pytest.mark.parametrize("odd", ["\0", "\0hello", "hello\0"])
def test_a_form_with_nul_is_played(club: Club, odd: str) -> None:
    game = club.game("drill", red="Anna", blue="Boris")
    raw = msgspec.json.encode(Form(f"stance bold\n{odd}"))
    id = submissions.receive("form", raw, "once", game, None, "red").id
    assert adjudication.adjudicate(id) == "applied"


def test_only_what_can_be_stored_stays() -> None:
    assert clean("a\0b\ud800\udfffc\U0001f600") == "abc\U0001f600"
    assert clean("a\r\nb\rc\nd") == "a\nb\nc\nd"


def test_a_charset_that_no_mail_may_name_is_guessed() -> None:
    assert written(charset(b"punycode")) == "st\xe4nce bold\n"


def test_html_gives_a_line_for_each_block_and_nothing_that_is_quoted_or_unseen() -> None:
    page = """<html><head><title>x</title><style>p {}</style></head><body><div>move&nbsp;all<br>
      stop</div><ul><li>attack &lt;1707&gt;</li></ul><script>go</script><!-- <p>go -->
      <blockquote><p>retreat</p><blockquote>go</blockquote>hold</blockquote><p>done</p>"""
    assert stripped(page).splitlines() == ["move all", "stop", "attack <1707>", "done"]


@pytest.mark.parametrize("piece", ["<a ", "<!--", "</", "<div a='", "<![", "<blockquote>"])
def test_hostile_html_takes_no_time(piece: str) -> None:
    began = time.monotonic()
    stripped(piece * (900_000 // len(piece)))
    assert time.monotonic() - began < 5


def test_an_empty_plain_part_gives_way_to_html() -> None:
    mail = EmailMessage()
    mail.set_content(" \n")
    mail.add_alternative("<p>stance bold</p>", subtype="html")
    assert written(bytes(mail)) == "stance bold"
