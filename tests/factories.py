"""One factory per table. They write to the session of `writing_to` and flush, never commit."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import factory
from factory.alchemy import SQLAlchemyModelFactory
from sqlmodel import Session

from service import models

_session: ContextVar[Session] = ContextVar("session")


@contextmanager
def writing_to(session: Session) -> Iterator[Session]:
    token = _session.set(session)
    try:
        yield session
    finally:
        _session.reset(token)


class Factory(SQLAlchemyModelFactory):
    class Meta:
        abstract = True
        sqlalchemy_session_factory = _session.get
        sqlalchemy_session_persistence = "flush"


def key_of(owner: Any) -> Any:
    """The key of another row that the factory has made."""
    return None if owner is None else owner.id


class PlayerFactory(Factory):
    class Meta:
        model = models.Player

    id = factory.Sequence(lambda n: f"p{n:010d}")
    name = factory.Sequence(lambda n: f"Player {n}")
    address = factory.Sequence(lambda n: f"Player{n}@club.example")
    folded = factory.LazyAttribute(lambda made: made.address.casefold())
    zone = "Europe/Vienna"


class GameFactory(Factory):
    class Meta:
        model = models.Game

    id = factory.Sequence(lambda n: f"game{n}")
    title = "skirmish"
    scenario = "first"
    edition = "1"


class OfGame(Factory):
    class Meta:
        abstract = True
        exclude = ("in_game",)

    in_game = factory.SubFactory(GameFactory)
    game = factory.LazyAttribute(lambda made: key_of(made.in_game))


class SeatFactory(OfGame):
    class Meta:
        model = models.Seat
        exclude = ("in_game", "by_player")

    by_player = factory.SubFactory(PlayerFactory)
    side = factory.Sequence(lambda n: f"side{n}")
    player = factory.LazyAttribute(lambda made: key_of(made.by_player))


class SecretFactory(OfGame):
    class Meta:
        model = models.Secret

    name = "table"
    seed = bytes(range(32))


class EventFactory(OfGame):
    class Meta:
        model = models.Event

    seq = factory.Sequence(int)
    canon = factory.LazyAttribute(lambda made: b'{"seq":%d}' % made.seq)
    sig = bytes(64)
    leaf = factory.LazyAttribute(lambda made: sha256(b"\0" + made.canon).digest())


class SnapshotFactory(OfGame):
    class Meta:
        model = models.Snapshot

    seq = 0
    board = b"{}"


class OutboxFactory(OfGame):
    class Meta:
        model = models.Outbox
        exclude = ("in_game", "to_player")

    to_player = factory.SubFactory(PlayerFactory)
    player = factory.LazyAttribute(lambda made: key_of(made.to_player))
    key = factory.Sequence(lambda n: f"turn:{n}")
    kind = "turn"
    subject = "Your turn"
    body = "It is your turn."


class SubmissionFactory(OfGame):
    class Meta:
        model = models.Submission
        exclude = ("in_game", "by_player")

    by_player = factory.SubFactory(PlayerFactory)
    player = factory.LazyAttribute(lambda made: key_of(made.by_player))
    side = "red"
    door = "mail"
    raw = factory.Sequence(lambda n: b"Subject: orders %d\r\n\r\nmove all\r\n" % n)
    sha256 = factory.LazyAttribute(lambda made: sha256(made.raw).digest())
    key = factory.LazyAttribute(lambda made: f"{made.door}:{made.sha256.hex()}")
    state = "new"
    finished_at = factory.LazyAttribute(
        lambda made: None if made.state == "new" else datetime.now(UTC)
    )


class SheetFactory(OfGame):
    class Meta:
        model = models.Sheet

    side = "red"
    text = "move all"
    state = "pending"


class StandingFactory(OfGame):
    class Meta:
        model = models.Standing

    side = "red"
    question = "losses"
    text = "weakest first"


class IncidentFactory(OfGame):
    class Meta:
        model = models.Incident

    kind = "held"
    text = "The audit found a difference."


FACTORIES: tuple[type[Factory], ...] = (
    PlayerFactory,
    GameFactory,
    SeatFactory,
    SecretFactory,
    EventFactory,
    SnapshotFactory,
    OutboxFactory,
    SubmissionFactory,
    SheetFactory,
    StandingFactory,
    IncidentFactory,
)
