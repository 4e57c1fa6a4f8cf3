"""The page of what came in and could not be read, and of who was refused at the hooks."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import Response

from .pages_base import routes, show
from .service_state import service_state
from .sessions import Who

router = routes()
PAGE, REFUSED = 50, 10


@router.get("/set-aside")
async def set_aside(request: Request, who: Who, before: Annotated[int, Query(ge=0, le=1 << 53)] = 0) -> Response:
    """Messages and reports that were set aside, newest first, each with the reason; then the last refusals."""
    service = service_state(request)
    await service.team_service.allow(who, "audit", "set-aside")
    found = await service.team.set_aside.page(before=before, limit=PAGE + 1)
    return show(
        request,
        who,
        "set_aside.html",
        found=found[:PAGE],
        refused=await service.team.audit.page(act="hook.refused", limit=REFUSED),
        first_page="/set-aside" if before else "",
        next_page=f"/set-aside?before={found[PAGE - 1].id}" if len(found) > PAGE else "",
    )
