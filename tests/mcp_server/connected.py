"""Clients of the MCP server: in memory over one user's application, and over the wire."""

from __future__ import annotations

import shutil
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult, TextContent

from scriptsmith.mcp_server.local import LocalBackend
from scriptsmith.mcp_server.server import server
from scriptsmith.settings import load
from scriptsmith.testing.provider import Provider
from scriptsmith.wiring import SEED, build
from tests.caches import shared

ENTRIES = ("logs/compress-old-logs", "services/restart-service", "disk/show-disk-usage")
"""What the catalogue of these tests holds: the whole one takes long to read."""


def settings(folder: Path, provider: Provider | None = None) -> dict[str, str]:
    """The environment of one user whose home is `folder`, with a small catalogue; `provider` plays every model."""
    catalogue = folder / "entries"
    for name in ENTRIES:
        if not (catalogue / name).exists():
            shutil.copytree(SEED / name, catalogue / name)
    told = {
        "SCRIPTSMITH_CONFIG": str(folder / "none.toml"),
        "SCRIPTSMITH_PATHS__CATALOGUE": str(catalogue),
        "SCRIPTSMITH_PATHS__SEED": "false",
        "SCRIPTSMITH_PATHS__RUNS": str(folder / "runs"),
        "SCRIPTSMITH_PATHS__CACHE": shared(),
        "SCRIPTSMITH_SANDBOX__ENGINE": "none",
    }
    if provider:
        for role in ("GENERATOR", "ASSESSOR", "REFINER"):
            told[f"SCRIPTSMITH_MODELS__{role}__MODEL"] = f"openai-chat:{role.lower()}"
            told[f"SCRIPTSMITH_MODELS__{role}__BASE_URL"] = provider.url
    return told


@asynccontextmanager
async def local(
    folder: Path, *, provider: Provider | None = None, patience: float = 60.0
) -> AsyncIterator[tuple[Client, LocalBackend]]:
    """A client in memory, and the backend that it reaches."""
    environ = settings(folder, provider)
    async with (
        build(load(environ, {}, folder), environ) as app,
        aclosing(LocalBackend(app, patience)) as backend,
        Client(server(lambda _: backend, team=False)) as client,
    ):
        yield client, backend


def program(folder: Path, provider: Provider | None = None) -> StdioServerParameters:
    """`scriptsmith mcp` as a client starts it."""
    environ = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "LC_ALL": "C.UTF-8", **settings(folder, provider)}
    return StdioServerParameters(command=sys.executable, args=["-m", "scriptsmith", "mcp"], env=environ, cwd=folder)


async def called(client: Client, name: str, **arguments: Any) -> Mapping[str, Any]:
    """What a tool answers; an error fails the test."""
    answer = await client.call_tool(name, arguments)
    assert not answer.is_error, said(answer)
    assert isinstance(answer.structured_content, dict)
    return answer.structured_content


async def refused(client: Client, name: str, **arguments: Any) -> str:
    """The sentence that a tool refuses with."""
    answer = await client.call_tool(name, arguments)
    assert answer.is_error, answer
    return said(answer)


def said(answer: CallToolResult) -> str:
    """The text of an answer."""
    (content,) = answer.content
    assert isinstance(content, TextContent)
    return content.text
