from sqlmodel import SQLModel

from service.models.columns import big, octets, reference


class Snapshot(SQLModel, table=True):
    """A board as it stood after an event; a cache that can be dropped at any time."""

    __tablename__ = "snapshot"

    game: str = reference("game.id", primary_key=True)
    seq: int = big(primary_key=True)
    board: bytes = octets()
