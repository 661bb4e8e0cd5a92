"""The two roles and the database: one role owns the tables, the plain one is what everything uses.

Names and passwords are those of the given addresses. Everything may be there already.
"""

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict


def prepare(admin_url: str, owner_url: str, app_url: str) -> None:
    owner, app = conninfo_to_dict(owner_url), conninfo_to_dict(app_url)
    with psycopg.connect(admin_url, autocommit=True) as admin:
        for role in (owner, app):
            make_role(admin, str(role["user"]), role.get("password"))
        make_database(admin, str(owner["dbname"]), str(owner["user"]))


def make_role(admin: psycopg.Connection, name: str, password: object) -> None:
    if not exists(admin, "SELECT 1 FROM pg_roles WHERE rolname = %s", name):
        admin.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(name)))
    if password is not None:
        statement = sql.SQL("ALTER ROLE {} PASSWORD {}")
        admin.execute(statement.format(sql.Identifier(name), sql.Literal(password)))


def make_database(admin: psycopg.Connection, name: str, owner: str) -> None:
    if not exists(admin, "SELECT 1 FROM pg_database WHERE datname = %s", name):
        statement = sql.SQL("CREATE DATABASE {} OWNER {}")
        admin.execute(statement.format(sql.Identifier(name), sql.Identifier(owner)))


def exists(admin: psycopg.Connection, query: str, name: str) -> bool:
    return admin.execute(query.encode(), (name,)).fetchone() is not None
