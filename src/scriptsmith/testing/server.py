"""A real loopback HTTP server that speaks OpenAI Chat Completions and Embeddings, for tests, demos and benchmarks."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any

from .answers import Fault, PlayedAnswer, RecordedRequest, Script, canned, playing
from .embeddings import embeddings

# turns of the loop until a connection's task runs: accepted, made, told of, begun; cancelled before, it closes nothing
_TURNS_TO_BEGIN = 4
_REASONS = {200: "OK", 400: "Bad Request", 404: "Not Found", 429: "Too Many Requests"}


class Provider:
    """A model provider on a loopback port, in a thread of its own, for as long as the `with` block runs.

    `script` says what it answers (see `answers.Script`), after `delay` seconds. Requests with a response format in
    `rejects` get a 400, as from servers that do not know it, and with `logprobs` in it those that ask for them.
    `models` is what `GET /v1/models` lists. Embeddings are asked for as the prompt `embed`; whatever is not a fault is
    answered by vectors of the texts. Hundreds of waiting requests cost next to nothing: they are tasks, not threads.
    `left` counts the clients that went away before their stream had ended. `pages` are further pages, each made when it
    is asked for; with a `key` all but `/health` want it.
    """

    def __init__(
        self,
        script: Script = canned,
        *,
        delay: float = 0.0,
        rejects: Collection[str] = (),
        models: Collection[str] = ("pretended",),
        port: int = 0,
        pages: Mapping[str, Callable[[], Any]] | None = None,
        key: str = "",
    ) -> None:
        self.requests: list[RecordedRequest] = []
        self.most_at_once = 0
        self.left = 0
        self._at_once = self._completing = 0
        self._answer = playing(script)
        self._delay = delay
        self._rejects = frozenset(rejects)
        self._models = tuple(models)
        self._listens = script is not Fault.refuse
        self._port = port
        self._pages = dict(pages or {})
        self._key = key
        self._socket: socket.socket | None = None
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None

    @property
    def url(self) -> str:
        """The base URL that a client is given."""
        if self._socket is None:
            raise RuntimeError("the provider is not running: use it in a `with` block")
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}/v1"

    @property
    def calls(self) -> int:
        """How many completions were asked for."""
        return sum(request.path == "/v1/chat/completions" for request in self.requests)

    @property
    def in_flight(self) -> int:
        """How many completions are being answered."""
        return self._completing

    def __enter__(self) -> Provider:
        # asyncio sends small writes at once only when the protocol is named
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind(("127.0.0.1", self._port))
        except OSError:
            self._socket.close()
            raise
        if self._listens:  # bound but not listening: connections are refused, and nobody else gets the port
            self._socket.listen(1024)
            ready = threading.Event()
            self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(ready)), daemon=True)
            self._thread.start()
            ready.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._thread and self._loop and self._stop:
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join()
        if self._socket:
            self._socket.close()

    async def _serve(self, ready: threading.Event) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        connections: set[asyncio.Task[Any]] = set()

        async def connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task
            connections.add(task)
            try:
                with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                    while await self._exchange(reader, writer):
                        pass
            finally:
                connections.discard(task)
                writer.transport.abort()

        server = await asyncio.start_server(connection, sock=self._socket, limit=32 * 1024 * 1024)
        ready.set()
        await self._stop.wait()
        self._loop.remove_reader(server.sockets[0].fileno())  # no more of them; `close` would fail those just accepted
        for _ in range(_TURNS_TO_BEGIN):
            await asyncio.sleep(0)
        server.close()
        for task in connections:
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)
        await asyncio.sleep(0)  # aborted transports are closed by the next turn of the loop

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Serve one request; False ends the connection."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, target, _ = head[0].split(" ", 2)
        pairs = (line.split(":", 1) for line in head[1:] if line)
        headers = {name.strip().lower(): value.strip() for name, value in pairs}
        raw = await reader.readexactly(int(headers.get("content-length", "0")))
        try:
            body = json.loads(raw) if raw else {}
        except ValueError:
            body = None
        if not isinstance(body, dict):
            return await _write(writer, PlayedAnswer(status=400, error="the body is not a JSON object"), "")
        peer = str(writer.get_extra_info("peername"))
        request = RecordedRequest(method=method, path=target, headers=headers, body=body, peer=peer)
        self.requests.append(request)
        completing = request.path == "/v1/chat/completions"
        self._completing += completing
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            answer = self._decide(request)
            if self._delay:
                await asyncio.sleep(self._delay)
            if request.body.get("stream") and _streams(answer):
                return await self._stream(reader, writer, answer, request)
            return await _write(writer, answer, request.model)
        finally:
            self._at_once -= 1
            self._completing -= completing

    async def _stream(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: PlayedAnswer, request: RecordedRequest
    ) -> bool:
        """Send the answer as server-sent events, as far as it goes; a client that leaves is counted."""
        sending = asyncio.ensure_future(_send(writer, answer, request))
        try:
            while not (sending.done() or reader.at_eof() or reader.exception()):
                await asyncio.wait({sending}, timeout=0.01)
            if not sending.done() or isinstance(sending.exception(), ConnectionError):
                self.left += 1
                return False
            return sending.result()
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    def _decide(self, request: RecordedRequest) -> PlayedAnswer:
        if self._key and request.path != "/health" and request.headers.get("authorization") != f"Bearer {self._key}":
            return PlayedAnswer(status=401, error="Invalid API Key")
        if request.method == "GET" and request.path in self._pages:
            return PlayedAnswer(raw=json.dumps(self._pages[request.path]()).encode())
        if request.method == "GET" and request.path == "/v1/models":
            listed = [{"id": name, "object": "model", "created": 1, "owned_by": "test"} for name in self._models]
            return PlayedAnswer(raw=json.dumps({"object": "list", "data": listed}).encode())
        if request.method != "POST" or request.path not in ("/v1/chat/completions", "/v1/embeddings"):
            return PlayedAnswer(status=404, error="no such page")
        if request.format in self._rejects:
            return PlayedAnswer(status=400, error=f"This response_format type is not supported: {request.format}")
        if "logprobs" in self._rejects and request.body.get("logprobs"):
            return PlayedAnswer(status=400, error="This server tells no logprobs")
        said = self._answer(request)
        answer = PlayedAnswer(text=said) if isinstance(said, str) else said
        return embeddings(request, answer) if request.path == "/v1/embeddings" else answer


def _streams(answer: PlayedAnswer) -> bool:
    return answer.status == 200 and answer.raw is None and answer.wire not in ("hang", "close", "whole")


async def _send(writer: asyncio.StreamWriter, answer: PlayedAnswer, request: RecordedRequest) -> bool:
    """The events of a stream in chunks, each of which says how long it is: only then a cut can be told from an end.

    False ends the connection.
    """

    async def send(data: bytes) -> None:
        writer.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        await writer.drain()

    lines = ["HTTP/1.1 200 OK", "content-type: text/event-stream", "transfer-encoding: chunked"]
    writer.write(
        "\r\n".join([*lines, *(f"{name}: {value}" for name, value in answer.headers.items()), "", ""]).encode()
    )
    events = answer.streamed(request.model, odds=bool(request.body.get("logprobs")))
    half = max(2, len(events) // 2)
    while answer.wire == "ping":
        await send(b": still here\n\n")
        await asyncio.sleep(answer.seconds)
    for event in events[:half] if answer.wire in ("cut", "stall", "endless", "repeat") else events:
        for piece in [bytes([byte]) for byte in event] if answer.wire == "drip" else [event]:
            await send(piece)
            await asyncio.sleep(answer.seconds)
    number = 0
    while answer.wire in ("endless", "repeat"):
        number += answer.wire == "endless"
        await send(replace(answer, text=f"item{number} ").streamed(request.model)[1])
        await asyncio.sleep(answer.seconds)
    if answer.wire == "stall":
        await asyncio.Event().wait()
    if answer.wire == "cut":
        return False
    writer.write(b"0\r\n\r\n")
    await writer.drain()
    return True


async def _write(writer: asyncio.StreamWriter, answer: PlayedAnswer, model: str) -> bool:
    if answer.wire == "close":
        return False
    if answer.wire == "hang":
        await asyncio.Event().wait()
    body = answer.body(model)
    headers = {"content-type": "application/json", **answer.headers}
    headers |= {"content-length": str(len(body))} if answer.sized else {"connection": "close"}
    lines = [f"HTTP/1.1 {answer.status} {_REASONS.get(answer.status, 'Status')}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if answer.wire == "reply" and answer.seconds:
        await asyncio.sleep(answer.seconds)
    writer.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
    if answer.wire == "drip":
        for byte in body:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(answer.seconds)
    else:
        writer.write(body)
        await writer.drain()
    if not answer.sized:  # the end of the connection is the end of the body: all of it must be on the way
        writer.close()
        await writer.wait_closed()
    return answer.sized
