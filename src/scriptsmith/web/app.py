"""The service over HTTP: the API under /api/v1, the pages of the console, and what machines ask about its health."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from fastapi import Depends, FastAPI
from fastapi.staticfiles import StaticFiles

from .. import __version__
from ..adapters.hooks import hooks_of
from ..adapters.slack_app import slack_app_of
from ..errors import ScriptSmithError
from ..redaction import find_secrets, mask
from ..retrieval.alert_names import table as alerts_by_name
from ..service.incident_service import SEARCH_SECONDS
from ..team import incident_service, outlet_service, outlets
from ..wiring import App
from . import api, health, hooks, http_errors, login, slack
from .cpu_pool import CpuPool
from .mcp_endpoint import PATH, McpEndpoint, open_mcp
from .metrics import Metrics
from .oidc import Issuer
from .openapi import describe
from .pages_base import visited
from .rate_limits import HostNames, RateLimits
from .request_gate import Gate
from .service_state import ServiceState
from .sessions import current
from .strict_requests import strict
from .traced_requests import TracedRequests

log = logging.getLogger("scriptsmith.web")

AGAIN = 5.0
"""Seconds after which workers that failed begin again."""
STATIC = Path(__file__).parent / "static"
HOOK_SECONDS = 2.0
"""Within how many seconds a hook answers: senders of alerts wait no longer than five."""
DESCRIPTION = """From a recommended action to a script that a person can trust.

Every request needs a key (`Authorization: Bearer …`) or a login. Errors are `application/problem+json`; their `detail`
is one sentence that says what to do. A run is named by its id, and its ETag is the number of its last event."""


def create(
    app: App,
    *,
    workers: int = 0,
    processes: int | None = None,
    hook_seconds: float = HOOK_SECONDS,
    look_seconds: float = SEARCH_SECONDS,
) -> FastAPI:
    """The service over `app`, which keeps its state in PostgreSQL; nothing is opened before it starts.

    `workers` runs are advanced at the same time in this process, none for 0. `processes` search (0: a thread); None is
    what the settings say. Hooks answer within `hook_seconds`, and for what is recommended nobody waits longer than
    `look_seconds`. Raises `BadSettings` and `UsageError`.
    """
    settings = app.settings.service
    open_hooks = hooks_of(app.settings.incidents)
    slack_app = slack_app_of(app.settings.incidents, app.settings.outlets)
    metrics = Metrics([*open_hooks, *(slack.HOOKS if slack_app else ())])
    names = HostNames.of(settings)
    app.watches.append(metrics.of_runs)
    team_service, team = app.team_service(), app.team()
    issuer = Issuer.of(settings, app.environ)
    named_outlets = outlets(app.settings)

    @asynccontextmanager
    async def lifespan(web: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            many = (settings.processes or os.cpu_count() or 1) if processes is None else processes
            pool = CpuPool(app.loaded, app.environ, processes=many, traces=app.telemetry)
            service = ServiceState(
                app=app,
                team=team,
                team_service=team_service,
                incidents=replace(incident_service(team, team_service, app.settings, pool.serve), seconds=look_seconds),
                outlet_service=outlet_service(team, team_service),
                outlets=named_outlets,
                cpu_pool=pool,
                metrics=metrics,
                names=names,
                rates=RateLimits(settings.rate),
                refusals=RateLimits(settings.rate_refused),
                hooks=open_hooks,
                hook_rates=RateLimits(app.settings.incidents.rate),
                hook_seconds=hook_seconds,
                slack=slack_app,
                issuer=issuer,
            )
            web.state.service = service
            await open_mcp(service, stack)
            await team.database.rows("still_there")  # it is opened, and prepared where it is ours
            stack.push_async_callback(pool.aclose)
            stack.push_async_callback(team.hub.aclose)
            await asyncio.to_thread(_read_ahead)
            reading = asyncio.create_task(_read_entries(app))  # meanwhile the first requests are answered
            stack.callback(reading.cancel)
            if many:  # meanwhile the first requests are answered
                warming = asyncio.create_task(pool.warm())
                stack.callback(warming.cancel)
            if workers:
                await stack.enter_async_context(_working(app, workers, service.stopping))
            stack.callback(service.stopping.set)
            yield

    web = FastAPI(
        title="ScriptSmith",
        version=__version__,
        description=DESCRIPTION,
        openapi_url=None,  # it is served to those who are let in, see `api`
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    web.openapi = lambda: describe(web)  # type: ignore[method-assign]
    http_errors.install(web, visited)
    if app.telemetry:
        web.add_middleware(TracedRequests, telemetry=app.telemetry)  # within the gate: who is turned away is not traced
    web.add_middleware(Gate, settings=settings, metrics=metrics)
    web.include_router(health.router)
    web.include_router(login.router)
    web.include_router(hooks.router)
    web.include_router(slack.router)
    web.include_router(health.guarded, dependencies=[Depends(current), Depends(strict)])
    web.include_router(api.router, prefix="/api/v1", dependencies=[Depends(current), Depends(strict)])
    web.add_route(PATH, McpEndpoint(), methods=["POST"], include_in_schema=False)  # type: ignore[arg-type]
    if find_spec(f"{__package__}.pages"):
        from .pages import router as pages

        web.include_router(pages)
    if STATIC.is_dir():
        web.mount("/static", StaticFiles(directory=STATIC), name="static")
    return web


def _read_ahead() -> None:
    """Load what the first report and the first look at an incident would have to wait for."""
    find_secrets("0" * 48)
    alerts_by_name()


async def _read_entries(app: App) -> None:
    """Have the catalogue read its entries; what is wrong with them is told to whoever asks first."""
    with suppress(ScriptSmithError):
        await app.catalogue.get("show-disk-usage")


@asynccontextmanager
async def _working(app: App, workers: int, stop: asyncio.Event) -> AsyncIterator[None]:
    """Workers in this process, which begin to end at `stop`, while requests are still answered."""
    task = asyncio.create_task(_work(app, workers, stop))
    try:
        yield
    finally:
        stop.set()
        await task


async def _work(app: App, workers: int, stop: asyncio.Event) -> None:
    """Work until `stop`, and begin again when the work itself fails: requests are answered meanwhile."""
    from ..worker import work

    while not stop.is_set():
        try:
            await work(app, stop=stop, concurrency=workers)
        except Exception as error:
            log.error("the workers stopped and begin again: %s", mask(f"{type(error).__name__}: {error}"))
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), AGAIN)
