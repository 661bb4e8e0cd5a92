"""The event store and everything around it."""

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TABLES = (
    """
    CREATE TABLE player (
        id text PRIMARY KEY,
        name text,
        address text,
        folded text CONSTRAINT player_folded_key UNIQUE,
        zone text,
        play_at_once boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        erased_at timestamptz
    )
    """,
    "CREATE SEQUENCE game_number",
    """
    CREATE TABLE game (
        id text PRIMARY KEY,
        number bigint NOT NULL DEFAULT nextval('game_number') CONSTRAINT game_number_key UNIQUE,
        title text NOT NULL,
        scenario text NOT NULL,
        edition text NOT NULL,
        options jsonb NOT NULL DEFAULT '{}'::jsonb,
        state text NOT NULL DEFAULT 'open'
            CONSTRAINT game_state_check CHECK (state IN ('open', 'held', 'over')),
        held_reason text,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        ended_at timestamptz
    )
    """,
    """
    CREATE TABLE seat (
        game text NOT NULL REFERENCES game,
        side text NOT NULL,
        player text REFERENCES player,
        bot text,
        PRIMARY KEY (game, side),
        CONSTRAINT seat_one_check CHECK (player IS NULL OR bot IS NULL)
    )
    """,
    "CREATE INDEX seat_player ON seat (player)",
    """
    CREATE TABLE secret (
        game text NOT NULL REFERENCES game,
        name text NOT NULL,
        seed bytea NOT NULL,
        PRIMARY KEY (game, name)
    )
    """,
    """
    CREATE TABLE event (
        game text NOT NULL REFERENCES game,
        seq bigint NOT NULL CONSTRAINT event_seq_check CHECK (seq >= 0),
        canon bytea NOT NULL
            CONSTRAINT event_canon_check CHECK (octet_length(canon) BETWEEN 1 AND 65535),
        sig bytea NOT NULL CONSTRAINT event_sig_check CHECK (octet_length(sig) = 64),
        leaf bytea NOT NULL CONSTRAINT event_leaf_check CHECK (octet_length(leaf) = 32),
        private bytea,
        roll integer,
        at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (game, seq)
    )
    """,
    "CREATE UNIQUE INDEX event_game_roll ON event (game, roll) WHERE roll IS NOT NULL",
    """
    CREATE TABLE snapshot (
        game text NOT NULL REFERENCES game,
        seq bigint NOT NULL,
        board bytea NOT NULL,
        PRIMARY KEY (game, seq)
    )
    """,
    """
    CREATE TABLE outbox (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key text NOT NULL CONSTRAINT outbox_key_key UNIQUE,
        player text REFERENCES player,
        game text REFERENCES game,
        kind text NOT NULL,
        subject text NOT NULL,
        body text NOT NULL,
        headers jsonb NOT NULL DEFAULT '{}'::jsonb,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        sent_at timestamptz,
        attempts integer NOT NULL DEFAULT 0,
        error text
    )
    """,
    "CREATE INDEX outbox_unsent ON outbox (id) WHERE sent_at IS NULL",
    "CREATE INDEX outbox_game ON outbox (game)",
    "CREATE INDEX outbox_player ON outbox (player)",
    """
    CREATE TABLE submission (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key text NOT NULL CONSTRAINT submission_key_key UNIQUE,
        door text NOT NULL
            CONSTRAINT submission_door_check CHECK (door IN ('mail', 'form', 'api', 'clock')),
        raw bytea NOT NULL,
        sha256 bytea NOT NULL CONSTRAINT submission_sha256_check CHECK (octet_length(sha256) = 32),
        game text REFERENCES game,
        player text REFERENCES player,
        side text,
        received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        state text NOT NULL DEFAULT 'new' CONSTRAINT submission_state_check
            CHECK (state IN ('new', 'applied', 'refused', 'shunted', 'ignored')),
        reasons jsonb NOT NULL DEFAULT '[]'::jsonb,
        traceback text,
        attempts integer NOT NULL DEFAULT 0,
        finished_at timestamptz,
        seq bigint,
        reply bigint REFERENCES outbox,
        CONSTRAINT submission_finished_check CHECK ((state = 'new') = (finished_at IS NULL))
    )
    """,
    "CREATE INDEX submission_new ON submission (id) WHERE state = 'new'",
    "CREATE INDEX submission_game ON submission (game)",
    "CREATE INDEX submission_player ON submission (player)",
    """
    CREATE TABLE sheet (
        game text NOT NULL REFERENCES game,
        side text NOT NULL,
        text text NOT NULL,
        cursor jsonb NOT NULL DEFAULT '{}'::jsonb,
        state text NOT NULL DEFAULT 'pending'
            CONSTRAINT sheet_state_check CHECK (state IN ('pending', 'preview')),
        submission bigint REFERENCES submission,
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (game, side)
    )
    """,
    """
    CREATE TABLE standing (
        game text NOT NULL REFERENCES game,
        side text NOT NULL,
        question text NOT NULL,
        text text NOT NULL,
        PRIMARY KEY (game, side, question)
    )
    """,
    """
    CREATE TABLE incident (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text NOT NULL,
        game text REFERENCES game,
        text text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )
    """,
)

# Without ALWAYS a session that plays a replica would pass by; a rule would pass in silence.
APPEND_ONLY = (
    """
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'the event log is append-only: % of % is refused', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END $$
    """,
    """
    CREATE TRIGGER event_keeps_rows BEFORE UPDATE OR DELETE ON event
        FOR EACH ROW EXECUTE FUNCTION refuse_change()
    """,
    """
    CREATE TRIGGER event_keeps_all BEFORE TRUNCATE ON event
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
    """,
    "ALTER TABLE event ENABLE ALWAYS TRIGGER event_keeps_rows",
    "ALTER TABLE event ENABLE ALWAYS TRIGGER event_keeps_all",
)

# Two statements in a volatile function: the second sees what was committed while the first
# waited. One statement would look with a snapshot that is older than the lock.
LOCKED_HEAD = """
    CREATE FUNCTION locked_head(wanted text) RETURNS TABLE (seq bigint, leaf bytea)
    LANGUAGE sql VOLATILE AS $$
        SELECT pg_advisory_xact_lock(number) FROM game WHERE id = wanted;
        SELECT last.seq, last.leaf FROM game LEFT JOIN LATERAL (
            SELECT e.seq, e.leaf FROM event e WHERE e.game = wanted ORDER BY e.seq DESC LIMIT 1
        ) AS last ON true WHERE game.id = wanted;
    $$
"""

DROPPED = (
    "incident, standing, sheet, submission, outbox, snapshot, event, secret, seat, game, player"
)


def upgrade() -> None:
    for statement in (*TABLES, *APPEND_ONLY, LOCKED_HEAD):
        op.execute(statement)


def downgrade() -> None:
    """Ends everything, and so refuses while a single event is kept."""
    op.execute(
        "DO $$ BEGIN IF EXISTS (SELECT FROM event) THEN "
        "RAISE EXCEPTION 'there are events, which nothing may remove'; END IF; END $$"
    )
    op.execute(f"DROP TABLE {DROPPED}")
    op.execute("DROP SEQUENCE game_number")
    op.execute("DROP FUNCTION refuse_change(), locked_head(text)")
