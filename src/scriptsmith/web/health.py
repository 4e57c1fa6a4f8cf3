"""What machines ask: whether the process lives, whether it can serve, and how it does."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel

from .api_shapes import shown
from .http_errors import problem
from .metrics import CONTENT_TYPE
from .service_state import service_state
from .sessions import Who
from .strict_requests import strict

router = APIRouter(tags=["health"], dependencies=[Depends(strict)])
guarded = APIRouter(tags=["health"])


class Health(BaseModel):
    """All is well; anything else is an error."""

    model_config = shown(status="ok")

    status: Literal["ok"]


@router.get("/healthz", operation_id="alive", summary="Whether the process lives", response_model=Health)
async def alive() -> Response:
    """It answers, so it does."""
    return JSONResponse({"status": "ok"})


@router.get("/readyz", operation_id="ready", summary="Whether requests can be served", response_model=Health)
async def ready(request: Request) -> Response:
    """Whether the database answers and may be written to, and the service is not about to end."""
    service = service_state(request)
    if service.stopping.is_set():
        return problem(503, "the service is about to end", headers={"Retry-After": "5"})
    await service.team.database.ready()
    return JSONResponse({"status": "ok"})


@guarded.get(
    "/metrics",
    operation_id="metrics",
    summary="Figures for Prometheus",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}},
)
async def metrics(request: Request, who: Who) -> Any:
    """Requests, reports to hooks, runs by state, the queue, steps, outcomes, models, deliveries to outlets. A key is
    needed here too."""
    service = service_state(request)
    await service.team_service.allow(who, "look")
    runs = await service.team.reading.counts()
    backlogs = await service.team.queue.backlogs(questions=service.app.settings.incidents.ask_model)
    cost = await service.team.reading.cost()
    deliveries = await service.team.outbox.counts()
    given_up, _, _ = await service.team.reading.given_up(1)
    text = service.metrics.text(runs, backlogs, cost, deliveries, given_up=given_up)
    return Response(text, media_type=CONTENT_TYPE)
