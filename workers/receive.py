"""The mail gateway: LMTP and SMTP in one process. A mail is a committed row before its 250.

`python -m workers.receive`
"""

from __future__ import annotations

import asyncio
import signal
from asyncio import AbstractEventLoop, Server
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import structlog

from service import database, logs
from service.settings import settings
from workers.gateway import Gateway, Lmtp, Smtp

log = structlog.get_logger()
THREADS = database.LARGEST_POOL  # more would only wait for a connection
GRACE_SECONDS = 1.5  # for mails whose row is being written


def main() -> None:
    logs.set_up()
    asyncio.run(serve())
    database.close()


async def serve(stop: asyncio.Event | None = None) -> None:
    """Take mail until a signal, or until the event is set."""
    stop = stop or stopped_by_signal()
    with ThreadPoolExecutor(THREADS, "store") as pool:
        gateway = Gateway(pool)
        servers = await open_doors(gateway)
        log.info("receiving", host=settings().listen_host, ports=ports(servers))
        await stop.wait()
        for server in servers:
            server.close()
        await gateway.finish(GRACE_SECONDS)
    log.info("stopped receiving")


def stopped_by_signal() -> asyncio.Event:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


async def open_doors(gateway: Gateway) -> list[Server]:
    here, loop = settings(), asyncio.get_running_loop()
    return [
        await listen(loop, Lmtp, gateway, here.lmtp_port),
        await listen(loop, Smtp, gateway, here.smtp_port),
    ]


async def listen(
    loop: AbstractEventLoop, kind: type[Smtp | Lmtp], gateway: Gateway, port: int
) -> Server:
    return await loop.create_server(partial(kind, gateway, loop), settings().listen_host, port)


def ports(servers: list[Server]) -> list[int]:
    return [server.sockets[0].getsockname()[1] for server in servers]


if __name__ == "__main__":
    main()
