from sqlalchemy import CheckConstraint, Index
from sqlmodel import SQLModel

from service.models.columns import reference, words


class Seat(SQLModel, table=True):
    """Who plays a side: a player, a practice opponent, or nobody yet."""

    __tablename__ = "seat"
    __table_args__ = (
        CheckConstraint("player IS NULL OR bot IS NULL", name="seat_one_check"),
        Index("seat_player", "player"),
    )

    game: str = reference("game.id", primary_key=True)
    side: str = words(primary_key=True)
    player: str | None = reference("player.id", nullable=True)
    bot: str | None = words(default=None)
