"""The service on a free loopback port, over a database of its own: for tests of the API and of the console.

    async with serving() as service:
        async with service.client("reviewer") as http:
            await http.get("/api/v1/me")

The server runs in the loop of the test. `service.url` is its address and `service.keys` a key for each part, whose holder
has the name in `NAMES`. A script of answers starts a model provider and gives it every role.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

from scriptsmith.core.permissions import PARTS, Part, Person
from scriptsmith.settings import load
from scriptsmith.telemetry import Telemetry
from scriptsmith.testing.provider import Provider, Script
from scriptsmith.web.app import create
from scriptsmith.web.server import Server, bound
from scriptsmith.wiring import App, build
from tests.databases import fresh, searched

NAMES: Mapping[Part, str] = {"requester": "ana", "reviewer": "bo", "publisher": "cy", "admin": "dee"}
SECONDS = 60.0
"""How long a client waits for an answer; no test depends on how long it takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """A running service, the application behind it, and the ways in."""

    url: str
    app: App
    server: Server
    keys: Mapping[Part, str]

    def client(self, part: Part | None = None, **headers: str) -> httpx2.AsyncClient:
        """A client that comes in with the key of `part`, or with none; redirects are not followed."""
        if part:
            headers["Authorization"] = f"Bearer {self.keys[part]}"
        return httpx2.AsyncClient(base_url=self.url, headers=headers, timeout=SECONDS)

    def person(self, part: Part) -> Person:
        """Who holds the key of `part`."""
        return Person(name=NAMES[part], parts=frozenset({part}))

    async def key(self, name: str, *parts: Part) -> str:
        """Another key."""
        return (await self.app.team().people.create_key(name, parts, hours=1.0, by="test"))[0]


@asynccontextmanager
async def serving(
    answers: Script | None = None,
    *,
    workers: int = 1,
    settings: Mapping[str, object] | None = None,
    url: str = "",
    traces: Telemetry | None = None,
    hook_seconds: float = SECONDS,
    look_seconds: float = SECONDS,
) -> AsyncIterator[Service]:
    """The service over the database at `url` (a fresh one where empty), with `settings` by dotted names.

    `workers` runs are advanced at the same time in its process. Searches are done in a thread and not in processes,
    which take a second to start. `traces` is what it tells of its work; hooks answer within `hook_seconds`, and
    for recommendations nobody waits longer than `look_seconds`.
    """
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="scriptsmith-web-")))
        flags: dict[str, object] = {
            "database.storage": "postgres",
            "database.url": url or fresh(searched()),
            "paths.cache": str(folder / "cache"),
            "sandbox.engine": "none",
            "service.rate": 1_000_000,
            "service.rate_address": 1_000_000,
        }
        environ = {"SCRIPTSMITH_CONFIG": str(folder / "none.toml")}
        if answers:
            provider = stack.enter_context(Provider(answers))
            environ["OPENAI_API_KEY"] = "none-needed"
            for role in ("generator", "assessor", "refiner"):
                flags[f"models.{role}.model"] = "openai-chat:pretended"
                flags[f"models.{role}.base_url"] = provider.url
        loaded = load(environ, flags | dict(settings or {}), folder)
        app = await stack.enter_async_context(build(loaded, environ, traces=traces))
        people = app.team().people
        keys = {part: (await people.create_key(NAMES[part], [part], hours=1.0, by="test"))[0] for part in PARTS}
        listening = bound("127.0.0.1", 0)
        server = Server(
            create(app, workers=workers, processes=0, hook_seconds=hook_seconds, look_seconds=look_seconds), listening
        )
        running = asyncio.create_task(server.run_here())
        stack.push_async_callback(_stopped, server, running)
        await server.ready.wait()
        if not server.started:
            await running
        port = listening.getsockname()[1]
        yield Service(url=f"http://127.0.0.1:{port}", app=app, server=server, keys=keys)


async def _stopped(server: Server, running: asyncio.Task[None]) -> None:
    server.stop()
    await running
