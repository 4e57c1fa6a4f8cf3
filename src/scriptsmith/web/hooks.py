"""Hooks: where monitoring reports alerts. Whoever reports proves its origin and is nobody: it can ask for nothing.

Every answer comes within seconds, whatever is behind. An alert that is answered with 200 is kept; what cannot be kept
now is answered with 503, which makes a sender try again, where 429 would make Alertmanager drop it.
"""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import JSONResponse, Response

from ..core.plain_data import plain
from ..errors import BadInput, Unavailable
from ..incidents.model import InletResult
from .api_incident_shapes import ReportOut
from .hook_gate import AGAIN, counted, limited, limited_body, refused, secrets_of
from .http_errors import HttpProblem
from .rate_limits import come_again
from .service_state import ServiceState, service_state
from .strict_requests import kind_of_body, strict


def _sent(*proofs: str) -> dict[str, Any]:
    """What the OpenAPI document says of a report that proves its origin in one of these ways."""
    return {
        "requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}},
        "security": [{each: []} for each in proofs],
    }


router = APIRouter(prefix="/hooks", tags=["hooks"], dependencies=[Depends(strict)])


@router.post(
    "/alertmanager", operation_id="hook_alertmanager", summary="Report alerts of Alertmanager or Grafana",
    response_model=ReportOut, openapi_extra=_sent("hook", "hook_password"),
)  # fmt: skip
async def alertmanager(request: Request) -> Response:
    """Alertmanager's webhook, version 4, with the secret as bearer token or password."""
    return await _taken(request, "alertmanager")


@router.post(
    "/pagerduty", operation_id="hook_pagerduty", summary="Report an event of PagerDuty",
    response_model=ReportOut, openapi_extra=_sent("pagerduty"),
)  # fmt: skip
async def pagerduty(request: Request) -> Response:
    """PagerDuty's webhooks, version 3, signed in `X-PagerDuty-Signature`."""
    return await _taken(request, "pagerduty")


@router.post(
    "/instana", operation_id="hook_instana", summary="Report an issue of Instana",
    response_model=ReportOut, openapi_extra=_sent("hook"),
)  # fmt: skip
async def instana(request: Request) -> Response:
    """Instana's generic webhook, with the secret as bearer token in a custom header of the alert channel."""
    return await _taken(request, "instana")


@router.post(
    "/json/{name}", operation_id="hook_json", summary="Report alerts of another source",
    response_model=ReportOut, openapi_extra=_sent("hook", "mapped"),
)  # fmt: skip
async def mapped(
    request: Request, name: Annotated[str, Path(max_length=50, description="name of the hook")]
) -> Response:
    """A body that a mapping of the admin's reads, with a bearer token or a signature, as the mapping says."""
    return await _taken(request, f"json/{name}")


async def _taken(request: Request, path: str) -> Response:
    service = service_state(request)
    hook = service.hooks.get(path)
    if hook is None:
        raise HttpProblem(404, f"there is no hook at /hooks/{path}: an admin opens it in the settings `incidents.*`")
    if "content-type" in request.headers:
        kind_of_body(request)
    if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise HttpProblem(415, "the body should be sent as it is, not compressed")
    body = await limited_body(request, service.app.settings.incidents.body)
    end = asyncio.get_running_loop().time() + service.hook_seconds
    if not hook.inlet.proven(request.headers, body, secrets_of(hook.secrets, path)):
        raise await refused(request, service, path)
    limited(service, path)
    try:
        async with asyncio.timeout_at(end) as timer:
            reading = await asyncio.to_thread(hook.inlet.read, body)
            receipts = await service.incidents.report(reading.incidents)
            if problems := _problems(reading):
                await service.team.set_aside.keep(_place(path, body), body, problems)
    except TimeoutError:
        if not timer.expired():
            raise
        counted(service, path, "late")
        raise come_again(f"/hooks/{path}", AGAIN, "the alerts could not be kept in time: send them again") from None
    except BadInput as error:
        await _set_aside(service, path, body, str(error), end)
        service.metrics.alerts.labels(hook.inlet.source, "unreadable").inc()
        counted(service, path, "unreadable")
        raise
    counted(service, path, "taken")
    for receipt in receipts:
        service.metrics.alerts.labels(hook.inlet.source, receipt.outcome).inc()
    if reading.unreadable:
        service.metrics.alerts.labels(hook.inlet.source, "unreadable").inc(len(reading.unreadable))
    return JSONResponse(_document(reading, [plain(each) for each in receipts]))


async def _set_aside(service: ServiceState, path: str, body: bytes, why: str, end: float) -> None:
    """Keep what came and could not be read, where that can be done until `end`: its sender is told anyway."""
    with suppress(Unavailable, TimeoutError):
        async with asyncio.timeout_at(end):
            await service.team.set_aside.keep(_place(path, body), body, why)


def _place(path: str, body: bytes) -> str:
    """Names a report: the same one that is sent again is the same."""
    return f"/hooks/{path} {hashlib.sha256(body).hexdigest()[:12]}"


def _problems(reading: InletResult) -> str:
    left = f"{reading.truncated} alerts were left out: they were too many" if reading.truncated else ""
    return "; ".join([*reading.unreadable[:20], *reading.doubtful[:20], *([left] if left else [])])


def _document(reading: InletResult, receipts: list[Any]) -> dict[str, Any]:
    return {
        "kept": receipts,
        "unreadable": list(reading.unreadable[:20]),
        "doubtful": list(reading.doubtful[:20]),
        "truncated": reading.truncated,
    }
