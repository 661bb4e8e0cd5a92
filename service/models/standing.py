from sqlmodel import SQLModel

from service.models.columns import reference, words


class Standing(SQLModel, table=True):
    """A policy that a side filed for one kind of question."""

    __tablename__ = "standing"

    game: str = reference("game.id", primary_key=True)
    side: str = words(primary_key=True)
    question: str = words(primary_key=True)
    text: str = words()
