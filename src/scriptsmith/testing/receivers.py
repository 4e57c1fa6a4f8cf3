"""Receivers on loopback that check what the real ones check: the base of all, and one of signed webhooks."""

from __future__ import annotations

import json
import ssl
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from ..outlets.signing import genuine

_LARGEST = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived:
    """A request as it came; header names are in small letters."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> dict[str, Any]:
        """The object in the body; an empty one where there is none."""
        try:
            found = json.loads(self.body)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverReply:
    """What is answered."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


def as_json(status: int, document: object) -> ReceiverReply:
    """A document as an answer."""
    return ReceiverReply(
        status=status, body=json.dumps(document).encode(), headers={"content-type": "application/json"}
    )


class _Quiet(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Senders that leave early, or do not trust us, are no news."""


class Receiver:
    """A server on a loopback port, each request in a thread, for as long as the `with` block runs.

    It can be begun again after its end, on the same port. `arrived` are all requests. `plan` sets what the next ones
    are answered with, whatever they are; `before` is called with each before it is answered. With `tls` it speaks that.
    """

    def __init__(self) -> None:
        self.arrived: list[Arrived] = []
        self.before: Callable[[Arrived], object] = lambda arrived: None
        self.tls: ssl.SSLContext | None = None
        self._planned: list[ReceiverReply] = []
        self._lock = threading.Lock()
        self._port = 0
        self._server: ThreadingHTTPServer | None = None
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        """The address of the server, without a path; known once it has begun."""
        return f"http://127.0.0.1:{self._port}"

    def plan(self, *replies: ReceiverReply) -> None:
        """Answer the next requests with these."""
        with self._lock:
            self._planned += replies

    def limit(self, times: int, seconds: int) -> None:
        """Refuse the next requests as too many, as rate limits do."""
        self.plan(*[ReceiverReply(status=429, headers={"retry-after": str(seconds)})] * times)

    def answer(self, arrived: Arrived) -> ReceiverReply:
        """What a request is answered with that nothing was planned for."""
        return ReceiverReply()

    def __enter__(self) -> Self:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                length = min(int(self.headers.get("content-length") or 0), _LARGEST)
                headers = {name.lower(): value for name, value in self.headers.items()}
                body = self.rfile.read(length)
                reply = receiver._reply(Arrived(method=self.command, path=self.path, headers=headers, body=body))
                self.send_response(reply.status)
                for name, value in {**reply.headers, "content-length": str(len(reply.body))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(reply.body)

            do_GET = do_POST

            def log_message(self, format: str, *arguments: Any) -> None: ...

        self._server = _Quiet(("127.0.0.1", self._port), Handler)
        self._server.daemon_threads = True
        self._port = self._server.server_address[1]
        if self.tls:
            self._server.socket = self.tls.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server
        assert self._thread
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _reply(self, arrived: Arrived) -> ReceiverReply:
        self.before(arrived)
        with self._lock:
            self.arrived.append(arrived)
            return self._planned.pop(0) if self._planned else self.answer(arrived)


class WebhookReceiver(Receiver):
    """Takes signed events of CloudEvents 1.0 as a careful receiver does: what is not signed by one of `secrets` within
    five minutes gets 401, what is no event 400, and each id is taken once. `events` are those by id, in the order in
    which they came."""

    REQUIRED = ("id", "source", "specversion", "type")

    def __init__(self, secrets: Sequence[str]) -> None:
        super().__init__()
        self.secrets = tuple(secrets)
        self.events: dict[str, dict[str, Any]] = {}

    def answer(self, arrived: Arrived) -> ReceiverReply:
        if not genuine(arrived.headers, arrived.body, self.secrets, time.time()):
            return as_json(401, {"error": "the signature is not genuine"})
        event = arrived.json()
        kind = arrived.headers.get("content-type", "").partition(";")[0]
        whole = all(isinstance(event.get(name), str) and event[name] for name in self.REQUIRED)
        if kind != "application/cloudevents+json" or not whole or event["specversion"] != "1.0":
            return as_json(400, {"error": "this is no event of CloudEvents 1.0"})
        if event["id"] != arrived.headers["webhook-id"]:
            return as_json(400, {"error": "the ids differ"})
        self.events.setdefault(event["id"], event)
        return ReceiverReply(status=204)
