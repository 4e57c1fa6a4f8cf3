"""Keys and the audit: who is let in, and what they did."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from ..core.audit import ChainCheck, ChainHead
from ..core.permissions import KeyInfo
from ..core.plain_data import plain
from .api_shapes import AuditOut, KeyIn, KeyMade, KeysOut, VerifyOut
from .audit_filters import AskedOfAudit
from .pagination import next_page
from .service_state import service_state
from .sessions import Who
from .strict_requests import JsonRoute

router = APIRouter(tags=["people"], route_class=JsonRoute)

_TOLD = 100
"""How many faults are told one by one."""


@router.get("/keys", operation_id="list_keys", summary="List keys", response_model=KeysOut)
async def keys(request: Request, who: Who) -> Response:
    """Every key there ever was, without its secret."""
    service = service_state(request)
    await service.team_service.allow(who, "people")
    return JSONResponse({"keys": [key_document(each) for each in await service.team.people.keys()]})


@router.post("/keys", operation_id="create_key", summary="Make a key", status_code=201, response_model=KeyMade)
async def create(request: Request, who: Who, body: KeyIn) -> Response:
    """Make a key, which is shown this once."""
    service = service_state(request)
    await service.team_service.allow(who, "people")
    key, info = await service.team.people.create_key(body.name, body.roles, hours=body.hours, by=who)
    return JSONResponse({"key": key, "info": key_document(info)}, 201)


def key_document(info: KeyInfo) -> dict[str, Any]:
    """A key for programs."""
    told: dict[str, Any] = plain(info)
    return told | {"roles": list(info.parts)}


@router.delete("/keys/{key_id}", operation_id="revoke_key", summary="End a key", status_code=204)
async def revoke(request: Request, who: Who, key_id: Annotated[str, Path(max_length=100)]) -> Response:
    """End a key, and the logins that were opened with it. Twice is once."""
    service = service_state(request)
    await service.team_service.allow(who, "people", key_id)
    await service.team.people.revoke(key_id, who)
    service.known.forget()
    return Response(status_code=204)


@router.get("/audit", operation_id="audit", summary="Read the audit", response_model=AuditOut)
async def audit(
    request: Request,
    who: Who,
    filters: AskedOfAudit,
    after: Annotated[int, Query(ge=0, le=1_000_000_000, description="only records with a larger number")] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """A page of records, oldest first, of one person, kind of act or thing. The header Link and `next` lead to the one
    after it."""
    service = service_state(request)
    await service.team_service.allow(who, "audit")
    found = await service.team.audit.read(after, limit + 1, **filters.asked)
    page = found[:limit]
    return next_page(request, {"records": plain(page)}, after=page[-1].seq if len(found) > limit else None)


@router.get("/audit/verify", operation_id="verify_audit", summary="Verify the audit", response_model=VerifyOut)
async def verify(
    request: Request,
    who: Who,
    head: Annotated[
        str, Query(pattern=r"^([0-9]{1,12}:[0-9a-f]{64})?$", description="`head` of an earlier answer")
    ] = "",
) -> Response:
    """Whether any record was edited, deleted, added or moved. Without an earlier `head` a cut end cannot be missed."""
    service = service_state(request)
    await service.team_service.allow(who, "audit")
    seq, _, digest = head.partition(":")
    chain = ChainCheck(ChainHead(seq=int(seq), digest=digest) if head else None)
    faults: list[str] = []
    async for record in service.team.audit.every():
        faults += chain.add(record)
    faults += chain.end()
    told = {"whole": not faults, "faults": faults[:_TOLD], "records": chain.head.seq, "head": str(chain.head)}
    return JSONResponse(told)
