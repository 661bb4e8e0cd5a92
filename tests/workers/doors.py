"""A running mail gateway, and sessions with it; raw where a library would be too polite."""

from __future__ import annotations

import asyncio
import contextlib
import smtplib
import socket
import threading
from types import TracebackType

from service.settings import settings
from workers import receive

MAIL = b"From: anna@example.org\r\nSubject: orders\r\nMessage-ID: <1@x>\r\n\r\n%s\r\n"


def free_port() -> int:
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def mail(text: str = "stance bold") -> bytes:
    return MAIL % text.encode()


class Doors:
    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.stop = asyncio.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_until_complete(receive.serve(self.stop))
        self.loop.run_until_complete(self.end_sessions())
        self.loop.close()

    async def end_sessions(self) -> None:
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    def __enter__(self) -> Doors:
        self.thread.start()
        for _ in range(200):
            with contextlib.suppress(OSError), socket.create_connection(self.smtp_address, 1):
                return self
            threading.Event().wait(0.02)
        raise AssertionError("the gateway does not listen")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.loop.call_soon_threadsafe(self.stop.set)
        self.thread.join(10)

    @property
    def smtp_address(self) -> tuple[str, int]:
        return "127.0.0.1", settings().smtp_port

    @property
    def lmtp_address(self) -> tuple[str, int]:
        return "127.0.0.1", settings().lmtp_port

    def smtp(self) -> smtplib.SMTP:
        return smtplib.SMTP(*self.smtp_address, timeout=10)

    def lmtp(self) -> smtplib.LMTP:
        return smtplib.LMTP(*self.lmtp_address)

    def talk(self, port: tuple[str, int], *said: bytes) -> list[str]:
        """Send each piece, wait for its answer, and return the lines of the last one."""
        with socket.create_connection(port, 10) as line:
            heard = [self.hear(line)]
            for piece in said:
                line.sendall(piece)
                heard.append(self.hear(line))
            return heard[-1].decode().splitlines()

    def hear(self, line: socket.socket) -> bytes:
        """What comes until the server falls silent."""
        line.settimeout(10)
        found = line.recv(65536)
        line.settimeout(0.3)
        with contextlib.suppress(TimeoutError):
            while more := line.recv(65536):
                found += more
        return found
