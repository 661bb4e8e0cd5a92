from datetime import datetime

from sqlalchemy import UniqueConstraint, text
from sqlmodel import Field, SQLModel

from service.models.columns import moment, one_of, stamped, state, words

ROLES = ("player", "organiser", "admin")


class Player(SQLModel, table=True):
    """A person. Erased, only the pseudonymous id stays, and events know nothing else."""

    __tablename__ = "player"
    __table_args__ = (
        UniqueConstraint("folded", name="player_folded_key"),
        one_of("player", "role", *ROLES),
    )

    id: str = words(primary_key=True)
    name: str | None = words(wording=True, default=None)
    address: str | None = words(wording=True, default=None)
    folded: str | None = words(wording=True, default=None)
    zone: str | None = words(wording=True, default=None)
    play_at_once: bool = Field(default=False, sa_column_kwargs={"server_default": text("false")})
    role: str = state("player")
    password: str | None = words(wording=True, default=None)  # argon2; None: nobody can sign in
    created_at: datetime = stamped()
    erased_at: datetime | None = moment()
