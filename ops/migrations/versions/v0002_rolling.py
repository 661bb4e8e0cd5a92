"""Games that wait for dice, so that a roll whose worker died is found again."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE game ADD COLUMN rolling boolean NOT NULL DEFAULT false")
    op.execute("CREATE INDEX game_rolling ON game (id) WHERE rolling")


def downgrade() -> None:
    op.execute("DROP INDEX game_rolling")
    op.execute("ALTER TABLE game DROP COLUMN rolling")
