"""What people say of a run on its review page: comments, who should decide, and what helped."""

from __future__ import annotations

from typing import Annotated

from fastapi import Form, Request
from fastapi.responses import Response

from ..errors import BadInput, NeedsPerson
from .pages_base import UnsentDecision, routes, there, typed
from .pages_review import review_page
from .service_state import service_state
from .sessions import Who

router = routes()
Text = Annotated[str, Form()]


@router.post("/runs/{run_id}/comment")
async def comment(request: Request, who: Who, run_id: str, comment: Text = "") -> Response:
    """Keep a comment; one that cannot be kept stays in its field."""
    text = typed(comment)
    try:
        await service_state(request).team_service.comment(who, run_id, text)
    except (BadInput, NeedsPerson) as error:
        kept = UnsentDecision(run=run_id, decision="comment", comment=text, why="Nothing was recorded.")
        return await review_page(request, who, run_id, kept=kept, problem=str(error), status=422)
    return there(f"/runs/{run_id}/review#discussion")


@router.post("/runs/{run_id}/assign")
async def assign(request: Request, who: Who, run_id: str, to: Text = "") -> Response:
    """Keep who should decide."""
    try:
        await service_state(request).team_service.assign(who, run_id, typed(to))
    except (BadInput, NeedsPerson) as error:
        return await review_page(request, who, run_id, problem=str(error), status=422)
    return there(f"/runs/{run_id}/review#discussion")


@router.post("/runs/{run_id}/rate")
async def rate(request: Request, who: Who, run_id: str, about: Text = "", useful: Text = "") -> Response:
    """Keep whether a finding or an opinion helped."""
    if useful not in ("0", "1"):
        raise BadInput("say whether it helped: 1, or did not: 0")
    await service_state(request).team_service.rate(who, run_id, about, useful == "1")
    return there(f"/runs/{run_id}/review#{'verdicts' if about.startswith('opinion') else 'findings'}")
