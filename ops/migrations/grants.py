"""What the plain application role may do; given anew after every upgrade."""

from sqlalchemy import Connection, text

KEPT = ("event", "secret")  # append-only: what is sealed with a seed must stay openable
STEPS = "alembic_version"


def grant(connection: Connection, role: str) -> None:
    """Nothing is given to the owner itself, nor to a role that is not there."""
    if not is_other_role(connection, role):
        return
    name = connection.dialect.identifier_preparer.quote_identifier(role)
    for statement in statements(name):
        connection.execute(text(statement))


def is_other_role(connection: Connection, role: str) -> bool:
    query = text("SELECT 1 FROM pg_roles WHERE rolname = :role AND rolname <> current_user")
    return connection.execute(query, {"role": role}).first() is not None


def statements(name: str) -> list[str]:
    everything = "ALL TABLES IN SCHEMA public"
    return [
        f"GRANT USAGE ON SCHEMA public TO {name}",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON {everything} TO {name}",
        f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {name}",
        *(f"REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM {name}" for table in KEPT),
        f"REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON {STEPS} FROM {name}",
    ]
