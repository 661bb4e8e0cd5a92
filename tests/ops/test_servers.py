"""Private Postgres and Valkey, for real."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import redis

from ops.launcher import roles, seat
from ops.launcher.binaries import postgres_bin
from ops.launcher.servers import Servers
from ops.launcher.trouble import Trouble
from tests.ops.looking import processes_naming, wait_for


def test_given_servers_answer(postgres_url: str, redis_url: str) -> None:
    with psycopg.connect(postgres_url) as connection:
        row = connection.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        assert row.fetchone() == (True,)
    with redis.from_url(redis_url) as client:
        assert client.ping()


def test_servers_keep_their_data_and_leave_no_process(tmp_path: Path) -> None:
    with Servers(tmp_path) as servers:
        assert servers.postgres and servers.valkey
        with psycopg.connect(servers.postgres.url(), autocommit=True) as connection:
            connection.execute("CREATE TABLE kept (n int)")
        with redis.from_url(servers.valkey.url) as client:
            client.set("kept", "yes")
    assert processes_naming(tmp_path) == []
    assert not servers.sockets.exists()
    with Servers(tmp_path) as servers:
        assert servers.postgres and servers.valkey
        with psycopg.connect(servers.postgres.url()) as connection:
            assert connection.execute("SELECT count(*) FROM kept").fetchone() == (0,)
        with redis.from_url(servers.valkey.url, decode_responses=True) as client:
            assert client.get("kept") == "yes"


def test_postgres_listens_on_no_port_and_knows_unicode(tmp_path: Path) -> None:
    with Servers(tmp_path, durable=False, valkey=False) as servers:
        assert servers.postgres
        with psycopg.connect(servers.postgres.url()) as connection:
            assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
            assert connection.execute("SELECT lower('ÄÉ')").fetchone() == ("äé",)
        assert servers.sockets.stat().st_mode & 0o077 == 0


def test_roles_are_plain_and_may_be_there_already(tmp_path: Path) -> None:
    with Servers(tmp_path, durable=False, valkey=False) as servers:
        assert servers.postgres
        owner = servers.postgres.url("fieldpost_owner", "fieldpost")
        app = servers.postgres.url("fieldpost_app", "fieldpost")
        for _ in range(2):
            roles.prepare(servers.postgres.url(), owner, app)
        with psycopg.connect(owner) as connection:
            connection.execute("CREATE TABLE things (n int)")
        with psycopg.connect(app) as connection:
            query = "SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = %s"
            assert connection.execute(query, ["fieldpost_app"]).fetchone() == (False,) * 3
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute("CREATE TABLE other (n int)")
        with psycopg.connect(app) as connection, pytest.raises(psycopg.Error):
            connection.execute("SELECT * FROM things")


def test_postgres_starts_again_after_kill(tmp_path: Path) -> None:
    with Servers(tmp_path, valkey=False) as servers:
        server = servers.postgres
        assert server and server.child
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 1 AS n")
        os.kill(server.child.pid, signal.SIGKILL)
        assert server.child.wait(5)
        server.start()
        with psycopg.connect(server.url()) as connection:
            assert connection.execute("SELECT n FROM kept").fetchone() == (1,)


def test_lock_of_a_foreign_process_does_not_stop_postgres(tmp_path: Path) -> None:
    with Servers(tmp_path, durable=False, valkey=False):
        pass
    (tmp_path / "postgres" / "postmaster.pid").write_text(f"{os.getpid()}\n/elsewhere\n")
    with Servers(tmp_path, durable=False, valkey=False) as servers:
        assert servers.postgres and servers.postgres.child
        assert servers.postgres.child.is_running()


REAL_WORKS = seat.works


@pytest.mark.skipif(os.geteuid() != 0, reason="only root drops to another account")
@pytest.mark.parametrize("refused", ["namespace", "namespace and the programs"])
def test_account_is_the_way_out(
    refused: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def works(name: str, command: list[str]) -> bool:
        hidden = "programs" in refused and command[0].startswith(str(postgres_bin()))
        return name != "namespace" and not hidden and REAL_WORKS(name, command)

    monkeypatch.setattr(seat, "works", works)
    for place in (tmp_path, *tmp_path.parents[:3]):
        place.chmod(place.stat().st_mode | 0o011)
    with Servers(tmp_path, durable=False, valkey=False) as servers:
        server = servers.postgres
        assert server and server.child and server.seat and server.seat.owner
        assert Path(f"/proc/{server.child.pid}").stat().st_uid == server.seat.owner[0] != 0
        assert (servers.sockets / "programs").exists() == ("programs" in refused)
        with psycopg.connect(server.url()) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
    assert not servers.sockets.exists()


def test_deep_folder_gets_short_socket_that_goes_away(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    with Servers(deep, durable=False) as servers:
        assert servers.postgres and len(str(servers.sockets)) < 60
        with psycopg.connect(servers.postgres.url()) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
    assert not servers.sockets.exists()


def test_broken_server_is_reported_with_its_words(tmp_path: Path) -> None:
    with Servers(tmp_path, durable=False, valkey=False):
        pass
    (tmp_path / "postgres" / "postgresql.conf").write_text("no_such_setting = 1\n")
    with pytest.raises(Trouble, match="no_such_setting"), Servers(tmp_path, valkey=False):
        pass
    assert processes_naming(tmp_path) == []


def test_servers_end_with_a_killed_parent(tmp_path: Path) -> None:
    """Without a guard: the leash alone."""
    words = [sys.executable, "-c", SERVE, str(tmp_path)]
    parent = subprocess.Popen(words, stdout=subprocess.PIPE)
    assert parent.stdout and parent.stdout.readline() == b"ready\n"
    assert len(processes_naming(tmp_path)) >= 3
    parent.kill()
    parent.communicate()
    wait_for(lambda: processes_naming(tmp_path) == [])


SERVE = """
import pathlib, sys, time
from ops.launcher.servers import Servers
with Servers(pathlib.Path(sys.argv[1]), durable=False):
    print("ready", flush=True)
    time.sleep(60)
"""
