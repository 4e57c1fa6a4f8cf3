"""The list of runs, with its filters."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import get_args
from urllib.parse import urlencode

from fastapi import Request
from fastapi.responses import Response

from ..core.summary import Summary
from ..core.types import Risk
from ..errors import BadInput
from .pages_base import routes, show
from .pages_home import row
from .service_state import service_state
from .sessions import Who

router = routes()
PAGE = 50
RISKS: tuple[Risk, ...] = get_args(Risk)
FILTERS = ("q", "state", "risk", "since", "until", "service", "who")


@router.get("/runs")
async def runs(request: Request, who: Who, before: str = "") -> Response:
    """The runs, newest first, by words, state, risk, day, the service of their incident, and who asked or decided."""
    service = service_state(request)
    await service.team_service.allow(who, "look")
    reading = service.team.reading
    asked = {name: request.query_params.get(name, "").strip() for name in FILTERS}
    counts = await reading.counts()
    found: Sequence[Summary] = await reading.page(
        state=(asked["state"],) if asked["state"] in counts else (),
        risk=(asked["risk"],) if asked["risk"] in RISKS else (),
        since=_day(asked["since"]),
        until=_day(asked["until"]),
        service=asked["service"],
        person=asked["who"],
        text=asked["q"],
        before=before,
        limit=PAGE + 1,
    )
    kept = {name: value for name, value in asked.items() if value}
    older = "/runs?" + urlencode(kept | {"before": found[PAGE - 1].run}) if len(found) > PAGE else ""
    return show(
        request,
        who,
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


def _day(text: str) -> date | None:
    """A day as a form sends it; None for none."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise BadInput(f"{text!r} is no day like 2026-01-31") from None
