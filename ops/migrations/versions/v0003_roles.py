"""What a player may do beyond playing, and the hash of a password where one was chosen."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "ALTER TABLE player ADD COLUMN role text NOT NULL DEFAULT 'player' CONSTRAINT"
        " player_role_check CHECK (role IN ('player', 'organiser', 'admin'))"
    )
    op.execute("ALTER TABLE player ADD COLUMN password text")


def downgrade() -> None:
    op.execute("ALTER TABLE player DROP COLUMN password, DROP COLUMN role")
