"""The text that somebody wrote, from a mail as any program may have made it or from a form."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from email import message_from_bytes
from email.policy import default
from html import unescape
from typing import Any

UNSTORABLE = re.compile("[\0\ud800-\udfff]")  # no database and no mail takes these
LINE_END = re.compile("\r\n?")
TAG = re.compile(r"<([^<>]*)>")
NO_CHARSETS = ("idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape")


class Unreadable(ValueError):
    """A mail that is broken, or made to break its reader."""


def clean(text: str) -> str:
    """Only what can be stored and sent, with one kind of line end."""
    return LINE_END.sub("\n", UNSTORABLE.sub("", text))


def written(raw: bytes) -> str:
    """What the writer of a mail wrote in it."""
    try:
        mail = message_from_bytes(raw, policy=default)
        plain = plain_part(mail)
        return clean(plain if plain.strip() else html_part(mail))
    except Exception as problem:  # the parser fails in more ways than it tells of
        raise Unreadable(f"{type(problem).__name__}: {problem}") from problem


def plain_part(mail: Any) -> str:
    part = mail.get_body(preferencelist=("plain",))
    return "" if part is None else content(part)


def html_part(mail: Any) -> str:
    part = mail.get_body(preferencelist=("html",))
    return "" if part is None else stripped(content(part))


def content(part: Any) -> str:
    octets = part.get_payload(decode=True) or b""
    charset = part.get_param("charset", "utf-8")
    return decoded(octets, charset if isinstance(charset, str) else charset[2])


def decoded(octets: bytes, charset: str) -> str:
    """By the charset that the mail names, if there is such a one."""
    try:
        if codecs.lookup(charset).name.replace("_", "-") in NO_CHARSETS:
            return guessed(octets)
        return octets.decode(charset, errors="replace")
    except (LookupError, ValueError):
        return guessed(octets)


def guessed(octets: bytes) -> str:
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return octets.decode("cp1252", errors="replace")


def stripped(html: str) -> str:
    """The text of a page, a line for each block. The library's parser is slow on hostile pages."""
    shown = "".join(part.partition("-->")[2] if n else part for n, part in comments(html))
    reader = Stripper()
    for text, tag in pieces(shown):
        reader.say(text)
        reader.meet(tag)
    lines = unescape("".join(reader.said)).replace("\xa0", " ").splitlines()
    return "\n".join(line for line in map(str.strip, lines) if line)


def comments(html: str) -> Iterable[tuple[int, str]]:
    return enumerate(html.split("<!--"))


def pieces(html: str) -> Iterator[tuple[str, str]]:
    """Text and the tag after it, in turn."""
    parts = TAG.split(html)
    yield from zip(parts[::2], [*parts[1::2], ""], strict=True)


class Stripper:
    """Leaves out what no reader sees, and quoted mails: they hold orders that are not meant."""

    HIDDEN = ("head", "style", "script", "title", "blockquote")
    BLOCKS = ("br", "p", "div", "li", "tr", "h1", "h2", "h3", "pre", "hr", "blockquote", "body")

    def __init__(self) -> None:
        self.said: list[str] = []
        self.hidden: list[str] = []  # elements that are open and not shown

    def say(self, text: str) -> None:
        if not self.hidden:
            self.said.append(text.replace("\n", " "))

    def meet(self, tag: str) -> None:
        name = tag.strip("/").split(maxsplit=1)[0].lower() if tag.strip("/ \t\r\n") else ""
        if name == "body":
            self.hidden.clear()  # the end of a head may be left out
        elif name in self.HIDDEN and not tag.startswith("/"):
            self.hidden.append(name)
        elif self.hidden and self.hidden[-1] == name:
            self.hidden.pop()
        if name in self.BLOCKS:
            self.said.append("\n")
