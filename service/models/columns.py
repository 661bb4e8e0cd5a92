"""Columns that the tables share."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Identity,
    Integer,
    LargeBinary,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlmodel import Field

NOW = text("clock_timestamp()")  # now() would stand still at the start of the transaction


def words(wording: bool = False, **options: Any) -> Any:
    """Text. Marked as wording, it may name a person, and erasing looks into it."""
    return Field(sa_type=Text, sa_column_kwargs={"info": {"wording": wording}}, **options)


def state(first: str, **options: Any) -> Any:
    """One word of a closed list, beginning with `first`; the table checks it by `one_of`."""
    kwargs = {"server_default": first}
    return Field(default=first, sa_type=Text, sa_column_kwargs=kwargs, **options)


def octets(wording: bool = False, **options: Any) -> Any:
    kwargs = {"info": {"wording": wording}}
    return Field(sa_type=LargeBinary, sa_column_kwargs=kwargs, **options)


def document(default: str = "{}", wording: bool = False) -> Any:
    """JSON that nobody signs: signed bytes are never kept as jsonb."""
    kwargs = {"info": {"wording": wording}, "server_default": text(f"'{default}'::jsonb")}
    factory = list if default == "[]" else dict
    return Field(default_factory=factory, sa_type=JSONB, sa_column_kwargs=kwargs)


def reference(target: str, nullable: bool = False, primary_key: bool = False) -> Any:
    """A key of another table. Nothing cascades: events must never go with what they name."""
    link = ForeignKey(target)
    given: dict[str, Any] = {"default": None} if nullable else {}
    return Field(
        sa_type=Text,
        sa_column_args=[link],
        nullable=nullable,
        primary_key=primary_key,
        **given,
    )


def counter() -> Any:
    """A number that the database gives, and nobody else."""
    return Field(
        default=None, primary_key=True, sa_type=BigInteger, sa_column_args=[Identity(always=True)]
    )


def big(**options: Any) -> Any:
    return Field(sa_type=BigInteger, **options)


def small(default: int = 0) -> Any:
    kwargs = {"server_default": text(str(default))}
    return Field(default=default, sa_type=Integer, sa_column_kwargs=kwargs)


def stamped() -> Any:
    """The moment of writing, by the database's clock."""
    kwargs = {"server_default": NOW, "nullable": False}
    return Field(default=None, sa_type=DateTime(timezone=True), sa_column_kwargs=kwargs)


def moment() -> Any:
    """A time that may not have come yet."""
    return Field(default=None, nullable=True, sa_type=DateTime(timezone=True))


def one_of(table: str, column: str, *choices: str) -> CheckConstraint:
    listed = ", ".join(f"'{choice}'" for choice in choices)
    return CheckConstraint(f"{column} IN ({listed})", name=f"{table}_{column}_check")
