"""The server over HTTP: each request stands alone, is answered with one JSON document, and ends with its client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import Message, Receive, Scope, Send

from .backend import TeamBackend
from .server import server


class HttpServer:
    """Answers requests that somebody else has let in: who asks, from where, and how much, is not looked at here."""

    def __init__(self, manager: StreamableHTTPSessionManager) -> None:
        self._manager = manager

    async def answer(self, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
        """Answer the request with `body`, which has been read. When its client goes away, the work for it stops."""
        replayed: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        gone = asyncio.create_task(_gone(receive))

        async def again() -> Message:
            if replayed:
                return replayed.pop()
            return await asyncio.shield(gone)

        work = asyncio.create_task(self._manager.handle_request(scope, again, send))
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                await work
        finally:
            for task in (work, gone):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task


async def _gone(receive: Receive) -> Message:
    while (message := await receive())["type"] != "http.disconnect":
        pass
    return message


@asynccontextmanager
async def opened(backend_of: Callable[[Any], TeamBackend], *, most: int) -> AsyncIterator[HttpServer]:
    """The server while it is open; `backend_of` gives the backend of whoever made a request, and `most` is how many
    bytes one may have."""
    manager = StreamableHTTPSessionManager(
        app=server(lambda ctx: backend_of(ctx.request), team=True),
        json_response=True,
        stateless=True,
        security_settings=TransportSecuritySettings(enable_dns_rebinding_protection=False),  # its caller does that
        max_request_body_size=most,
    )
    async with manager.run():
        yield HttpServer(manager)
