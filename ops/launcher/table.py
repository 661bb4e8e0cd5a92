"""The processes of the service. ops/up and ops/compose.yaml run these same commands.

Addresses and folders reach them by environment variables, never by arguments.
"""

import sys
from collections.abc import Mapping
from types import MappingProxyType

PROCESSES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "house": ("fieldpost", "house", "serve"),
        "web": ("granian", "--interface", "wsgi", "--workers", "2", "service.app:app"),
        "worker": (
            *("celery", "-A", "workers.celery", "worker"),
            *("--concurrency", "2", "--without-gossip", "--without-mingle"),
        ),
        "clock": ("celery", "-A", "workers.celery", "beat"),
        "mail": ("python", "-m", "workers.receive"),
    }
)

PROGRAMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "fieldpost": ("-m", "service.commands"),
        "granian": ("-m", "granian"),
        "celery": ("-m", "celery"),
        "python": (),
    }
)


def by_this_python(command: tuple[str, ...]) -> list[str]:
    """Scripts of an environment stop working when it is moved; modules do not."""
    program, *rest = command
    return [sys.executable, "-P", *PROGRAMS[program], *rest]
