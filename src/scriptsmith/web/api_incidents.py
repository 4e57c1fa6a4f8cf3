"""Incidents are listed and looked at, and what is recommended for one becomes a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from ..core.plain_data import plain
from ..errors import NotFound
from ..incidents.model import Severity, State
from ..incidents.recommendations import Recommendation
from ..incidents.store import LinkedRun
from .api_incident_shapes import IncidentOut, IncidentsOut, RecommendedOut, RunMade, RunOfIncidentIn
from .pagination import BeforeIncident, next_page
from .service_state import ServiceState, service_state
from .sessions import Who
from .strict_requests import JsonRoute

router = APIRouter(tags=["incidents"], route_class=JsonRoute)

IncidentId = Annotated[str, Path(max_length=100, description="id of an incident")]


@router.get("/incidents", operation_id="list_incidents", summary="List incidents", response_model=IncidentsOut)
async def incidents(
    request: Request,
    who: Who,
    state: Annotated[list[State] | None, Query(description="only these; may be given several times")] = None,
    severity: Annotated[list[Severity] | None, Query(description="only these; may be given several times")] = None,
    source: Annotated[str, Query(max_length=200)] = "",
    text: Annotated[str, Query(max_length=200, description="words, or their beginnings, or an id")] = "",
    before: BeforeIncident = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """A page of incidents, the one first reported last first. Link and `next` lead to the page after it."""
    service = service_state(request)
    await service.team_service.allow(who, "look")
    found = await service.team.incidents.page(
        state=tuple(state or ()),
        severity=tuple(severity or ()),
        source=source,
        text=text,
        before=before,
        limit=limit + 1,
    )
    page = found[:limit]
    last = page[-1].incident.id if len(found) > limit else None
    return next_page(request, {"incidents": plain(page)}, before=last)


@router.get(
    "/incidents/{incident_id}", operation_id="show_incident", summary="Show an incident", response_model=IncidentOut
)
async def incident(request: Request, who: Who, incident_id: IncidentId) -> Response:
    """An incident, what happened to it, the runs that were made for it, and others of the same alert."""
    service = service_state(request)
    kept = await service.incidents.look(who, incident_id)
    store = service.team.incidents
    return JSONResponse(
        plain(kept)
        | {
            "timeline": plain(await store.timeline(incident_id)),
            "runs": await runs_document(service, await store.runs(incident_id)),
            "history": plain(await store.history(incident_id)),
        }
    )


@router.get(
    "/incidents/{incident_id}/recommendations",
    operation_id="recommend",
    summary="What could be done",
    response_model=RecommendedOut,
)
async def recommendations(request: Request, who: Who, incident_id: IncidentId) -> Response:
    """Actions for an incident, each with its sources, the entry that would serve it and what would be bound. Nothing is
    done before somebody makes a run of one.

    `answer` is `no action known` where every source was asked and had nothing, and `not all asked` where some may have
    more to say, such as a model that has not answered yet; `sources` tells what each had. An answer takes some four
    seconds at most: what is not found by then is told as `unfinished`."""
    found = await service_state(request).incidents.recommend(who, incident_id)
    runbook = {"name": found.runbook.name, "mitigation": found.runbook.mitigation} if found.runbook else None
    told = [recommendation_document(each) for each in found.actions]
    return JSONResponse(
        {
            "answer": found.answer,
            "actions": told,
            "runbook": runbook,
            "problems": list(found.problems),
            "sources": plain(found.sources),
        }
    )


@router.post(
    "/incidents/{incident_id}/runs",
    operation_id="make_run",
    summary="Make a run of a recommendation",
    status_code=202,
    response_model=RunMade,
    responses={202: {"headers": {"Location": {"schema": {"type": "string"}, "description": "the run"}}}},
)
async def make_run(request: Request, who: Who, incident_id: IncidentId, body: RunOfIncidentIn) -> Response:
    """Ask for what is recommended, as a run that a worker advances and people review; nothing is executed.

    The same recommendation with the same values has one run at a time: a second request is answered with it.
    """
    service = service_state(request)
    made = await service.incidents.make_run(who, incident_id, body.recommendation, body.given)
    location = {"Location": f"/api/v1/runs/{made.run}"}
    return JSONResponse({"run": made.run, "state": made.state, "new": made.new}, 202, headers=location)


def recommendation_document(one: Recommendation) -> dict[str, Any]:
    """A recommendation for programs."""
    told = {name: getattr(one, name) for name in ("id", "text", "source", "why", "kind", "entry", "title", "risk")}
    missing = [{"name": each.name, "type": each.type, "description": each.description} for each in one.missing]
    return {
        **told,
        "bound": dict(one.bound),
        "defaults": dict(one.defaults),
        "missing": missing,
        "doubts": list(one.doubts),
        "others": [
            {"id": each.id, "source": each.source, "why": each.why, "text": each.text, "bound": dict(each.bound)}
            for each in one.others
        ],
    }


async def runs_document(service: ServiceState, linked: Sequence[LinkedRun]) -> list[dict[str, Any]]:
    """The runs of an incident with where each stands."""
    found: list[dict[str, Any]] = []
    for one in linked:
        try:
            summary = await service.team.reading.one(one.run)
        except NotFound:
            continue
        found.append(plain(one) | {"action": summary.action, "state": summary.state})
    return found
