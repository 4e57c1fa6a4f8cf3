"""The page of a rule of the danger analysis, to which findings lead."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response

from ..errors import NotFound
from .pages_base import routes, show
from .rule_links import rule_of
from .service_state import service_state
from .sessions import Who

router = routes()


@router.get("/rules/{code}")
async def rule(request: Request, who: Who, code: str) -> Response:
    """Why a rule is there, the safer way, and scripts that draw it and do not."""
    await service_state(request).team_service.allow(who, "look")
    found = rule_of(code)
    if found is None:
        raise NotFound(f"there is no rule {code!r} of the danger analysis")
    return show(request, who, "rule.html", rule=found)
