"""The API, /api/v1: every route of it needs a person, and says in one place what it may answer."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from ..core.people import ACTS, PARTS, may
from . import api_catalogue, api_people, api_runs, api_tools
from .api_shapes import Me, Problem
from .problems import MEDIA_TYPE, TITLES
from .sessions import Who, csrf_of


def _problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": TITLES[status], "content": content} for status in statuses}


router = APIRouter(responses=_problems(400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 428, 429, 500, 503, 504))
for part in (api_runs, api_tools, api_catalogue, api_people):
    router.include_router(part.router)


@router.get("/me", operation_id="me", tags=["people"], summary="Who I am", response_model=Me)
async def me(request: Request, who: Who) -> Response:
    """Who you are here, and what you may do."""
    document = {
        "name": who.name,
        "parts": [part for part in PARTS if part in who.parts],
        "may": [act for act in ACTS if may(who, act)],
        "way": who.way,
        "key": who.key,
        "csrf": None if who.way == "key" else csrf_of(request, who),
    }
    return JSONResponse(document)


@router.get("/openapi.json", include_in_schema=False)
async def openapi(request: Request, who: Who) -> Response:
    """The OpenAPI document."""
    return JSONResponse(request.app.openapi())


__all__ = ["Problem", "router"]
