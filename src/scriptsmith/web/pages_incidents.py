"""The list of incidents, and the page of one: what happened, what could be done, and what was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import Form, Request
from fastapi.responses import Response

from ..core.permissions import may
from ..errors import BadInput, NeedsPerson, NotFound
from ..incidents.model import SEVERITIES, STATES, KeptIncident, Severity, State
from .api_incidents import runs_document
from .pages_base import given_values, routes, show, there
from .pagination import BeforeIncident
from .service_state import service_state
from .sessions import Who
from .strict_requests import Blank

router = routes()
PAGE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentRow:
    """An incident in a list."""

    href: str
    title: str
    name: str
    severity: str
    state: str
    where: str
    source: str
    started: str


def row(kept: KeptIncident) -> IncidentRow:
    """An incident as a list shows it."""
    one = kept.incident
    return IncidentRow(
        href=f"/incidents/{one.id}",
        title=one.title,
        name=one.name if one.name != one.title else "",
        severity=one.severity,
        state=one.state,
        where=" · ".join(each for each in (one.service, one.host) if each),
        source=one.source,
        started=one.started_at or kept.received_at,
    )


@router.get("/incidents")
async def incidents(
    request: Request,
    who: Who,
    q: str = "",
    state: Blank[Literal[State, "open", "any"]] = "open",
    severity: Blank[Severity] = None,
    source: str = "",
    before: BeforeIncident = "",
) -> Response:
    """Incidents, the newest first: those that are open, unless others are asked for."""
    service = service_state(request)
    await service.team_service.allow(who, "look")
    store = service.team.incidents
    states = tuple(each for each in STATES if state == each or (state == "open" and each != "resolved"))
    severities = (severity,) if severity else ()
    counts = await store.counts(severity=severities, source=source, text=q)
    found = await store.page(state=states, severity=severities, source=source, text=q, before=before, limit=PAGE + 1)
    kept = {"q": q, "state": state or "any", "severity": severity or "", "source": source}
    older = "/incidents?" + urlencode(kept | {"before": found[PAGE - 1].incident.id}) if len(found) > PAGE else ""
    return show(
        request,
        who,
        "incidents.html",
        incidents=[row(each) for each in found[:PAGE]],
        asked=kept,
        counts=counts,
        severities=SEVERITIES,
        sources=sorted({*await store.sources(), *([source] if source else [])}),
        hooks=bool(service.hooks),
        aside=await service.team.set_aside.count() if may(who, "audit") else 0,
        first_page=f"/incidents?{urlencode(kept)}" if before else "",
        next_page=older,
    )


@router.get("/incidents/{incident_id}")
async def incident(request: Request, who: Who, incident_id: str) -> Response:
    """One incident, with what is recommended for it."""
    return await _page(request, who, incident_id)


@router.post("/incidents/{incident_id}/runs")
async def make_run(
    request: Request, who: Who, incident_id: str, recommendation: Annotated[str, Form()] = ""
) -> Response:
    """Make a run of a recommendation and go there; what cannot be done is said on the page of the incident."""
    given = await given_values(request)
    try:
        made = await service_state(request).incidents.make_run(who, incident_id, recommendation, given)
    except (BadInput, NeedsPerson, NotFound) as error:
        return await _page(request, who, incident_id, problem=str(error), status=422)
    return there(f"/runs/{made.run}")


async def _page(request: Request, who: Who, incident_id: str, *, problem: str = "", status: int = 200) -> Response:
    service = service_state(request)
    kept = await service.incidents.look(who, incident_id)
    store = service.team.incidents
    return show(
        request,
        who,
        "incident.html",
        status=status,
        problem=problem,
        kept=kept,
        it=kept.incident,
        timeline=await store.timeline(incident_id),
        runs=await runs_document(service, await store.runs(incident_id)),
        history=[row(each) for each in await store.history(incident_id)],
        recommended=await service.incidents.recommended(kept.incident),
        may_ask=may(who, "ask") and kept.incident.state != "resolved",
    )
