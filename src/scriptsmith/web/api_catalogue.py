"""The catalogue: its entries, each version of them, and taking one out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from ..core.plain_data import plain
from ..core.types import Entry, Status
from ..documents import brief
from .api_shapes import CatalogueOut
from .pagination import AfterEntry, among, next_page
from .script_export import PLAIN, plain_text
from .service_state import service_state
from .sessions import Who
from .strict_requests import JsonRoute

router = APIRouter(tags=["catalogue"], route_class=JsonRoute)

EntryId = Annotated[str, Path(max_length=200, description="id of an entry")]


@router.get("/catalogue", operation_id="list_entries", summary="List entries", response_model=CatalogueOut)
async def entries(
    request: Request,
    who: Who,
    area: Annotated[str, Query(max_length=100)] = "",
    status: Status | None = None,
    after: AfterEntry = "",
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """A page of the newest versions, by id. The header Link and `next` lead to the one after it."""
    service = service_state(request)
    await service.team_service.allow(who, "look")
    entries = await service.app.catalogue.entries()
    among(area, {entry.area for entry in entries}, "area")
    found = [
        entry for entry in entries if entry.id > after and area in ("", entry.area) and status in (None, entry.status)
    ]
    page = found[:limit]
    document = {"entries": [brief(entry) for entry in page]}
    return next_page(request, document, after=page[-1].id if len(found) > limit else None)


@router.get("/catalogue/{entry_id}", operation_id="show_entry", summary="Show an entry", response_model=Entry)
async def entry(
    request: Request, who: Who, entry_id: EntryId, version: Annotated[int | None, Query(ge=1, le=1_000_000)] = None
) -> Response:
    """One version of an entry, the newest where none is named."""
    service = service_state(request)
    await service.team_service.allow(who, "look")
    return JSONResponse(plain(await service.app.catalogue.get(entry_id, version)))


@router.get(
    "/catalogue/{entry_id}/script",
    operation_id="entry_script",
    summary="The script of an entry as text",
    response_class=PlainTextResponse,
    responses=PLAIN,
)
async def script(
    request: Request, who: Who, entry_id: EntryId, version: Annotated[int | None, Query(ge=1, le=1_000_000)] = None
) -> Response:
    """The script of one version, the newest where none is named, as a file. The ETag is the SHA-256 of its bytes."""
    service = service_state(request)
    await service.team_service.allow(who, "look")
    return plain_text((await service.app.catalogue.get(entry_id, version)).script, entry_id)


@router.post("/catalogue/{entry_id}/retire", operation_id="retire", summary="Take an entry out", response_model=Entry)
async def retire(request: Request, who: Who, entry_id: EntryId) -> Response:
    """Take an entry out of retrieval. It stays readable."""
    service = service_state(request)
    return JSONResponse(plain(await service.team_service.retire(who, entry_id)))
