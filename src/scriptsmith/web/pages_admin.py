"""The pages of administrators: the audit, and who is let in by which key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import Form, Query, Request
from fastapi.responses import Response

from ..core.audit import ChainCheck
from ..core.permissions import PARTS, KeyInfo, Person, in_words
from ..errors import BadInput
from .audit_filters import AskedOfAudit
from .pages_base import routes, show, there
from .service_state import service_state
from .sessions import Who

router = routes()
PAGE, TOLD = 100, 20


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRow:
    """A key in a list."""

    id: str
    name: str
    parts: str
    may: str
    used: str
    made: str
    by: str
    ends: str
    state: str
    tone: str


@router.get("/audit")
async def audit(
    request: Request,
    who: Who,
    filters: AskedOfAudit,
    before: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
    verify: Literal["", "1"] = "",
) -> Response:
    """What people did, newest first, by person, kind of act and what it was done to; with `verify` also whether the
    chain is whole."""
    service = service_state(request)
    await service.team_service.allow(who, "audit")
    log = service.team.audit
    last = (await log.head()).seq
    asked = filters.asked
    found = await log.page(before=before, limit=PAGE + 1, **asked)
    faults: list[str] | None = None
    length = last
    if verify:
        faults, chain = [], ChainCheck()
        async for record in log.every():
            faults += chain.add(record)
        faults, length = (faults + chain.end())[:TOLD], chain.head.seq
    kept = {name: value for name, value in asked.items() if value}
    names = {each.id: each.name for each in await service.team.people.keys()}
    return show(
        request,
        who,
        "audit.html",
        records=found[:PAGE],
        names=names,
        asked=asked,
        checked=faults,
        length=length,
        newer="/audit" + (f"?{urlencode(kept)}" if kept else "") if before else "",
        older="/audit?" + urlencode(kept | {"before": found[PAGE - 1].seq}) if len(found) > PAGE else "",
    )


@router.get("/keys")
async def keys(request: Request, who: Who) -> Response:
    """Every key, and a form to make one."""
    await service_state(request).team_service.allow(who, "people")
    return await _page(request, who)


@router.post("/keys")
async def create(
    request: Request,
    who: Who,
    name: Annotated[str, Form()] = "",
    parts: Annotated[tuple[str, ...], Form()] = (),
    days: Annotated[str, Form()] = "",
) -> Response:
    """Make a key and show it, this once."""
    service = service_state(request)
    await service.team_service.allow(who, "people")
    try:
        days = days.strip()
        if not (days.isascii() and days.isdecimal() and len(days) <= 4 and 1 <= int(days) <= 3650):
            raise BadInput("a key lasts 1 to 3650 days")
        if not name.strip():
            raise BadInput("say whose key it is")
        if unknown := sorted(set(parts) - set(PARTS)):
            raise BadInput(f"{unknown[0]!r} is not a role: there are {', '.join(PARTS)}")
        given = [part for part in PARTS if part in parts]
        secret, made = await service.team.people.create_key(name.strip(), given, hours=24.0 * int(days), by=who)
    except BadInput as error:
        return await _page(request, who, status=422, problem=str(error))
    return await _page(request, who, secret=secret, made=made)


@router.post("/keys/{key_id}/revoke")
async def revoke(request: Request, who: Who, key_id: str) -> Response:
    """End a key, and the logins that were opened with it."""
    service = service_state(request)
    await service.team_service.allow(who, "people", key_id)
    await service.team.people.revoke(key_id, who)
    service.known.forget()
    return there("/keys")


async def _page(
    request: Request,
    who: Person,
    *,
    status: int = 200,
    problem: str = "",
    secret: str = "",
    made: KeyInfo | None = None,
) -> Response:
    known = await service_state(request).team.people.keys()
    return show(
        request,
        who,
        "keys.html",
        status=status,
        keys=[_row(each) for each in reversed(known)],
        parts=[(part, in_words((part,))) for part in PARTS],
        problem=problem,
        secret=secret,
        made=made,
    )


def _row(info: KeyInfo) -> KeyRow:
    return KeyRow(
        id=info.id,
        name=info.name,
        parts=", ".join(info.parts),
        may=in_words(info.parts),
        used=info.used,
        made=info.made,
        by=info.by,
        ends=info.expires,
        state=info.standing,
        tone={"valid": "good", "expired": "plain", "revoked": "bad"}[info.standing],
    )
