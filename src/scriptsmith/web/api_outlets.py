"""Who is told what, and what could not be delivered: for admins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel

from ..core.plain_data import plain
from ..outlets.outbox import Delivery, DeliveryState, OutletCounts
from .pagination import among, next_page
from .service_state import ServiceState, service_state
from .sessions import Who
from .strict_requests import JsonRoute

router = APIRouter(tags=["outlets"], route_class=JsonRoute)

DeliveryId = Annotated[int, Path(ge=1, le=1 << 53, description="id of a delivery")]


class OutletOut(BaseModel):
    """An outlet: `host` is all of its address that is shown, empty with `kind` where the settings do not name it any
    more. Moments are ISO 8601; `paused` is until when it wants to be left alone, `last` when it last took something."""

    name: str
    kind: str
    host: str
    waiting: int
    delivered: int
    failed: int
    dropped: int
    last: str
    paused: str


class RouteOut(BaseModel):
    """Which outlets are told of what; a condition that is empty fits everything."""

    outlets: list[str]
    events: list[str]
    roles: list[str]
    services: list[str]
    severities: list[str]
    risks: list[str]


class OutletsOut(BaseModel):
    """Every outlet, the routes to them, and what may not be meant."""

    outlets: list[OutletOut]
    routes: list[RouteOut]
    warnings: list[str]


class DeliveriesOut(BaseModel):
    """Deliveries, newest first; `next` is where the next page is, null after the last."""

    deliveries: list[Delivery]
    next: str | None


@router.get("/outlets", operation_id="list_outlets", summary="List outlets", response_model=OutletsOut)
async def outlets(request: Request, who: Who) -> Response:
    """Every outlet with how its deliveries stand, and the routes. No secret and no whole address is shown."""
    service = service_state(request)
    counts = await service.outlet_service.counts(who)
    return JSONResponse(
        {
            "outlets": outlet_rows(service, {each.outlet: each for each in counts}),
            "routes": plain(service.outlets.routes),
            "warnings": list(service.outlets.warnings()),
        }
    )


@router.get(
    "/outlets/deliveries", operation_id="list_deliveries", summary="List deliveries", response_model=DeliveriesOut
)
async def deliveries(
    request: Request,
    who: Who,
    state: Annotated[DeliveryState | None, Query(description="only these")] = None,
    outlet: Annotated[str, Query(max_length=50, description="only those to this outlet")] = "",
    before: Annotated[int, Query(ge=0, le=1 << 53, description="the last delivery of the page before")] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """A page of deliveries, newest first. Link and `next` lead to the page after it."""
    service = service_state(request)
    known_outlet(service, outlet, await service.outlet_service.counts(who))
    found = await service.outlet_service.page(who, state=state or "", outlet=outlet, before=before, limit=limit + 1)
    last = found[limit - 1].id if len(found) > limit else None
    return next_page(request, {"deliveries": plain(found[:limit])}, before=last)


@router.post(
    "/outlets/deliveries/{delivery_id}/retry",
    operation_id="retry_delivery",
    summary="Try a delivery again",
    response_model=Delivery,
)
async def retry(request: Request, who: Who, delivery_id: DeliveryId) -> Response:
    """Have a delivery that failed, was dropped or waits for another try sent at once, with all tries before it."""
    return JSONResponse(plain(await service_state(request).outlet_service.retry(who, delivery_id)))


@router.post(
    "/outlets/deliveries/{delivery_id}/drop",
    operation_id="drop_delivery",
    summary="Drop a delivery",
    response_model=Delivery,
)
async def drop(request: Request, who: Who, delivery_id: DeliveryId) -> Response:
    """Give up a delivery that waits or failed."""
    return JSONResponse(plain(await service_state(request).outlet_service.drop(who, delivery_id)))


def known_outlet(service: ServiceState, name: str, counts: Sequence[OutletCounts]) -> None:
    """Raise `BadInput` for a name of no outlet, neither of the settings nor of one that was ever told anything."""
    among(name, {*service.outlets.outlets, *(each.outlet for each in counts)}, "outlet")


def outlet_rows(service: ServiceState, counts: dict[str, OutletCounts]) -> list[dict[str, Any]]:
    """Every outlet that the settings name or that was told something, with its figures."""
    named = service.outlets.outlets
    rows = []
    for name in dict.fromkeys((*named, *counts)):
        one, known = counts.get(name, OutletCounts(outlet=name)), named.get(name)
        figures = {key: value for key, value in plain(one).items() if key != "outlet"}
        rows.append(
            {"name": name, "kind": known.kind if known else "", "host": known.place if known else "", **figures}
        )
    return rows
