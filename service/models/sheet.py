from datetime import datetime
from typing import Any

from sqlmodel import SQLModel

from service.models.columns import big, document, one_of, reference, stamped, state, words

STATES = ("pending", "preview")


class Sheet(SQLModel, table=True):
    """Orders that wait for play to return, or for their owner's `go`."""

    __tablename__ = "sheet"
    __table_args__ = (one_of("sheet", "state", *STATES),)

    game: str = reference("game.id", primary_key=True)
    side: str = words(primary_key=True)
    state: str = state("pending", primary_key=True)
    text: str = words()
    cursor: dict[str, Any] = document()
    submission: int | None = big(default=None, foreign_key="submission.id")
    updated_at: datetime = stamped()
