from datetime import datetime

from sqlalchemy import CheckConstraint, Index, text
from sqlmodel import Field, SQLModel

from service.models.columns import big, octets, reference, stamped

ROLLED = text("roll IS NOT NULL")  # most events roll nothing, and spare the second index


class Event(SQLModel, table=True):
    """One signed event. Written by `store`, read by `store`, changed by nobody.

    `canon` are the signed bytes. `private` are the facts as the server knows them, outside
    the signed log, and hold canonical choices only: nothing here is ever erased.
    """

    __tablename__ = "event"
    __table_args__ = (
        Index("event_game_roll", "game", "roll", unique=True, postgresql_where=ROLLED),
        CheckConstraint("seq >= 0", name="event_seq_check"),
        CheckConstraint("octet_length(canon) BETWEEN 1 AND 65535", name="event_canon_check"),
        CheckConstraint("octet_length(sig) = 64", name="event_sig_check"),
        CheckConstraint("octet_length(leaf) = 32", name="event_leaf_check"),
    )

    game: str = reference("game.id", primary_key=True)
    seq: int = big(primary_key=True)
    canon: bytes = octets()
    sig: bytes = octets()
    leaf: bytes = octets()
    private: bytes | None = octets(default=None)
    roll: int | None = Field(default=None)
    at: datetime = stamped()
