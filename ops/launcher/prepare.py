"""What must be done before the processes start: roles, tables, keys.

ops/up calls it; in a compose file it is a step of its own: python -m ops.launcher.prepare, with
FIELDPOST_ADMIN_URL naming a role that may create roles and databases (leave it out if the roles
of FIELDPOST_OWNER_URL and FIELDPOST_DATABASE_URL are there).
"""

import os
import subprocess

from ops.launcher import roles
from ops.launcher.table import by_this_python
from ops.launcher.trouble import Trouble

KEYS: tuple[str, ...] = ("fieldpost", "keys", "init", "--if-missing")
DEMO: tuple[str, ...] = ("fieldpost", "demo", "--if-empty")


def database(admin_url: str | None, owner_url: str, app_url: str) -> None:
    if admin_url:
        roles.prepare(admin_url, owner_url, app_url)
    from ops.migrations.run import upgrade  # it loads much that ops/up needs only here

    upgrade(owner_url)


def run(command: tuple[str, ...], env: dict[str, str]) -> None:
    done = subprocess.run(by_this_python(command), env=env, check=False)
    if done.returncode:
        raise Trouble(f"'{' '.join(command)}' failed; what it printed stands above.")


def main() -> None:
    from service.settings import settings

    wanted = settings()
    database(os.environ.get("FIELDPOST_ADMIN_URL"), wanted.owner_url, wanted.database_url)
    run(KEYS, dict(os.environ))


if __name__ == "__main__":
    main()
