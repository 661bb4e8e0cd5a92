"""Finding a person in what others wrote, and putting the id in the name's place."""

import json
import re
from collections.abc import Iterable
from email import message_from_bytes, policy
from email.message import EmailMessage, Message


class Mentions:
    """The spellings of one person's name and address."""

    def __init__(self, words: Iterable[str], stand_in: str) -> None:
        given = [word for word in words if word]
        quoted = [json.dumps(word, ensure_ascii=False)[1:-1] for word in given]
        self.spellings = tuple(dict.fromkeys([*given, *quoted]))
        self.stand_in = stand_in
        longest_first = sorted(self.spellings, key=len, reverse=True)
        whole = "|".join(map(re.escape, longest_first))  # a name may begin the address
        self.text = re.compile(rf"(?<!\w)(?:{whole})(?!\w)", re.IGNORECASE)
        self.octets = re.compile(rb"(?<!\w)(?:%b)(?!\w)" % whole.encode(), re.IGNORECASE)

    def blot(self, text: str) -> str:
        return self.text.sub(self.stand_in, text)

    def blot_mail(self, raw: bytes) -> bytes:
        """Nothing at all stays of a mail that names the person in a part we cannot blot or read."""
        blotted = self.octets.sub(self.stand_in.encode(), raw)
        try:
            names = self.text.search(plain(blotted)) is not None
        except Exception:  # no stranger's mail may keep a person from being erased
            names = True
        return b"" if names else blotted


def plain(raw: bytes) -> str:
    """All that a reader of the mail would see, headers and decoded parts."""
    mail = message_from_bytes(raw, policy=policy.default)
    seen = [text for part in mail.walk() for text in (headers(part), content(part))]
    return "\n".join(seen)


def headers(part: Message) -> str:
    return "\n".join(str(value) for value in part.values())


def content(part: Message) -> str:
    if part.get_content_maintype() != "text":
        return ""
    assert isinstance(part, EmailMessage)
    try:
        return part.get_content()
    except LookupError:  # a charset that nobody knows
        return part.get_payload(decode=True).decode("latin-1")  # type: ignore[union-attr]
