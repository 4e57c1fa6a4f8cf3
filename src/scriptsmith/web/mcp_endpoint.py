"""`/mcp`: the tools of the MCP server for whoever comes in with a key, with the rights of that key."""

from __future__ import annotations

from contextlib import AsyncExitStack
from importlib.util import find_spec

from fastapi import Request
from starlette.types import Receive, Scope, Send

from .http_errors import HttpProblem, not_in
from .service_state import ServiceState, service_state
from .sessions import current, from_here
from .strict_requests import kind_of_body, refuse_parameters

PATH = "/mcp"


async def open_mcp(service: ServiceState, stack: AsyncExitStack) -> None:
    """Open the server for as long as `stack` is; where the extra is not installed there is none."""
    if find_spec("mcp") is None:
        return
    from ..mcp_server.http import opened
    from .mcp_backend import ServiceBackend

    def backend_of(request: Request) -> ServiceBackend:
        return ServiceBackend(service, request.state.person)

    service.mcp = await stack.enter_async_context(opened(backend_of, most=service.settings.body))


class McpEndpoint:
    """Lets requests in, or says in one sentence why not: a key, one of our names, and nobody else's page."""

    path = PATH  # for figures and traces: the framework notes the route of its own endpoints alone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        service = service_state(request)
        if service.mcp is None:
            raise HttpProblem(404, "the MCP server is not installed: run `pip install 'scriptsmith[mcp]'`")
        if "authorization" not in request.headers:  # a login in a browser is for people who look at what they send
            raise not_in("send a key as `Authorization: Bearer …`: a login does not count here")
        if not from_here(request):
            raise HttpProblem(403, "the request comes from a page of somebody else's", kind="forgery")
        await current(request)
        refuse_parameters(request, {})
        kind_of_body(request)
        await service.mcp.answer(scope, await request.body(), receive, send)
