from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Index, Sequence, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from service.models.columns import document, moment, one_of, stamped, state, words

STATES = ("open", "held", "over")
NUMBERS = Sequence("game_number", metadata=SQLModel.metadata)


class Game(SQLModel, table=True):
    """One played game. Its number is what the advisory lock takes; its id stands in events."""

    __tablename__ = "game"
    __table_args__ = (
        UniqueConstraint("number", name="game_number_key"),
        one_of("game", "state", *STATES),
        Index("game_rolling", "id", postgresql_where=text("rolling")),
    )

    id: str = words(primary_key=True)
    number: int = Field(
        default=None,
        sa_type=BigInteger,
        sa_column_kwargs={"server_default": NUMBERS.next_value(), "nullable": False},
    )
    title: str = words()
    scenario: str = words()
    edition: str = words()
    options: dict[str, Any] = document()
    state: str = state("open")
    rolling: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    held_reason: str | None = words(wording=True, default=None)
    created_at: datetime = stamped()
    ended_at: datetime | None = moment()
