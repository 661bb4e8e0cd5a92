"""Starts the whole service on this machine, waits until it answers, and tends it until Ctrl-C."""

import argparse
import fcntl
import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from ops.launcher import kernel, prepare
from ops.launcher.plan import HOST, LARGEST_PORT, OFFSETS, Plan, given_plan, write_settings
from ops.launcher.processes import Child, Crew
from ops.launcher.servers import Servers
from ops.launcher.table import PROCESSES, by_this_python
from ops.launcher.trouble import Trouble

READY_SECONDS = 90.0
STOP_SECONDS = 2.0
TRIES = 3
LARGEST_SITE_PORT = LARGEST_PORT - max(OFFSETS.values())


def main() -> int:
    options = read_options()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    kernel.adopt_orphans()
    say("Starting Fieldpost …")
    try:
        plan = given_plan(options.port)
        with only_one(plan):
            serve(plan, options)
    except KeyboardInterrupt:
        say("Fieldpost has stopped.")
        return 0
    except Trouble as trouble:
        say(f"Fieldpost did not start. {trouble}")
        return 1
    return 0


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ops/up", description=__doc__)
    parser.add_argument("--fresh", action="store_true", help="forget all games, mails and keys")
    parser.add_argument("--empty", action="store_true", help="do not fill a demo club")
    parser.add_argument("--port", type=port, help="port of the site (8700); others lie beside it")
    return parser.parse_args()


def port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= LARGEST_SITE_PORT:
        raise argparse.ArgumentTypeError(
            f"{text} is no port for the site; it can be a number from 1 to {LARGEST_SITE_PORT}"
        )
    return int(text)


def interrupt(number: int, frame: FrameType | None) -> None:
    for other in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(other, signal.SIG_IGN)  # stopping is under way
    raise KeyboardInterrupt


@contextmanager
def only_one(plan: Plan) -> Iterator[None]:
    plan.folder.mkdir(parents=True, exist_ok=True)
    with (plan.folder / "up.lock").open("a+") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            handle.seek(0)
            raise Trouble(
                f"It is running already here ({handle.read().strip()}). Stop that one first, or "
                "set FIELDPOST_VAR_DIR to another folder and use another --port."
            ) from None
        handle.truncate(0)
        handle.write(f"process {os.getppid()}, {plan.site}")
        handle.flush()
        yield


def serve(plan: Plan, options: argparse.Namespace) -> None:
    began = time.monotonic()
    plan.check_ports()
    if options.fresh:
        plan.begin_anew()
    plan.make_folders()
    with plan.servers() as servers:
        settings = plan.settings(servers)
        write_settings(servers.run / "settings.env", settings)
        env = plan.environment(settings)
        prepare_all(servers, settings, env)
        crew = Crew(servers.children())
        try:
            start_processes(crew, plan, env)
            wait_until_ready(crew, plan)
            if not options.empty:
                prepare.run(prepare.DEMO, env)
            greet(plan, time.monotonic() - began)
            tend(crew)
        finally:
            crew.stop(STOP_SECONDS)


def prepare_all(servers: Servers, settings: dict[str, str], env: dict[str, str]) -> None:
    """The keys are made while the database is, as both take a moment."""
    keys = subprocess.Popen(by_this_python(prepare.KEYS), env=env)
    admin = servers.postgres.url() if servers.postgres else None
    app_url = settings.get("FIELDPOST_DATABASE_URL") or env["FIELDPOST_DATABASE_URL"]
    prepare.database(admin, settings["FIELDPOST_OWNER_URL"], app_url)
    if keys.wait():
        raise Trouble("The keys could not be made; the reason stands above.")


def start_processes(crew: Crew, plan: Plan, env: dict[str, str]) -> None:
    for name, command in PROCESSES.items():
        crew.start(Child(name, by_this_python(command), plan.folder / "log" / f"{name}.log", env))


def wait_until_ready(crew: Crew, plan: Plan) -> None:
    end = time.monotonic() + READY_SECONDS
    while not is_ready(plan.ports()["WEB"]):
        crew.watch()
        for child in crew.children:
            if child.restarts >= TRIES or time.monotonic() > end:
                raise Trouble(f"{child.name} fails. {child.log} ends:\n{child.last_words()}")
        time.sleep(0.05)


def is_ready(port: int) -> bool:
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def greet(plan: Plan, seconds: float) -> None:
    ports = plan.ports()
    say(f"\nFieldpost is running, after {seconds:.1f} s.\n")
    say(f"  Site           {plan.site}/")
    say(f"  Incoming mail  SMTP {HOST}:{ports['SMTP']}, LMTP {HOST}:{ports['LMTP']}")
    say(f"  Outgoing mail  {plan.given.get('FIELDPOST_SMTP_URL') or plan.folder / 'mailbox'}")
    say(f"  Logs           {plan.folder / 'log'}")
    say("\nCtrl-C stops it all; the games stay. ops/up --fresh begins anew.")


def tend(crew: Crew) -> None:
    parent = os.getppid()
    while kernel.IS_LINUX or os.getppid() == parent:  # elsewhere nobody tells that it has ended
        for child in crew.watch():
            say(f"{child.name} has ended and will be started again; see {child.log}")
        time.sleep(0.25)


def say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
