"""Real servers for the tests: those that ops/test has started, or private ones for bare pytest."""

import os
import tempfile
from collections.abc import Iterator

import pytest

from ops.launcher.servers import Servers

POSTGRES = "FIELDPOST_TEST_POSTGRES_URL"
REDIS = "FIELDPOST_TEST_REDIS_URL"

# Before any test module reads the settings: nothing may touch the state of a running service.
STATE = tempfile.TemporaryDirectory(prefix="fieldpost-") if POSTGRES not in os.environ else None
if STATE:
    os.environ["FIELDPOST_VAR_DIR"] = STATE.name


def pytest_unconfigure() -> None:
    if STATE:
        STATE.cleanup()


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Private servers with fast settings, started only if a test asks and none are given."""
    folder = tmp_path_factory.mktemp("servers")
    with Servers(folder, durable=False) as running:
        yield running


@pytest.fixture(scope="session")
def postgres_url(request: pytest.FixtureRequest) -> str:
    """The database named postgres, as a superuser; make databases of your own from there."""
    if url := os.environ.get(POSTGRES):
        return url
    servers: Servers = request.getfixturevalue("servers")
    assert servers.postgres
    return servers.postgres.url()


@pytest.fixture(scope="session")
def redis_url(request: pytest.FixtureRequest) -> str:
    """A queue server; all tests share it, so use keys of your own."""
    if url := os.environ.get(REDIS):
        return url
    servers: Servers = request.getfixturevalue("servers")
    assert servers.valkey
    return servers.valkey.url
