"""Alembic reads this file: it runs the steps on the connection that `run` hands over."""

from alembic import context
from sqlmodel import SQLModel

import service.models  # noqa: F401  fills the metadata that a new step is compared with

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
