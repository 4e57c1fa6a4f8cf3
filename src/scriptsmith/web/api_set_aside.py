"""Messages and reports that could not be read: for admins."""

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
from .strict_requests import JsonRoute

router = APIRouter(tags=["incidents"], route_class=JsonRoute)


class SetAsideOut(BaseModel):
    """What was set aside, newest first. `place` is topic, partition, offset and moment of a message, or the hook and a
    digest of a report; `text` is the beginning of what came, without secrets. `next` is where the next page is, null
    after the last."""

    messages: list[MessageSetAside]
    next: str | None


@router.get("/set-aside", operation_id="list_set_aside", summary="List what was set aside", response_model=SetAsideOut)
async def set_aside(
    request: Request,
    who: Who,
    before: Annotated[int, Query(ge=0, le=1 << 53, description="the last one of the page before")] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """Messages of Kafka and reports to hooks that could not be read, or not all of them, with the reason; for 90 days.
    Who was refused at a hook, because they did not prove who they are, is in the audit as `hook.refused`."""
    service = service_state(request)
    await service.team_service.allow(who, "audit", "set-aside")
    found = await service.team.set_aside.page(before=before, limit=limit + 1)
    last = found[limit - 1].id if len(found) > limit else None
    return next_page(request, {"messages": plain(found[:limit])}, before=last)
