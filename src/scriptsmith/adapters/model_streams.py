"""Replies as they come: what is heard of them, how long the silence lasts, and how much is read at most."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

if TYPE_CHECKING:
    import httpx2

LIMIT = 2 * 1024 * 1024
# A megabyte of zeros is a kilobyte on the wire: compressed replies, which were not asked for, get less.
_PACKED_LIMIT = LIMIT // 32
# Each token of a stream comes in an envelope of some 250 bytes.
_STREAM_LIMIT = 16 * LIMIT
_CONNECT_SECONDS = 10.0
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_PROGRESS = re.compile(rb'"prompt_progress":\s*\{"total":\s*(\d+),\s*"cache":\s*(\d+),\s*"processed":\s*(\d+)')


class TooLarge(Exception):
    """A reply grew beyond what is read of one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelProgress:
    """How far a model is with one question, `seconds` after it was asked.

    `done` counts the tokens read or written so far; `of` is how many there are to read, 0 where nobody knows. `note`
    says what a start waits for.
    """

    role: str
    model: str
    phase: Literal["starting", "reading", "writing"]
    seconds: float
    done: int = 0
    of: int = 0
    note: str = ""


Hear: TypeAlias = Callable[[ModelProgress], None]


class Listening:
    """One question's clock: it runs out after `seconds` without a sign of work, however long the whole takes.

    Signs are tokens of a reply and a server's word on how much of the prompt it has read; a comment that only keeps
    the connection open is none. `limit` is what runs out.
    """

    def __init__(self, role: str, model: str, seconds: float, hear: Hear | None = None) -> None:
        self.limit = asyncio.timeout(seconds)
        self.tokens = self._letters = 0
        self._seconds = seconds
        self._role, self._model, self._hear = role, model, hear
        self._began = time.perf_counter()

    @property
    def left(self) -> float:
        """Seconds until it runs out."""
        ends = self.limit.when()
        return float("inf") if ends is None else ends - asyncio.get_running_loop().time()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Stops the clock for what is not the model's silence: its start, and others' turns."""
        self.limit.reschedule(None)
        try:
            yield
        finally:
            self.alive()

    def alive(self) -> None:
        """A sign of work: the clock begins again."""
        if not self.limit.expired():
            self.limit.reschedule(asyncio.get_running_loop().time() + self._seconds)

    def starting(self, note: str) -> None:
        """The server is being started."""
        self._tell("starting", note=note)

    def begin(self) -> None:
        """The question goes out: nothing is written yet."""
        self.tokens = self._letters = 0
        self._tell("reading")

    def read(self, done: int, of: int) -> None:
        """The server has read `done` of the `of` tokens of the prompt."""
        self.alive()
        self._tell("reading", done, of)

    def token(self, letters: int) -> None:
        """One more token has come; raises `TooLarge` when all of them together are more than a reply may have."""
        self.alive()
        self.tokens += 1
        self._letters += letters
        if self._letters > LIMIT:
            raise TooLarge
        self._tell("writing", self.tokens)

    def _tell(
        self, phase: Literal["starting", "reading", "writing"], done: int = 0, of: int = 0, note: str = ""
    ) -> None:
        if self._hear:
            seconds = time.perf_counter() - self._began
            self._hear(
                ModelProgress(
                    role=self._role, model=self._model, phase=phase, seconds=seconds, done=done, of=of, note=note
                )
            )


_streaming: ContextVar[Listening | None] = ContextVar("streaming", default=None)


@contextmanager
def streaming(listening: Listening | None) -> Iterator[None]:
    """Within the block, replies of this task are streams that `listening` hears of."""
    token = _streaming.set(listening)
    try:
        yield
    finally:
        _streaming.reset(token)


def new_client(timeout: float | None = None) -> httpx2.AsyncClient:
    """An HTTP client that honours the proxy environment, except for this machine, and reads a bounded reply: 2 MiB of
    text, and 32 MiB of a stream, which wraps each token."""
    import httpx2

    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(timeout, connect=min(timeout or _CONNECT_SECONDS, _CONNECT_SECONDS)),
        limits=httpx2.Limits(max_connections=1000, max_keepalive_connections=100),
        headers={"accept-encoding": "identity"},
        event_hooks={"response": [_bound]},
        mounts={f"all://{host}": None for host in _LOOPBACK},
    )


async def _bound(response: httpx2.Response) -> None:
    import httpx2

    listening, kind = _streaming.get(), response.headers.get("content-type", "")
    whole = listening is not None and response.status_code == 200 and "event-stream" not in kind
    packed = response.headers.get("content-encoding", "identity") != "identity"
    limit = _PACKED_LIMIT if packed else _STREAM_LIMIT if listening and not whole else LIMIT
    inner = cast(httpx2.AsyncByteStream, response.stream)

    class Bounded(httpx2.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            seen, tail = 0, b""
            async for chunk in inner:
                seen += len(chunk)
                if seen > limit:
                    raise TooLarge
                if whole:
                    tail += chunk
                    continue
                if listening:
                    tail = _heard(listening, tail, chunk)
                yield chunk
            if whole:
                yield _as_events(tail)

        async def aclose(self) -> None:
            await inner.aclose()

    response.stream = Bounded()


def _as_events(body: bytes) -> bytes:
    """The reply of a server that does not know streams as a stream of one piece; nothing when it is no reply."""
    try:
        reply = json.loads(body)
        (choice,) = reply.pop("choices")
        pieces = [{"index": 0, "delta": choice["message"], "finish_reason": choice.get("finish_reason") or "stop"}]
        for number, call in enumerate(choice["message"].get("tool_calls") or ()):
            call["index"] = number
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return b""
    told = {**reply, "object": "chat.completion.chunk", "choices": pieces}
    return b"data: " + json.dumps(told).encode() + b"\n\ndata: [DONE]\n\n"


def _heard(listening: Listening, tail: bytes, chunk: bytes) -> bytes:
    """Tell what a piece of a stream says of the prompt; returns what may belong to a line that is not whole yet."""
    *lines, rest = (tail + chunk).split(b"\n")
    for line in lines:
        if line.startswith(b"data:") and (progress := _PROGRESS.search(line)):
            listening.read(int(progress[3]), int(progress[1]))
    return rest[-4096:]
