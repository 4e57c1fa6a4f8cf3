"""The gate that every request passes: hosts, size, rates, time, and how many are worked on at once."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping
from time import monotonic
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..schema import ServiceSettings
from .http_errors import HttpProblem, internal, not_in, problem
from .metrics import Metrics, route_of
from .rate_limits import HostNames, RateLimits, come_again

log = logging.getLogger("scriptsmith.web")

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_UNHURRIED = ("/healthz", "/readyz", "/metrics")
"""What is answered however busy the service is."""
BODY_SECONDS = 10.0
"""Within how many seconds of its first line all of a request has to be here."""
_SAFE = ("GET", "HEAD", "OPTIONS")
_FOR_SOMEBODY = ("/api/v1/", "/mcp")
"""What nobody is told anything at who does not say who they are."""


class Gate:
    """The outermost part of the service, in which nothing waits: whoever cannot be served now is told so at once.

    A request beyond `at_once` is turned away before anything is done for it, so that those which are let in stay as
    fast as they are without the others. One that names nobody is refused by the API before its body is read, and of one
    address a quarter of `at_once` may be waiting for theirs. Whatever goes wrong inside is answered, without details.
    """

    def __init__(self, app: ASGIApp, *, settings: ServiceSettings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._names = HostNames.of(settings)
        self._rates = RateLimits(settings.rate_address)
        self._open = {"all": 0, "search": 0}
        self._most = {"all": settings.at_once, "search": settings.searches}
        self._arriving: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        passage = _Passage(scope, receive, send, self._settings, self._metrics, self._arriving)
        try:
            await self._checked(scope, passage)
        finally:
            passage.done()

    async def _checked(self, scope: Scope, passage: _Passage) -> None:
        headers = Headers(scope=scope)
        peer = (scope.get("client") or ("", 0))[0]
        if self._names.trusted(peer) and headers.get("x-forwarded-proto") in ("http", "https"):
            scope["scheme"] = headers["x-forwarded-proto"]
        address = self._names.caller(peer, headers.get("x-forwarded-for", ""))
        scope.setdefault("state", {}).update(address=address, peer=peer)
        if not self._names.answers_to(headers.get("host", "")):
            await passage.refuse(HttpProblem(400, "the service is not known by this name (service.hosts)", kind="host"))
            return
        if _length(headers) > self._settings.body:
            sentence = f"the request is larger than {self._settings.body} bytes"
            await passage.refuse(HttpProblem(413, sentence, headers={"Connection": "close"}))
            return
        if scope["path"] in _UNHURRIED:
            await passage.through(self._app)
            return
        kinds = ("all", "search") if _searches(scope) else ("all",)
        if any(self._open[kind] >= self._most[kind] for kind in kinds):
            self._metrics.turned_away.labels("busy").inc()
            await passage.refuse(come_again(scope["path"], 1.0, "the service is busy: come again in a second"))
            return
        if wait := self._rates.wait(address):
            self._metrics.turned_away.labels("address").inc()
            await passage.refuse(come_again(scope["path"], wait, f"there were too many requests from {address}"))
            return
        for_somebody = scope["method"] not in _SAFE and scope["path"].startswith(_FOR_SOMEBODY)
        if for_somebody and not self._names_somebody(headers):
            await passage.refuse(not_in())
            return
        await self._admitted(kinds, passage)

    def _names_somebody(self, headers: Headers) -> bool:
        """Whether a request says who makes it, true or not."""
        return any(name in headers for name in ("authorization", "cookie", self._settings.proxy_user_header) if name)

    async def _admitted(self, kinds: tuple[str, ...], passage: _Passage) -> None:
        def change(by: int) -> None:
            for kind in kinds:
                self._open[kind] += by
            self._metrics.at_once.inc(by)

        change(1)
        passage.streaming = lambda: change(-1)  # a stream waits and does not work: it is counted with the streams
        try:
            await passage.through(self._app)
        finally:
            if not passage.streams:
                change(-1)


class _Passage:
    """One request on its way through: what came in is counted, and what goes out gets our headers."""

    def __init__(
        self,
        scope: Scope,
        receive: Receive,
        send: Send,
        settings: ServiceSettings,
        metrics: Metrics,
        arriving: Counter[str],
    ) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._settings, self._metrics, self._arriving = settings, metrics, arriving
        self._deadline = asyncio.get_running_loop().time() + BODY_SECONDS
        self._whole = False
        self._began = monotonic()
        self._seconds = 0.0
        self._size = 0
        self._status = 0
        self._timer: asyncio.Timeout | None = None
        self.streams = False
        self.streaming = _nothing

    async def through(self, app: ASGIApp) -> None:
        try:
            async with asyncio.timeout(self._settings.seconds) as self._timer:
                await app(self._scope, self.receive, self.send)
        except TimeoutError:
            if self._timer is None or not self._timer.expired():
                raise
            if not self._status:
                sentence = f"this took longer than {self._settings.seconds:g} seconds"
                await self.refuse(HttpProblem(504, sentence, headers={"Retry-After": "30"}))
        except Exception as error:
            answer = internal(error, self._scope["method"], self.route)
            if not self._status:
                await answer(self._scope, self._receive, self.send)

    async def refuse(self, error: HttpProblem) -> None:
        answer = problem(error.status_code, str(error.detail), error.kind, error.headers)
        await answer(self._scope, self._receive, self.send)

    async def receive(self) -> Message:
        # what has been answered waits for the client to go away, not for a body
        message = await (self._receive() if self._whole or self._status else self._arrived())
        self._size += len(message.get("body", b""))
        if self._size > self._settings.body:
            raise HttpProblem(413, f"the request is larger than {self._settings.body} bytes")
        return message

    async def _arrived(self) -> Message:
        """The next part of the body. Raises a problem when it is late, or when too many wait at its address."""
        address = self._scope["state"]["address"]
        if self._arriving[address] >= max(1, self._settings.at_once // 4):
            self._metrics.turned_away.labels("body").inc()
            raise come_again(self._scope["path"], 1.0, f"too many requests from {address} are still on their way")
        self._arriving[address] += 1
        try:
            async with asyncio.timeout_at(self._deadline) as timer:
                message = await self._receive()
        except TimeoutError:
            if not timer.expired():
                raise
            sentence = f"the request was not all here after {BODY_SECONDS:g} seconds"
            raise HttpProblem(408, sentence, headers={"Connection": "close"}) from None
        finally:
            self._arriving[address] -= 1
            if not self._arriving[address]:
                del self._arriving[address]
        self._whole = not message.get("more_body", False)
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status, self._seconds = message["status"], monotonic() - self._began
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
            if self._scope["scheme"] == "https":
                headers.setdefault("Strict-Transport-Security", "max-age=31536000")
            if headers.get("content-type", "").startswith("text/event-stream"):
                self._begin_stream()
        await self._send(message)

    def _begin_stream(self) -> None:
        self.streams = True
        self.streaming()
        if self._timer:
            self._timer.reschedule(None)

    @property
    def route(self) -> str:
        """The pattern that the request has met; one word for all that met none."""
        return route_of(self._scope) or "none"

    def done(self) -> None:
        self._metrics.answered(self._scope["method"], self.route, self._status or 499, self._seconds)


def _nothing() -> None: ...


def _searches(scope: Scope) -> bool:
    """Whether a request looks for entries by an action, by the API or on the page of the catalogue, or may by MCP."""
    if scope["path"] != "/catalogue":
        return scope["path"] in ("/api/v1/search", "/mcp")
    query = parse_qs(scope["query_string"].decode("latin-1"))
    return any(each.strip() for each in query.get("q", ()))


def _length(headers: Headers) -> int:
    try:
        return int(headers.get("content-length", "0"))
    except ValueError:
        return 0
