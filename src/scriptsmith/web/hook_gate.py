"""What every hook asks of a request before it is read: its size, its proof of origin, and how often it comes.

What becomes of each is counted. What cannot be taken now is answered with 503, which makes a sender try again, where
429 would make Alertmanager drop it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from fastapi import Request

from ..adapters.secret_file import SecretFile
from ..core.audit import AuditNote
from ..errors import BadSettings
from .http_errors import HttpProblem
from .rate_limits import come_again
from .service_state import ServiceState
from .sessions import caller

log = logging.getLogger("scriptsmith.web")

AGAIN = 5.0
"""In how many seconds a sender should come again."""


def counted(service: ServiceState, path: str, outcome: str) -> None:
    """Count what became of a request to the hook at `path`: one of `metrics.REPORTED`."""
    service.metrics.reports.labels(path, outcome).inc()


def secrets_of(secrets: SecretFile, path: str) -> Sequence[str]:
    """The secrets of a hook; raises a problem where they cannot be read now, after which the sender comes again."""
    try:
        return secrets()
    except BadSettings as error:
        log.error("a hook is closed: %s", error)
        raise come_again(f"/hooks/{path}", AGAIN, "the secrets of this hook cannot be read") from None


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
    """Count and note a report without proof of origin; it is noted as often as logins that fail. Where that takes
    longer than a sender waits, the log has it."""
    counted(service, path, "refused")
    service.metrics.turned_away.labels("origin").inc()
    if not service.refusals.wait(caller(request)):
        note = AuditNote(who="", act="hook.refused", on=f"/hooks/{path}", why=f"{why} ({caller(request)})")
        try:
            async with asyncio.timeout(service.hook_seconds):
                await service.team.audit.record(note)
        except TimeoutError:
            log.error("the audit could not take in time that %s was refused: %s", note.on, note.why)
    return HttpProblem(401, why, kind="not-in", headers={"WWW-Authenticate": 'Bearer realm="scriptsmith hooks"'})


def limited(service: ServiceState, path: str) -> None:
    """Count a report at its hook; raises a problem when too many have come. It has proven its origin by then, so that
    whoever has no secret keeps nobody out."""
    if service.hook_rates.wait(path):
        service.metrics.turned_away.labels("hook").inc()
        counted(service, path, "limited")
        raise come_again(f"/hooks/{path}", AGAIN, "too many reports came to this hook")
