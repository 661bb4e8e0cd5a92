"""ops/up with small programs in the place of the real processes.

Run as a module by the guard. STANDIN_WEB=silent makes a web process that never answers, and
STANDIN_WEB=broken one that ends at once.
"""

import os
import sys
from collections.abc import Mapping

from ops.launcher import prepare, roles, up

WEB = """
import http.server, os
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if self.path == "/readyz" else 404)
        self.end_headers()
        self.wfile.write(os.environ["FIELDPOST_DATABASE_URL"].encode())
address = os.environ["GRANIAN_HOST"], int(os.environ["GRANIAN_PORT"])
http.server.ThreadingHTTPServer(address, Page).serve_forever()
"""
# Like a pool of a real worker: children that outlive their parent and ignore a polite request.
POOL = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(2):
    if os.fork() == 0:
        os.setsid()
        break
time.sleep(600)
"""
SLEEP = "import time; time.sleep(600)"
BROKEN = "raise SystemExit('no such luck')"
WEBS = {"silent": SLEEP, "broken": BROKEN}


def python(code: str) -> tuple[str, ...]:
    return ("python", "-c", code)


def processes() -> Mapping[str, tuple[str, ...]]:
    web = WEBS.get(os.environ.get("STANDIN_WEB", ""), WEB)
    return {"house": python(SLEEP), "web": python(web), "worker": python(POOL)}


def only_roles(admin_url: str | None, owner_url: str, app_url: str) -> None:
    if admin_url:
        roles.prepare(admin_url, owner_url, app_url)


if __name__ == "__main__":
    prepare.database = only_roles
    prepare.KEYS = python("open(__import__('os').environ['FIELDPOST_VAR_DIR'] + '/keys/k', 'w')")
    prepare.DEMO = python("print('the club is filled')")
    up.PROCESSES = processes()
    sys.exit(up.main())
