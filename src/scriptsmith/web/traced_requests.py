"""A span for each request that is let in, in the trace of whoever makes it."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..telemetry import Telemetry
from .metrics import method_of, route_of

_UNTRACED = ("/healthz", "/readyz", "/metrics", "/static/")


class TracedRequests:
    """Requests to anything but files and health are traced by their method, route and status, and by nothing else."""

    def __init__(self, app: ASGIApp, *, telemetry: Telemetry) -> None:
        self._app, self._tracing = app, telemetry.tracing

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(_UNTRACED):
            await self._app(scope, receive, send)
            return
        status, headers = 0, Headers(scope=scope)
        carried = {"traceparent": headers.get("traceparent", "")}  # `tracestate` is a text of anybody's

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with self._tracing.request(method_of(scope["method"]), scope["scheme"], carried) as told:
            try:
                await self._app(scope, receive, noting)
            except Exception:
                status = status or 500
                raise
            finally:
                told(route_of(scope), status or 499)
