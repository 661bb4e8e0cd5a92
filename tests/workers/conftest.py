from collections.abc import Iterator

import pytest

from tests.club import Club, club, forget
from tests.service.conftest import clone, database, template
from tests.workers.doors import Doors, free_port

__all__ = ["clone", "club", "database", "template"]


@pytest.fixture
def doors(club: Club, monkeypatch: pytest.MonkeyPatch) -> Iterator[Doors]:
    """The mail gateway in a thread of this process, on loopback."""
    monkeypatch.setenv("FIELDPOST_LMTP_PORT", str(free_port()))
    monkeypatch.setenv("FIELDPOST_SMTP_PORT", str(free_port()))
    forget()
    with Doors() as running:
        yield running
