"""What a game's record has opened and closed so far: requests, questions, dice, the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from msgspec import UNSET, Struct

from service.bodies import Answer, ChanceBody, End, Excuse, Join, Start, Void, body_of
from service.dice import Context, combine, faces, is_secret, message, read_spec
from service.events import Asked, Event, Next, Request, canon
from service.house import is_answer
from service.keys import read_house
from service.seals import TABLE, seed_commitment
from service.signing import unbase64

CORRECTING = ("resign", "draw", "time_out", "adjudicate")  # may carry facts
CONSENTS_ARE_PROVEN = False  # not while the operator alone writes who agreed
Turn = Literal["free", "same", "rest", "again"]  # what an event may say in `next`


class Wrong(ValueError):
    """The first thing that does not hold, in words."""

    def __init__(self, sentence: str, seq: int | None = None) -> None:
        super().__init__(sentence)
        self.seq = seq


class Secret(Struct, frozen=True):
    """A shuffle that waits for the table's seed."""

    roll: int
    spec: str
    combined: bytes


class Record:
    """Takes a game's events one by one and holds each against what is open."""

    def __init__(self) -> None:
        self.open: Next | None = None
        self.answers: dict[str, Answer] = {}
        self.group: tuple[Asked, ...] = ()
        self.context: Context | None = None
        self.houses: dict[str, RSAPublicKey] = {}
        self.phrases: dict[str, str] = {}
        self.rolls = 0
        self.secrets: list[Secret] = []
        self.seeds: dict[str, bytes] = {}
        self.result: Any = None
        self._turn: Turn = "free"
        self._started = b""
        self._spilling = False
        self._kind = ""

    def take(self, event: Event) -> Any:
        """Check one event against what is open, and note what it opens; its body."""
        body = body_of(event)
        if (event.kind == "start") != (event.seq == 0):
            raise Wrong("a game has one start, and nothing comes before it")
        if event.kind != "more":
            self._begin(event, body)
        elif not self._spilling:
            raise Wrong("facts go on although the event before was complete")
        for fact in event.facts:
            if fact["type"] == "Ended":
                self.result = fact["outcome"]
        self._settle(event.next)
        return body

    def _begin(self, event: Event, body: Any) -> None:
        if self.is_cut_short:
            raise Wrong("the event before does not say what play waits for")
        if self.seeds:
            raise Wrong("the game had ended before")
        if self.is_over and event.kind != "end":
            raise Wrong("only the end may follow the outcome")
        self._kind, self._turn = event.kind, "same"
        STEPS.get(event.kind, Record._control)(self, event, body)

    @property
    def is_over(self) -> bool:
        return self.open is not None and self.open.outcome is not UNSET

    @property
    def request(self) -> Request | None:
        return None if self.open is None or self.open.chance is UNSET else self.open.chance

    @property
    def is_cut_short(self) -> bool:
        return self._spilling and self.context is not None

    def _start(self, event: Event, start: Start) -> None:
        self._turn, self.start, self._started = "free", start, canon(event.body)
        if {TABLE, *start.seats} != set(start.seeds) or TABLE in start.seats:
            raise Wrong("start must commit to one seed for the table and one for each seat")
        for house in start.houses:
            if house.name in self.houses:
                raise Wrong(f"two houses are called {house.name}")
            self.houses[house.name] = read_house(house.key)
        if not start.houses:
            raise Wrong("start names no dice house")

    def _join(self, event: Event, join: Join) -> None:
        if self.context is not None:
            raise Wrong("nobody can join after play began")
        if join.side not in self.start.seats or join.side in self.phrases:
            raise Wrong(f"{join.side} has no seat left to take")
        self.phrases[join.side], self._turn = join.phrase, "free"

    def _answer(self, event: Event, answer: Answer) -> None:
        asked = Asked(answer.side, answer.question, answer.case)
        if asked not in self.group:
            raise Wrong(f"nobody had asked {answer.side} for {answer.question} ({answer.case})")
        if len(self.group) > 1 and not answer.is_sealed:
            raise Wrong(f"{answer.side} answered openly what several sides were asked at once")
        self.answers[answer.side] = answer
        if len(self.answers) < len(self.group):
            self._turn = "rest"
            if event.facts:
                raise Wrong("facts follow an answer while other sides are still asked")
            return
        assert self.context is not None
        self.context = self.context.answered(self.answers.values())
        self._turn = "free"

    def _chance(self, event: Event, chance: ChanceBody) -> None:
        if self.request != Request(chance.roll, chance.spec, chance.case):
            raise Wrong(f"roll {chance.roll} ({chance.spec}) was not what play waited for")
        assert self.context is not None
        text = message(self.start.origin, event.game, chance.roll, chance.spec, self.context.value)
        combined = combine(text, self._signatures(chance, text))
        if is_secret(chance.spec):
            self.secrets.append(Secret(chance.roll, chance.spec, combined))
        due = None if is_secret(chance.spec) else faces(chance.spec, combined)
        if chance.outcome != due:
            said = f"roll {chance.roll} shows {shown(chance.outcome)}"
            raise Wrong(f"{said}, but the signatures give {shown(due)}")
        self._turn = "free"

    def _signatures(self, chance: ChanceBody, text: bytes) -> list[bytes]:
        if len(chance.signatures) != len(self.houses):
            raise Wrong(f"roll {chance.roll} is not signed by every house of the game")
        found = []
        for (name, public), encoded in zip(self.houses.items(), chance.signatures, strict=True):
            signature = unbase64(encoded)
            if not is_answer(public, signature, text):
                raise Wrong(f"the house {name} did not sign roll {chance.roll} for these decisions")
            found.append(signature)
        return found

    def _control(self, event: Event, body: Any) -> None:
        if hasattr(body, "side") and body.side not in self.start.seats:
            raise Wrong(f"{body.side} has no seat in this game")
        if event.facts and event.kind not in CORRECTING:
            raise Wrong(f"an event of the kind {event.kind} carries no facts")
        if event.facts and self.request is None:
            self._turn = "free"

    def _again(self, event: Event, body: Excuse | Void) -> None:
        if not CONSENTS_ARE_PROVEN:
            said = f"an event of the kind {event.kind} stands here, but rolls cannot be given up"
            raise Wrong(f"{said}: the consent of the sides is not proven")
        if self.request is None or self.request.roll != body.roll:
            raise Wrong(f"roll {body.roll} was not open")
        if event.facts:
            raise Wrong(f"an event of the kind {event.kind} carries no facts")
        if sorted(body.consents) != sorted(self.start.seats):
            raise Wrong(f"not all sides agreed to the {event.kind} of roll {body.roll}")
        self._turn = "again"
        if isinstance(body, Excuse):
            if body.house not in self.houses or len(self.houses) == 1:
                raise Wrong(f"the house {body.house} cannot be excused")
            del self.houses[body.house]

    def _end(self, event: Event, end: End) -> None:
        if not self.is_over or self.open is None or end.result != self.open.outcome:
            raise Wrong("the result is not the outcome that play had reached")
        if end.seeds.keys() != self.start.seeds.keys():
            raise Wrong("not all seeds are revealed")
        for name, text in end.seeds.items():
            seed = bytes.fromhex(text)
            if seed_commitment(event.game, name, seed) != self.start.seeds[name]:
                raise Wrong(f"the seed of {name} is not the one that start committed to")
            self.seeds[name] = seed

    def _settle(self, then: Next | None) -> None:
        self._spilling = then is None
        if then is None:
            return
        if then.outcome != (UNSET if self.result is None else self.result):
            raise Wrong("the facts and `next` do not agree whether and how the game is over")
        if then.outcome is UNSET:
            self._go_on(then)
        self.open = then

    def _go_on(self, then: Next) -> None:
        if self._turn == "same" and then != self.open:
            raise Wrong(f"an event of the kind {self._kind} must not change what play waits for")
        elif self._turn == "rest" and then.ask != self.unanswered():
            raise Wrong("play must go on waiting for the sides that have not answered")
        elif self._turn == "again":
            self._asked_again(then)
        if self._turn in ("free", "again"):
            self._wait(then)

    def unanswered(self) -> tuple[Asked, ...]:
        return tuple(asked for asked in self.group if asked.side not in self.answers)

    def _asked_again(self, then: Next) -> None:
        was = self.request
        assert was is not None
        if then.chance != Request(was.roll + 1, was.spec, was.case):
            raise Wrong(f"roll {was.roll} must be asked again under the next number")

    def _wait(self, then: Next) -> None:
        if self.context is None:
            self.context = Context.begin(self._started, self.phrases)
        self.group, self.answers = (), {}
        if then.ask is not UNSET:
            self._ask(then.ask)
        if then.chance is not UNSET:
            self._request(then.chance)

    def _ask(self, group: tuple[Asked, ...]) -> None:
        sides = [asked.side for asked in group]
        if not sides or len(set(sides)) < len(sides) or not set(sides) <= set(self.start.seats):
            raise Wrong("play must wait for sides that have a seat, each once")
        self.group = group

    def _request(self, request: Request) -> None:
        if request.roll != self.rolls + 1:
            raise Wrong(f"roll {request.roll} is asked for, but {self.rolls + 1} comes next")
        read_spec(request.spec)
        self.rolls = request.roll


STEPS: dict[str, Callable[[Record, Event, Any], None]] = {
    "start": Record._start,
    "join": Record._join,
    "answer": Record._answer,
    "chance": Record._chance,
    "excuse": Record._again,
    "void": Record._again,
    "end": Record._end,
}


def shown(outcome: Sequence[int] | None) -> str:
    return "nothing" if outcome is None else ", ".join(map(str, outcome))
