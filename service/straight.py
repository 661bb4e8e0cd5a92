"""One statement straight through libpq, for the two that every event needs.

psycopg's cursors cost more than the statements themselves when events are committed one by one:
side by side, 8 writers on 2 cores reached 0.56 of the commits of bare inserts with them and 0.63
without. The price: it does not work in pipeline mode, and Ctrl-C waits for the answer.
"""

from collections.abc import Sequence

from psycopg import errors
from psycopg.pq import Escaping, ExecStatus, Format, TransactionStatus
from psycopg.pq.abc import PGresult

from service.database import Connection

TEXT, INT8, BYTEA, INT4 = 25, 20, 17, 23
GOOD = (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK)


def locked_head(conn: Connection, game: str) -> tuple[bytes | None, bytes | None] | None:
    """Begins the transaction, locks and reads the head in one round trip, as text."""
    query = b"SELECT seq, leaf FROM locked_head(%b)" % Escaping(conn.pgconn).escape_literal(
        game.encode()
    )
    if conn.pgconn.transaction_status == TransactionStatus.IDLE:
        query = begin(conn) + query
    found = checked(conn, conn.pgconn.exec_(query))
    return (found.get_value(0, 0), found.get_value(0, 1)) if found.ntuples else None


def begin(conn: Connection) -> bytes:
    if conn.autocommit:
        raise RuntimeError("the lock of a game ends with the transaction, and there is none")
    return b"BEGIN; "


def execute(
    conn: Connection, command: bytes, values: Sequence[bytes | None], types: Sequence[int]
) -> PGresult:
    """In a transaction that runs already, as after `locked_head`."""
    formats = [Format.BINARY] * len(types)
    return checked(conn, conn.pgconn.exec_params(command, values, types, formats, Format.BINARY))


def checked(conn: Connection, result: PGresult) -> PGresult:
    if result.status not in GOOD:
        raise errors.error_from_result(result, encoding=conn.info.encoding)
    return result


def integer(value: int | None, size: int) -> bytes | None:
    return None if value is None else value.to_bytes(size, "big", signed=True)
