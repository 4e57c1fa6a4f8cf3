"""The page of a run: what has happened so far, growing by itself while the machine is at work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from fastapi import Request
from fastapi.responses import Response

from ..core.flow import UNDECIDED, state
from ..core.offers import offers
from ..core.permissions import Person, folded, may
from ..core.run import fold
from .pages_base import part, routes, show, there
from .rendering import rendered
from .service_state import service_state
from .sessions import Who
from .timeline import KINDS, steps
from .views import sheet
from .waits import last_failure, steps_there_are, waits_for

router = routes()
Done: TypeAlias = Literal["", "approve", "publish", "edit", "reject", "cancel", "again"]
SAID: Mapping[Done, str] = {
    "approve": "Your approval is recorded.",
    "publish": "It is being published.",
    "edit": "Your script took its place; it is checked and assessed now.",
    "reject": "Your rejection is recorded.",
    "cancel": "The run is cancelled.",
    "again": "A worker tries it again.",
}


async def _view(request: Request, who: Person, run_id: str) -> dict[str, Any]:
    service = service_state(request)
    await service.team_service.allow(who, "look", run_id)
    events = await service.app.journal.read(run_id)
    run = fold(events)
    failure = await last_failure(service, run_id, run)
    return {
        "run_id": run_id,
        "view": sheet(run, events),
        "steps": steps(events),
        "offers": offers(run),
        "failure": failure,
        "waits": waits_for(run, steps_there_are(service, run), service.app.models, failure),
    }


@router.get("/runs/{run_id}")
async def run(request: Request, who: Who, run_id: str, done: Done = "") -> Response:
    """All steps of a run."""
    context = await _view(request, who, run_id)
    found = context["view"].run
    theirs = folded(found.requester) == folded(who.name) or who.parts != frozenset({"requester"})
    return show(
        request,
        who,
        "run.html",
        **context,
        said=SAID.get(done, ""),
        incidents=await service_state(request).team.incidents.incidents_of(run_id),
        events_at=f"/api/v1/runs/{run_id}/events",
        kinds=" ".join(KINDS),
        may_try_again=may(who, "ask") and context["failure"] is not None and context["failure"].final,
        may_cancel=may(who, "cancel") and theirs and state(found) in ("working", *UNDECIDED),
    )


@router.get("/runs/{run_id}/live")
async def live(request: Request, who: Who, run_id: str) -> Response:
    """The part of that page that grows."""

    def can(act: Any) -> bool:
        return may(who, act)

    return part(rendered("parts/live.html", can=can, csrf="", here="", **await _view(request, who, run_id)))


@router.post("/runs/{run_id}/again")
async def again(request: Request, who: Who, run_id: str) -> Response:
    """Have a worker try a run again that they have given up on."""
    await service_state(request).team_service.again(who, run_id)
    return there(f"/runs/{run_id}?done=again")


@router.post("/runs/{run_id}/cancel")
async def cancel(request: Request, who: Who, run_id: str) -> Response:
    """End a run that nothing was decided of."""
    await service_state(request).team_service.cancel(who, run_id)
    return there(f"/runs/{run_id}?done=cancel")
