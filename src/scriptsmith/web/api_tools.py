"""Looking at scripts and for entries: nothing is kept of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, Response

from ..checking import inspected
from ..core.plain_data import plain
from ..core.types import Action, Script, Target
from ..input_limits import readable
from ..inspecting import assessed
from ..redaction import masked, masked_findings
from .api_shapes import AssessIn, AssessOut, CheckIn, CheckOut, SearchOut
from .service_state import service_state
from .sessions import Who
from .strict_requests import JsonRoute

router = APIRouter(tags=["tools"], route_class=JsonRoute)


@router.get("/search", operation_id="search", summary="Find entries for an action", response_model=SearchOut)
async def search(
    request: Request,
    who: Who,
    q: Annotated[str, Query(min_length=1, max_length=4000, description="the action, in plain words")],
    limit: Annotated[int, Query(ge=1, le=100)] = 5,
    target: Target = "bash",
) -> Response:
    """The entries that fit best, with what speaks against serving each."""
    service = service_state(request)
    await service.team_service.allow(who, "try")
    action = Action(text=readable(q), target=target)
    return Response(await service.cpu_pool.search(action, limit), media_type="application/json")


@router.post("/check", operation_id="check", summary="Check a script", response_model=CheckOut)
async def check(request: Request, who: Who, body: CheckIn) -> Response:
    """What bash, shellcheck and the danger analysis find, without running it. Secrets in it are starred."""
    service = service_state(request)
    await service.team_service.allow(who, "try")
    script = Script(text=readable(body.script), target=body.target)
    findings, danger, broken = await inspected(
        service.app.language(script.target).checkers, script, service.cpu_pool.weigh
    )
    told = replace(masked(danger, script.text), findings=masked_findings(danger.findings, script.text))
    document = {
        "findings": plain(masked_findings(findings, script.text)),
        "danger": plain(told),
        "failed": {name: str(error) for name, error in broken.items()},
    }
    return JSONResponse(document)


@router.post("/assess", operation_id="assess", summary="Does a script do what is asked?", response_model=AssessOut)
async def assess(request: Request, who: Who, body: AssessIn) -> Response:
    """The opinions of the assessors, from the script alone. Without a model, the judge that needs none speaks."""
    service = service_state(request)
    await service.team_service.allow(who, "try")
    action = Action(text=readable(body.action), target=body.target)
    script = Script(text=readable(body.script), target=body.target)
    if "assessor" in service.app.models:
        assessment, findings = await assessed(service.app.assessing(script.target), action, script)
    else:
        assessment, findings = await service.cpu_pool.assess(action, script)
    document = {"verdict": assessment.verdict.value, "assessment": plain(assessment), "findings": plain(findings)}
    return JSONResponse(document)
