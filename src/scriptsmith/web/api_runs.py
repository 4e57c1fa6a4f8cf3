"""Actions become runs; runs are listed, looked at, followed, decided, published, cancelled and labelled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Header, Path, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from ..core.flow import State
from ..core.plain_data import plain
from ..core.run import Run, fold
from ..core.types import Action, Decision, Risk
from ..documents import is_over, numbered, run_document
from ..errors import NotFound
from .api_shapes import Accepted, ActionIn, EventsOut, FeedbackIn, RemarkIn, ReviewIn, RunOut, RunsOut
from .event_streams import given_up, stream
from .http_errors import HttpProblem
from .pagination import BeforeRun, next_page
from .run_requests import ask_once
from .script_export import PLAIN, plain_text
from .service_state import ServiceState, service_state
from .sessions import Who
from .strict_requests import JsonRoute
from .waits import last_failure, steps_there_are, waits_for

router = APIRouter(tags=["runs"], route_class=JsonRoute)

_ETAG = re.compile(r'"?(?P<seq>[1-9][0-9]{0,6})"?|(W/)?"[^"]*"')
"""The ETag of a run, whose number may come without its quotes, or of something else."""
RunId = Annotated[str, Path(max_length=100, description="id of a run")]
IfMatch = Annotated[str | None, Header(alias="If-Match", description="the ETag of the run that you have seen")]


@router.post(
    "/actions",
    operation_id="ask",
    summary="Ask for a script",
    status_code=202,
    response_model=Accepted,
    responses={202: {"headers": {"Location": {"schema": {"type": "string"}, "description": "the run"}}}},
)
async def ask(
    request: Request,
    who: Who,
    body: ActionIn,
    key: Annotated[str | None, Header(alias="Idempotency-Key", min_length=1, max_length=200)] = None,
) -> Response:
    """Record what should be done as a new run, which a worker advances.

    With an Idempotency-Key the same request by the same person is answered the same for a day, and done once; another
    request under that key is refused (422). Two that differ in a secret alone are the same.
    """
    service = service_state(request)
    action = Action(
        text=body.text,
        target=body.target,
        context=body.context,
        profile=body.profile,
        given=dict(body.given),
        entry=body.entry,
    )
    return await ask_once(service, who, action, key)


@router.get("/runs", operation_id="list_runs", summary="List runs, newest first", response_model=RunsOut)
async def runs(
    request: Request,
    who: Who,
    state: Annotated[list[State] | None, Query(description="only these; may be given several times")] = None,
    text: Annotated[str, Query(max_length=200, description="words of the action, or an id")] = "",
    requester: Annotated[str, Query(max_length=200)] = "",
    risk: Annotated[list[Risk] | None, Query(description="only these; may be given several times")] = None,
    since: Annotated[date | None, Query(description="asked for on this day (UTC) or later")] = None,
    until: Annotated[date | None, Query(description="asked for on this day (UTC) or earlier")] = None,
    service_: Annotated[
        str, Query(alias="service", max_length=200, description="made for an incident of this service")
    ] = "",
    person: Annotated[
        str, Query(max_length=200, description="who asked for it, decided on it or has it assigned")
    ] = "",
    before: BeforeRun = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """A page of runs; `problem` is why the workers have given one up. Link and `next` lead to the page after it."""
    service = service_state(request)
    await service.team_service.allow(who, "look")
    found = await service.team.reading.page(
        state=tuple(state or ()),
        text=text,
        requester=requester,
        risk=tuple(risk or ()),
        since=since,
        until=until,
        service=service_,
        person=person,
        before=before,
        limit=limit + 1,
    )
    page = found[:limit]
    return next_page(request, {"runs": plain(page)}, before=page[-1].run if len(found) > limit else None)


@router.get(
    "/runs/{run_id}",
    operation_id="show_run",
    summary="Show a run",
    response_model=RunOut,
    responses={304: {"description": "It is as the ETag says"}},
)
async def run(
    request: Request,
    who: Who,
    run_id: RunId,
    known: Annotated[str | None, Header(alias="If-None-Match")] = None,
) -> Response:
    """Where a run stands. The ETag names the last event; with it in If-None-Match only news is sent."""
    service = service_state(request)
    found = await service.team_service.look(who, run_id)
    same = known and _etag(found) in [each.strip().removeprefix("W/") for each in known.split(",")]
    if same and not await last_failure(service, run_id, found):  # that is no event, so the ETag does not tell
        return Response(status_code=304, headers={"ETag": _etag(found)})
    return await told(service, run_id, found)


@router.get(
    "/runs/{run_id}/events",
    operation_id="events",
    summary="What happened in a run, or what happens",
    response_model=EventsOut,
    responses={
        200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}},
        204: {"description": "The run is over and the client, which came back, has every event"},
    },
)
async def events(
    request: Request,
    who: Who,
    run_id: RunId,
    after: Annotated[int, Query(ge=0, le=1_000_000, description="only events with a larger number")] = 0,
    last: Annotated[str | None, Header(alias="Last-Event-ID")] = None,
) -> Response:
    """The events of a run: as JSON, or with `Accept: text/event-stream` as they happen, until it is over or given up.

    In the stream the id of an event is its number, so that a client that comes back with Last-Event-ID misses nothing.
    Its last event is `over`, with the state of the run.
    """
    service = service_state(request)
    await service.team_service.allow(who, "look", run_id)
    seen = int(last) if last and last.isascii() and last.isdecimal() and len(last) < 8 else after
    if "text/event-stream" in request.headers.get("accept", ""):
        return await stream(request, who, run_id, seen, again=last is not None)
    found = await service.app.journal.read(run_id)
    listed = [numbered(seq, event) for seq, event in enumerate(found, start=1) if seq > seen]
    run = fold(found)
    over = is_over(run) or await given_up(service, run_id, run) is not None
    return JSONResponse({"run": run_id, "over": over, "events": listed})


@router.get(
    "/runs/{run_id}/script",
    operation_id="run_script",
    summary="The script of a run as text",
    response_class=PlainTextResponse,
    responses=PLAIN,
)
async def script(request: Request, who: Who, run_id: RunId) -> Response:
    """The settled script of a run, approved or not, as a file. The ETag is the SHA-256 of its bytes; in the place of
    secrets there are tokens."""
    found = await service_state(request).team_service.look(who, run_id)
    if found.settled is None or found.settled.script is None:
        raise NotFound(f"run {run_id} has no script: nothing is settled, or policy keeps it from being served")
    return plain_text(found.settled.script, found.settled.entry.partition("@")[0] or found.action.text)


_OF_ONE: Mapping[str, Decision] = {"title": "approve", "entry": "approve", "final": "reject"}
"""What only one decision reads."""


@router.post("/runs/{run_id}/reviews", operation_id="review", summary="Approve, edit or reject", response_model=RunOut)
async def review(request: Request, who: Who, run_id: RunId, body: ReviewIn, match: IfMatch = None) -> Response:
    """Decide on what is settled. If-Match names what was seen: the decision counts for nothing else (412)."""
    team_service, seq = service_state(request).team_service, _seen(match)
    if (body.decision == "edit") != (body.script is not None):
        raise HttpProblem(422, "an edit brings a script, and nothing else does")
    if unread := [name for name, of in _OF_ONE.items() if of != body.decision and getattr(body, name)]:
        raise HttpProblem(422, f"{unread[0]} belongs to the decision {_OF_ONE[unread[0]]}, and not to {body.decision}")
    if body.decision == "approve":
        named = {"title": body.title, "entry": body.entry}
        after = await team_service.approve(who, run_id, seq=seq, comment=body.comment, **named)
    elif body.decision == "edit":
        after = await team_service.edit(who, run_id, body.script or "", seq=seq, comment=body.comment)
    else:
        after = await team_service.reject(who, run_id, seq=seq, comment=body.comment, final=body.final)
    return await told(service_state(request), run_id, after)


@router.post(
    "/runs/{run_id}/publish",
    operation_id="publish",
    summary="Publish what enough people have approved",
    status_code=202,
    response_model=RunOut,
)
async def publish(
    request: Request, who: Who, run_id: RunId, body: RemarkIn | None = None, match: IfMatch = None
) -> Response:
    """Have the approved script enter the catalogue; a worker does that. If-Match names what was seen."""
    service = service_state(request)
    said = body or RemarkIn()
    after = await service.team_service.publish(
        who, run_id, seq=_seen(match), comment=said.comment, title=said.title, entry=said.entry
    )
    return await told(service, run_id, after, 202)


@router.post("/runs/{run_id}/cancel", operation_id="cancel", summary="End a run", response_model=RunOut)
async def cancel(request: Request, who: Who, run_id: RunId) -> Response:
    """End a run that nothing was decided of."""
    service = service_state(request)
    return await told(service, run_id, await service.team_service.cancel(who, run_id))


@router.post("/runs/{run_id}/again", operation_id="again", summary="Try a run again", response_model=RunOut)
async def again(request: Request, who: Who, run_id: RunId) -> Response:
    """Have a worker go on with a run that they have given up on, after its last step."""
    service = service_state(request)
    return await told(service, run_id, await service.team_service.again(who, run_id))


@router.post(
    "/runs/{run_id}/feedback", operation_id="feedback", summary="Say how good a script is", response_model=RunOut
)
async def feedback(request: Request, who: Who, run_id: RunId, body: FeedbackIn, match: IfMatch = None) -> Response:
    """Label the settled script, and say how useful what was said of it was. Without If-Match: as it is now."""
    service = service_state(request)
    await service.team_service.allow(who, "review", run_id)
    seq = _seen(match) if match is not None else (await service.app.run_service().show(run_id)).seq
    after = await service.team_service.label(who, run_id, seq=seq, label=body.label, useful=body.useful)
    return await told(service, run_id, after)


async def told(service: ServiceState, run_id: str, run: Run, status: int = 200) -> Response:
    failure = await last_failure(service, run_id, run)
    document = run_document(run_id, run, service.team_service.standing(run)) | {
        "problem": failure.said if failure and failure.final else None,
        "waits_for": waits_for(run, steps_there_are(service, run), service.app.models, failure),
    }
    return JSONResponse(document, status, headers={"ETag": _etag(run)})


def _etag(run: Run) -> str:
    return f'"{run.seq}"'


def _seen(match: str | None) -> int:
    """The number of the last event that the person has seen; one that no run has for the ETag of something else. Raises
    a problem where nothing says what was seen: 428 without an ETag or with `*`, which stands for whatever there is, and
    422 for what is no ETag."""
    said = (match or "").strip()
    if not said:
        raise HttpProblem(428, "If-Match is missing: send the ETag of the run that you have seen")
    if said == "*":
        raise HttpProblem(428, "If-Match: * does not say what you have seen: send the ETag of the run as you saw it")
    named = _ETAG.fullmatch(said)
    if named is None:
        raise HttpProblem(422, "the header 'If-Match' should be one ETag, as the run is answered with")
    return int(named["seq"]) if named["seq"] else -1
