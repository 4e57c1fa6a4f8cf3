"""Messages of a queue that could not be read: for admins."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel

from ..core.plain_data import plain
from ..service.consuming import MessageSetAside
from .pagination import next_page
from .service_state import service_state
from .sessions import Who

router = APIRouter(tags=["incidents"])


class SetAsideOut(BaseModel):
    """Messages, newest first; `place` is topic, partition, offset and moment, `text` the beginning of what came,
    without secrets. `next` is where the next page is, null after the last."""

    messages: list[MessageSetAside]
    next: str | None


@router.get(
    "/set-aside", operation_id="list_set_aside", summary="List messages that were set aside", response_model=SetAsideOut
)
async def set_aside(
    request: Request,
    who: Who,
    before: Annotated[int, Query(ge=0, le=1 << 53, description="the last message of the page before")] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """Messages of Kafka that could not be read as reports, or not all of them, with the reason; for 90 days."""
    service = service_state(request)
    await service.team_service.allow(who, "audit", "set-aside")
    found = await service.team.set_aside.page(before=before, limit=limit + 1)
    last = found[limit - 1].id if len(found) > limit else None
    return next_page(request, {"messages": plain(found[:limit])}, before=last)
