"""The server over standard input and output, for one client that has started the process."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, BinaryIO, cast

from mcp.server.stdio import stdio_server

from ..wiring import App
from .local import LocalBackend
from .server import server

LONGEST = 4 * 1024 * 1024
"""Bytes of a message; a longer one is answered as one that cannot be read."""


async def serve(app: App) -> None:
    """Answer until the client closes the connection. Standard output carries messages of the protocol alone: meanwhile
    whatever else is written there goes to standard error."""
    async with aclosing(LocalBackend(app)) as backend:
        made = server(lambda _: backend, team=False)
        lines = cast(Any, _Lines(_input()))
        async with stdio_server(stdin=lines) as (read, write):
            await made.run(read, write, made.create_initialization_options())


def _input() -> BinaryIO:
    """Standard input for this server alone: programs that it starts find nothing there."""
    private = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, sys.stdin.fileno())
    os.close(empty)
    return private


class _Lines:
    """The lines of a stream, read in a thread that keeps nobody from ending the process."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._loop = asyncio.get_running_loop()
        self._read: asyncio.Queue[str | None] = asyncio.Queue()
        self._room = threading.Semaphore(16)  # lines that wait for the server
        threading.Thread(target=self._feed, daemon=True).start()

    async def __aiter__(self) -> AsyncIterator[str]:
        while (line := await self._read.get()) is not None:
            self._room.release()
            yield line

    def _feed(self) -> None:
        try:
            while line := self._stream.readline(LONGEST):
                whole = line.endswith(b"\n")
                while not whole and (rest := self._stream.readline(LONGEST)):
                    line, whole = b"too long", rest.endswith(b"\n")
                self._room.acquire()
                self._loop.call_soon_threadsafe(self._read.put_nowait, line.decode("utf-8", "replace"))
        finally:
            self._loop.call_soon_threadsafe(self._read.put_nowait, None)
