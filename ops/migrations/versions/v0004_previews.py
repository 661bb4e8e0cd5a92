"""A preview waits beside the orders in force, and no longer in their place."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("ALTER TABLE sheet DROP CONSTRAINT sheet_pkey")
    op.execute("ALTER TABLE sheet ADD CONSTRAINT sheet_pkey PRIMARY KEY (game, side, state)")


def downgrade() -> None:
    op.execute(
        "DELETE FROM sheet a USING sheet b WHERE a.game = b.game AND a.side = b.side"
        " AND a.state = 'preview' AND b.state = 'pending'"
    )
    op.execute("ALTER TABLE sheet DROP CONSTRAINT sheet_pkey")
    op.execute("ALTER TABLE sheet ADD CONSTRAINT sheet_pkey PRIMARY KEY (game, side)")
