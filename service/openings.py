"""The commitments of a record, and whether what was opened is what had been sealed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from service.bodies import Answer, Standing
from service.events import Event
from service.record import Wrong
from service.seals import TABLE, opens, salt, token_number

_TOKEN = re.compile(r"t(0|[1-9][0-9]{0,8})")
HOWS = ("hand", "policy", "default")


class Made(Struct):
    """One commitment: where it stands, and what became known of it."""

    seal: str
    seq: int
    what: str
    question: str | None = None  # of a sealed choice
    is_open: bool = False
    value: Any = None
    salt: str = ""  # as shown in an opening
    is_gone: bool = False  # a token that a later mixing took away


class Openings:
    def __init__(self, game: str) -> None:
        self.game = game
        self.tokens: dict[str, Made] = {}
        self.sides: dict[str, list[Made]] = {}

    def take(self, event: Event, body: Any, *, ended: bool) -> None:
        """Note the commitments of an event and check what its facts open."""
        if isinstance(body, Answer):
            self._answer(event.seq, body)
        elif isinstance(body, Standing):
            self._made(event.seq, body.side, body.seal, "the standing orders")
        for fact in event.facts:
            if fact["type"] == "Mixed":
                self._mixed(event.seq, fact)
            elif fact["type"] == "Shown":
                self._shown(fact)
            elif fact["type"] == "Opened":
                self._opened(fact)
            elif fact["type"] == "Unsealed":
                self._unsealed(fact, ended)

    def _answer(self, seq: int, answer: Answer) -> None:
        if isinstance(answer.seal, str):
            what = f"the answer to {answer.question}"
            self._made(seq, answer.side, answer.seal, what).question = answer.question
        self._made(seq, answer.side, answer.how, "how the answer came about")

    def _made(self, seq: int, side: str, seal: str, what: str) -> Made:
        made = Made(seal, seq, what)
        self.sides.setdefault(side, []).append(made)
        return made

    def _mixed(self, seq: int, fact: Mapping[str, Any]) -> None:
        for gone in fact["gone"]:
            self._on_table(gone).is_gone = True
        for token in fact["tokens"]:
            if not _TOKEN.fullmatch(token["id"]) or token["id"] in self.tokens:
                raise Wrong(f"the token {token['id']} is not a new one")
            made = Made(token["seal"], seq, f"the token {token['id']}")
            made.is_open, made.value = token["value"] is not None, token["value"]
            self.tokens[token["id"]] = made

    def _on_table(self, token: str) -> Made:
        made = self.tokens.get(token)
        if made is None or made.is_gone:
            raise Wrong(f"there is no token {token}")
        return made

    def _shown(self, fact: Mapping[str, Any]) -> None:
        made = self._on_table(fact["token"])
        if fact["value"] is None:
            return
        if not opens(made.seal, fact["salt"], fact["value"]):
            raise Wrong(f"the token {fact['token']} was not sealed with the value now shown")
        made.is_open, made.value, made.salt = True, fact["value"], fact["salt"]

    def _opened(self, fact: Mapping[str, Any]) -> None:
        side, question = fact["side"], fact["question"]
        for made in reversed(self.sides.get(side, [])):
            if made.question == question and not made.is_open:
                break
        else:
            raise Wrong(f"{side} has no sealed answer to {question}")
        if not opens(made.seal, fact["salt"], fact["choice"]):
            raise Wrong(f"{side} had not sealed the answer to {question} that is now opened")
        made.is_open, made.value, made.salt = True, fact["choice"], fact["salt"]

    def _unsealed(self, fact: Mapping[str, Any], ended: bool) -> None:
        if not ended:
            raise Wrong("seals are broken before the end")
        for index, value in enumerate(fact["values"], fact["first"]):
            made = self._numbered(fact["side"], index)
            if not (made.is_open and value is None):
                made.is_open, made.value = True, value

    def _numbered(self, name: str, index: int) -> Made:
        if name == TABLE:
            made = self.tokens.get(f"t{index}")
        else:
            own = self.sides.get(name, [])
            made = own[index] if 0 <= index < len(own) else None
        if made is None:
            raise Wrong(f"{name} never made the commitment {index} that is unsealed")
        return made

    def finish(self, seeds: Mapping[str, bytes]) -> int:
        """Hold every commitment against the revealed seeds; how many tokens stay closed."""
        for side, own in self.sides.items():
            for index, made in enumerate(own):
                self._hold(made, seeds[side], index, side)
        closed = 0
        for token, made in self.tokens.items():
            if made.is_open:
                self._hold(made, seeds[TABLE], token_number(token), TABLE)
            closed += not made.is_open
        return closed

    def _hold(self, made: Made, seed: bytes, index: int, name: str) -> None:
        derived = salt(seed, self.game, index).hex()
        if made.salt and made.salt != derived:
            raise Wrong(f"{made.what} ({name}) was sealed with a salt of free choice", made.seq)
        if not made.is_open:
            raise Wrong(f"{made.what} ({name}) was sealed and never opened", made.seq)
        if not opens(made.seal, derived, made.value):
            raise Wrong(f"{made.what} ({name}) is not what had been sealed", made.seq)
        if made.what == "how the answer came about" and made.value not in HOWS:
            raise Wrong(f"{made.value!r} is no way to answer", made.seq)
