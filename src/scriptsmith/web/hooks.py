"""Hooks: where monitoring reports alerts. Whoever reports proves its origin and is nobody: it can ask for nothing.

Every answer comes within seconds, whatever is behind. An alert that is answered with 200 is kept; what cannot be kept
now is answered with 503, which makes a sender try again, where 429 would make Alertmanager drop it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse, Response

from ..adapters.secret_file import SecretFile
from ..core.audit import AuditNote
from ..core.plain_data import plain
from ..errors import BadInput, BadSettings
from ..incidents.model import InletResult
from .api_incident_shapes import ReportOut
from .http_errors import HttpProblem
from .rate_limits import come_again
from .service_state import ServiceState, service_state
from .sessions import caller

log = logging.getLogger("scriptsmith.web")

SECONDS = 2.0
"""Within how many seconds an alert is kept, or its sender told to come again."""
AGAIN = 5.0
"""In how many seconds it should."""
_BODY = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}},
    "security": [{"hook": []}],
}

router = APIRouter(prefix="/hooks", tags=["hooks"])


@router.post(
    "/alertmanager", operation_id="hook_alertmanager", summary="Report alerts of Alertmanager or Grafana",
    response_model=ReportOut, openapi_extra=_BODY,
)  # fmt: skip
async def alertmanager(request: Request) -> Response:
    """Alertmanager's webhook, version 4, with the secret as bearer token or password."""
    return await _taken(request, "alertmanager")


@router.post(
    "/pagerduty", operation_id="hook_pagerduty", summary="Report an event of PagerDuty",
    response_model=ReportOut, openapi_extra=_BODY,
)  # fmt: skip
async def pagerduty(request: Request) -> Response:
    """PagerDuty's webhooks, version 3, signed in `X-PagerDuty-Signature`."""
    return await _taken(request, "pagerduty")


@router.post(
    "/instana", operation_id="hook_instana", summary="Report an issue of Instana",
    response_model=ReportOut, openapi_extra=_BODY,
)  # fmt: skip
async def instana(request: Request) -> Response:
    """Instana's generic webhook, with the secret as bearer token in a custom header of the alert channel."""
    return await _taken(request, "instana")


@router.post(
    "/json/{name}", operation_id="hook_json", summary="Report alerts of another source",
    response_model=ReportOut, openapi_extra=_BODY,
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
    kind = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if kind != "application/json" and not kind.endswith("+json"):
        raise HttpProblem(415, "the body should be application/json")
    if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise HttpProblem(415, "the body should be sent as it is, not compressed")
    body = await limited_body(request, service.app.settings.incidents.body)
    if not hook.inlet.proven(request.headers, body, secrets_of(hook.secrets, path)):
        _counted(service, path, "refused")
        raise await refused(request, service, path)
    if service.hook_rates.wait(path):  # after the proof: whoever has no secret keeps nobody out
        service.metrics.turned_away.labels("hook").inc()
        _counted(service, path, "limited")
        raise come_again(f"/hooks/{path}", AGAIN, "too many reports came to this hook")
    try:
        async with asyncio.timeout(SECONDS) as timer:
            reading = await asyncio.to_thread(hook.inlet.read, body)
            receipts = await service.incidents.report(reading.incidents)
    except TimeoutError:
        if not timer.expired():
            raise
        _counted(service, path, "late")
        raise come_again(f"/hooks/{path}", AGAIN, "the alerts could not be kept in time: send them again") from None
    except BadInput:
        service.metrics.alerts.labels(hook.inlet.source, "unreadable").inc()
        _counted(service, path, "unreadable")
        raise
    _counted(service, path, "taken")
    for receipt in receipts:
        service.metrics.alerts.labels(hook.inlet.source, receipt.outcome).inc()
    if reading.unreadable:
        service.metrics.alerts.labels(hook.inlet.source, "unreadable").inc(len(reading.unreadable))
    return JSONResponse(_document(reading, [plain(each) for each in receipts]))


def _counted(service: ServiceState, path: str, outcome: str) -> None:
    service.metrics.reports.labels(path, outcome).inc()


def secrets_of(secrets: SecretFile, path: str) -> Sequence[str]:
    """The secrets of a hook; raises a problem where they cannot be read now, after which the sender comes again."""
    try:
        return secrets()
    except BadSettings as error:
        log.error("a hook is closed: %s", error)
        raise come_again(f"/hooks/{path}", AGAIN, "the secrets of this hook cannot be read") from None


def _document(reading: InletResult, receipts: list[Any]) -> dict[str, Any]:
    return {"kept": receipts, "unreadable": list(reading.unreadable[:20]), "truncated": reading.truncated}


async def limited_body(request: Request, most: int) -> bytes:
    """The body, no more than `most` bytes of it in memory."""
    length = request.headers.get("content-length", "")
    parts: list[bytes] = []
    size = int(length) if length.isdecimal() and len(length) < 12 else 0
    if size <= most:
        size = 0
        async for part in request.stream():
            size += len(part)
            if size > most:
                break
            parts.append(part)
    if size > most:
        raise HttpProblem(413, f"the report is larger than {most} bytes", headers={"Connection": "close"})
    return b"".join(parts)


async def refused(
    request: Request, service: ServiceState, path: str, why: str = "the report does not prove where it is from"
) -> HttpProblem:
    """Note a report without proof of origin, as often as logins that fail."""
    service.metrics.turned_away.labels("origin").inc()
    if not service.refusals.wait(caller(request)):
        note = AuditNote(who="", act="hook.refused", on=f"/hooks/{path}", why=f"{why} ({caller(request)})")
        await service.team.audit.record(note)
    return HttpProblem(401, why, kind="not-in", headers={"WWW-Authenticate": 'Bearer realm="scriptsmith hooks"'})
