"""The list of runs, with its filters."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Annotated, get_args
from urllib.parse import urlencode

from fastapi import Query, Request
from fastapi.responses import Response

from ..adapters.postgres.read_models import RunFilters
from ..core.flow import State
from ..core.summary import Summary
from ..core.types import Risk
from .pages_base import routes, show
from .pages_home import row
from .pagination import BeforeRun
from .service_state import service_state
from .sessions import Who
from .strict_requests import Blank

router = routes()
PAGE = 50
RISKS: tuple[Risk, ...] = get_args(Risk)


@router.get("/runs")
async def runs(
    request: Request,
    who_asks: Who,
    q: str = "",
    state: Blank[State] = None,
    risk: Blank[Risk] = None,
    since: Blank[date] = None,
    until: Blank[date] = None,
    service_: Annotated[str, Query(alias="service")] = "",
    who: str = "",
    before: BeforeRun = "",
) -> Response:
    """The runs, newest first, by words, state, risk, day, the service of their incident, and who asked or decided."""
    service = service_state(request)
    await service.team_service.allow(who_asks, "look")
    reading = service.team.reading
    given = {"q": q, "state": state, "risk": risk, "since": since, "until": until, "service": service_, "who": who}
    asked = {name: str(value or "").strip() for name, value in given.items()}
    filters: RunFilters = {
        "risk": (risk,) if risk else (),
        "since": since,
        "until": until,
        "service": asked["service"],
        "person": asked["who"],
        "text": asked["q"],
    }
    counts = await reading.counts(**filters)
    found: Sequence[Summary] = await reading.page(
        state=(state,) if state else (), before=before, limit=PAGE + 1, **filters
    )
    kept = {name: value for name, value in asked.items() if value}
    older = "/runs?" + urlencode(kept | {"before": found[PAGE - 1].run}) if len(found) > PAGE else ""
    return show(
        request,
        who_asks,
        "runs.html",
        runs=[row(one) for one in found[:PAGE]],
        asked=asked,
        filtered=bool(kept),
        states=tuple(counts),
        risks=RISKS,
        counts=counts,
        first_page="/runs" + (f"?{urlencode(kept)}" if kept else "") if before else "",
        next_page=older,
    )
