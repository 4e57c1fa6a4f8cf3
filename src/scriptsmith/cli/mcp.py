"""`scriptsmith mcp`: tools for assistants and editors, over standard input and output."""

from __future__ import annotations

import sys

import click

from ..errors import UsageError
from ..wiring import App
from .output import say
from .session import model_flags, model_options, with_app


@click.command("mcp")
@model_options
def command(generator: str | None, assessor: str | None, refiner: str | None) -> int:
    """Serve tools to an assistant or an editor over the Model Context Protocol, on standard input and output.

    The client starts this program: a command and its arguments stand in the client's settings. The tools search the
    catalogue, check, explain and assess scripts, and ask for scripts as runs; none approves, publishes or executes.
    `scriptsmith serve` has the same tools, and those for incidents, at /mcp.

    It ends when the client closes its standard input. Exit code 2: the extra `mcp` is not installed.
    """
    try:
        from ..mcp_server.stdio import serve
    except ImportError as error:
        raise UsageError(
            f"the MCP server is not installed ({error.name}): run `pip install 'scriptsmith[mcp]'`"
        ) from None

    async def work(app: App) -> int:
        if sys.stdin.isatty():
            say("a client speaks to this program on its standard input; nobody types here")
        await serve(app)
        return 0

    return with_app(work, **model_flags(generator, assessor, refiner))
