from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, Index, UniqueConstraint, text
from sqlmodel import SQLModel

from service.models.columns import (
    big,
    counter,
    document,
    moment,
    octets,
    one_of,
    reference,
    small,
    stamped,
    state,
    words,
)

DOORS = ("mail", "form", "api", "clock")
STATES = ("new", "applied", "refused", "shunted", "ignored")


class Submission(SQLModel, table=True):
    """What came in, raw, before anybody was told "received"; `received_at` is the time that counts.

    The same `key` is the same submission, whatever is sent how often. A key holds hashes, ids
    and tokens, never an address.
    """

    __tablename__ = "submission"
    __table_args__ = (
        UniqueConstraint("key", name="submission_key_key"),
        one_of("submission", "door", *DOORS),
        one_of("submission", "state", *STATES),
        CheckConstraint("octet_length(sha256) = 32", name="submission_sha256_check"),
        CheckConstraint(
            "(state = 'new') = (finished_at IS NULL)", name="submission_finished_check"
        ),
        Index("submission_new", "id", postgresql_where=text("state = 'new'")),
        Index("submission_game", "game"),
        Index("submission_player", "player"),
    )

    id: int = counter()
    key: str = words()
    door: str = words()
    raw: bytes = octets(wording=True)
    sha256: bytes = octets()
    game: str | None = reference("game.id", nullable=True)
    player: str | None = reference("player.id", nullable=True)
    side: str | None = words(default=None)
    received_at: datetime = stamped()
    state: str = state("new")
    reasons: list[Any] = document("[]", wording=True)
    traceback: str | None = words(wording=True, default=None)
    attempts: int = small()
    finished_at: datetime | None = moment()
    seq: int | None = big(default=None)
    reply: int | None = big(default=None, foreign_key="outbox.id")
