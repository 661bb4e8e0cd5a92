from datetime import datetime

from sqlmodel import SQLModel

from service.models.columns import counter, reference, stamped, words


class Incident(SQLModel, table=True):
    """Something that the admin must know: a held game, an alarm of a house or of the audit."""

    __tablename__ = "incident"

    id: int = counter()
    kind: str = words()
    game: str | None = reference("game.id", nullable=True)
    text: str = words(wording=True)
    created_at: datetime = stamped()
