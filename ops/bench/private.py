"""A migrated database to throw away, on a private server that really writes to disk."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ops.launcher import roles
from ops.launcher.servers import Servers
from ops.migrations.run import upgrade


@contextmanager
def database() -> Iterator[str]:
    """Its address, as the role that owns the tables."""
    with (
        tempfile.TemporaryDirectory(prefix="fieldpost-") as folder,
        Servers(Path(folder), valkey=False) as servers,
    ):
        assert servers.postgres
        owner = servers.postgres.url("fieldpost_owner", "fieldpost")
        app = servers.postgres.url("fieldpost_app", "fieldpost")
        roles.prepare(servers.postgres.url(), owner, app)
        upgrade(owner, role="fieldpost_app")
        yield owner
