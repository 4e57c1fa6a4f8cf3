"""The pages around a login; what it does is in `login`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Literal, TypeAlias

from fastapi import Form, Request
from fastapi.responses import Response

from .http_errors import HttpProblem
from .pages_base import UnsentDecision, login_context, routes, show, there, typed
from .pages_review import review_page
from .service_state import service_state
from .sessions import COOKIE, current, from_here, log_in, refuse

router = routes(for_all=True)
Refused: TypeAlias = Literal["", "1", "link"]
REFUSED: Mapping[Refused, str] = {
    "1": "This key is not known, has expired or was revoked.",
    "link": "This link was used, has expired or never was.",
}


@router.get("/login")
async def login(request: Request, next: str = "/", refused: Refused = "") -> Response:
    """The form for a key; whoever is logged in goes on at once."""
    try:
        await current(request)
    except HttpProblem as nobody:
        if nobody.status_code != 401:
            raise
    else:
        return there("/")
    problem = REFUSED.get(refused, "")
    return show(request, None, "login.html", **login_context(request, problem=problem, next=next))


@router.post("/login/kept")
async def log_in_again(
    request: Request,
    key: Annotated[str, Form(max_length=200)] = "",
    run: Annotated[str, Form(max_length=200)] = "",
    decision: Annotated[str, Form(max_length=20)] = "",
    text: Annotated[str, Form()] = "",
    comment: Annotated[str, Form()] = "",
    final: Annotated[str, Form()] = "",
) -> Response:
    """Open a session with a key, and show the run again with what was typed before the last one ended."""
    if not from_here(request):
        raise HttpProblem(403, "this did not come from a page of ours: load the page again", kind="from-elsewhere")
    kept = UnsentDecision(run=run, decision=decision, text=typed(text), comment=typed(comment), final=bool(final))
    person = await service_state(request).team.people.person(key.strip())
    if person is None:
        problem = await refuse(request, "the key is not known, has expired or was revoked")
        context = login_context(request, kept=kept, problem=str(problem.detail))
        return show(request, None, "login.html", status=401, **context)
    opened = await log_in(request, Response(), person)
    request.cookies[COOKIE] = _value(opened)  # the page that answers belongs to the new session already
    why = "You are logged in again, and what you wrote is in its place. Nothing was recorded yet."
    answer = await review_page(request, replace(person, way="session"), run, kept=replace(kept, why=why))
    answer.headers.append("set-cookie", opened.headers["set-cookie"])
    return answer


def _value(response: Response) -> str:
    """What the browser is told to keep."""
    return response.headers["set-cookie"].split(";", 1)[0].partition("=")[2]
