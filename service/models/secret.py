from sqlmodel import SQLModel

from service.models.columns import octets, reference, words


class Secret(SQLModel, table=True):
    """The seed behind a game's commitments: of the table, or of one side."""

    __tablename__ = "secret"

    game: str = reference("game.id", primary_key=True)
    name: str = words(primary_key=True)
    seed: bytes = octets()
