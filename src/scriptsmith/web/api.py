"""The API, /api/v1, in which every route needs a person."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from ..core.permissions import ACTS, PARTS, may
from . import api_catalogue, api_incidents, api_outlets, api_people, api_remarks, api_runs, api_set_aside, api_tools
from .api_shapes import Me
from .sessions import Who, csrf_of
from .strict_requests import JsonRoute

router = APIRouter(route_class=JsonRoute)
for part in (api_runs, api_remarks, api_incidents, api_set_aside, api_tools, api_catalogue, api_outlets, api_people):
    router.include_router(part.router)


@router.get("/me", operation_id="me", tags=["people"], summary="Who I am", response_model=Me)
async def me(request: Request, who: Who) -> Response:
    """Who you are here, and what you may do."""
    roles = [part for part in PARTS if part in who.parts]
    document = {
        "name": who.name,
        "roles": roles,
        "parts": roles,
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
