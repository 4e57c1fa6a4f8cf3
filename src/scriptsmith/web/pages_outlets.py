"""The page of outlets: who is told what, and what could not be delivered."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import Path, Query, Request
from fastapi.responses import Response

from ..core.permissions import Person
from ..errors import NeedsPerson
from ..outlets.outbox import STATES, DeliveryState
from .api_outlets import known_outlet, outlet_rows
from .pages_base import routes, show, there
from .service_state import service_state
from .sessions import Who
from .strict_requests import Blank

router = routes()
PAGE = 50


@router.get("/outlets")
async def outlets(
    request: Request,
    who: Who,
    state: Blank[Literal[DeliveryState, "any"]] = "failed",
    outlet: str = "",
    before: Annotated[int, Query(ge=0, le=1 << 53)] = 0,
) -> Response:
    """Every outlet, the routes to them, and deliveries: those that failed, unless others are asked for."""
    return await _page(request, who, state=state or "any", outlet=outlet, before=before)


@router.post("/outlets/deliveries/{delivery_id}/{what}")
async def do(
    request: Request, who: Who, delivery_id: Annotated[int, Path(ge=1, le=1 << 53)], what: Literal["retry", "drop"]
) -> Response:
    """Try a delivery again (`retry`), or give it up (`drop`)."""
    service = service_state(request).outlet_service
    try:
        await (service.retry(who, delivery_id) if what == "retry" else service.drop(who, delivery_id))
    except NeedsPerson as error:
        return await _page(request, who, problem=str(error), status=409)
    return there("/outlets")


async def _page(
    request: Request,
    who: Person,
    *,
    state: Literal[DeliveryState, "any"] = "failed",
    outlet: str = "",
    before: int = 0,
    problem: str = "",
    status: int = 200,
) -> Response:
    service = service_state(request)
    counts = await service.outlet_service.counts(who)
    known_outlet(service, outlet, counts)
    asked = {"state": state, "outlet": outlet}
    found = await service.outlet_service.page(
        who,
        state="" if state == "any" else state,
        outlet=asked["outlet"],
        before=before,
        limit=PAGE + 1,
    )
    older = "/outlets?" + urlencode(asked | {"before": found[PAGE - 1].id}) if len(found) > PAGE else ""
    return show(
        request,
        who,
        "outlets.html",
        status=status,
        problem=problem,
        outlets=outlet_rows(service, {each.outlet: each for each in counts}),
        routes=service.outlets.routes,
        warnings=service.outlets.warnings(),
        deliveries=found[:PAGE],
        states=STATES,
        asked=asked,
        first_page="/outlets?" + urlencode(asked) if before else "",
        next_page=older,
    )
