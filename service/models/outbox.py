from datetime import datetime
from typing import Any

from sqlalchemy import Index, UniqueConstraint, text
from sqlmodel import SQLModel

from service.models.columns import (
    counter,
    document,
    moment,
    reference,
    small,
    stamped,
    words,
)


class Outbox(SQLModel, table=True):
    """A mail to send, written together with the events it tells of.

    The same `key` is the same mail. A key holds ids and numbers, never an address.
    """

    __tablename__ = "outbox"
    __table_args__ = (
        UniqueConstraint("key", name="outbox_key_key"),
        Index("outbox_unsent", "id", postgresql_where=text("sent_at IS NULL")),
        Index("outbox_game", "game"),
        Index("outbox_player", "player"),
    )

    id: int = counter()
    key: str = words()
    player: str | None = reference("player.id", nullable=True)
    game: str | None = reference("game.id", nullable=True)
    kind: str = words()
    subject: str = words(wording=True)
    body: str = words(wording=True)
    headers: dict[str, Any] = document(wording=True)
    created_at: datetime = stamped()
    sent_at: datetime | None = moment()
    attempts: int = small()
    error: str | None = words(wording=True, default=None)
