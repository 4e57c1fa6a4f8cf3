"""What people say of a run without deciding: comments, who should decide, and what of the findings helped."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from .api_runs import RunId, told
from .api_shapes import AssignmentIn, CommentIn, RatingIn, RunOut
from .service_state import service_state
from .sessions import Who
from .strict_requests import JsonRoute

router = APIRouter(tags=["runs"], route_class=JsonRoute)


@router.post("/runs/{run_id}/comments", operation_id="comment", summary="Comment on a run", response_model=RunOut)
async def comment(request: Request, who: Who, run_id: RunId, body: CommentIn) -> Response:
    """Write something about a run that is not at work. It decides nothing, and moves the ETag on: whoever decides has
    to have seen it."""
    service = service_state(request)
    return await told(service, run_id, await service.team_service.comment(who, run_id, body.text))


@router.post(
    "/runs/{run_id}/ratings", operation_id="rate", summary="Say whether a finding or opinion helped",
    response_model=RunOut,
)  # fmt: skip
async def rate(request: Request, who: Who, run_id: RunId, body: RatingIn) -> Response:
    """Kept as feedback; the last word of a person about a thing counts. Decisions with an earlier ETag stand."""
    service = service_state(request)
    return await told(service, run_id, await service.team_service.rate(who, run_id, body.about, body.useful))


@router.post(
    "/runs/{run_id}/assignment", operation_id="assign", summary="Say who should decide on a run",
    response_model=RunOut,
)  # fmt: skip
async def assign(request: Request, who: Who, run_id: RunId, body: AssignmentIn) -> Response:
    """It keeps nobody else from deciding, and decisions with an earlier ETag stand. It is first on that person's home
    page, and not on those of others."""
    service = service_state(request)
    return await told(service, run_id, await service.team_service.assign(who, run_id, body.to))
