"""The server: one that tells streams of events to end before it waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import ssl
from collections.abc import Generator
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from ..errors import BadSettings

BACKLOG = 2048


class Server(uvicorn.Server):
    """Serves `web` on `listening`, a bound socket, until `stop` or a signal; what is being answered is finished.

    `ready` is set when requests are answered, or when that has failed and `run_here` has ended. Raises `BadSettings`
    when the certificate or its key is no use.
    """

    def __init__(
        self,
        web: FastAPI,
        listening: socket.socket,
        *,
        certificate: str = "",
        certificate_key: str = "",
        patience: int = 5,
    ) -> None:
        _usable(certificate, certificate_key)
        config = uvicorn.Config(
            web,
            http="h11",
            ws="none",
            lifespan="on",
            access_log=False,
            log_config=None,
            proxy_headers=False,  # the gate knows which proxies are ours
            server_header=False,
            backlog=BACKLOG,
            timeout_graceful_shutdown=patience,
            ssl_certfile=certificate or None,
            ssl_keyfile=certificate_key or None,
        )
        super().__init__(config)
        self._web = web
        self._socket = listening
        self.ready = asyncio.Event()

    async def run_here(self) -> None:
        """Serve in this loop; returns when it has stopped."""
        try:
            await self.serve(sockets=[self._socket])
        finally:
            self._socket.close()
            self.ready.set()  # or nobody who waits would learn that it will never be

    def stop(self) -> None:
        """Begin to end."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if service := getattr(self._web.state, "service", None):
            service.stopping.set()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """SIGTERM and SIGINT begin the end, and a second one hurries it; the process then ends as if nothing was."""
        loop = asyncio.get_running_loop()
        taken = []
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # not in the main thread
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, self._asked_to_end)
                taken.append(number)
        try:
            yield
        finally:
            for number in taken:
                loop.remove_signal_handler(number)

    def _asked_to_end(self) -> None:
        self.force_exit, self.should_exit = self.should_exit, True


def _usable(certificate: str, key: str) -> None:
    """Raise `BadSettings`, which names the setting, unless these are a certificate and its private key, or neither."""
    if key and not certificate:
        raise BadSettings("service.certificate_key is set, so service.certificate must name the certificate")
    for name, file in (("service.certificate", certificate), ("service.certificate_key", key)):
        try:
            if file:
                Path(file).read_bytes()
        except OSError as error:
            raise BadSettings(f"{name} {file} cannot be read: {error.strerror or error}") from None
    if certificate:
        try:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key or None, password=lambda: "")  # nobody is asked for one
        except (ssl.SSLError, ValueError):
            named = f"service.certificate_key {key} is not its private key" if key else "its private key is not in it"
            raise BadSettings(
                f"service.certificate {certificate} is no certificate in PEM, or {named}, without a password"
            ) from None


def bound(host: str, port: int) -> socket.socket:
    """A socket on `host` and `port`, any free one for 0; raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
    except OSError:
        made.close()
        raise
    return made
