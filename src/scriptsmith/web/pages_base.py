"""What all pages share: who looks, how errors are shown, and what somebody has typed when something came between."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from ..core.permissions import Person
from ..errors import ScriptSmithError, Unavailable
from ..redaction import mask
from .http_errors import TITLES, HttpProblem, note, status_of
from .rendering import page, rendered
from .sessions import csrf_of, current, from_here
from .strict_requests import GIVEN, strict_form
from .unreadable import sentence

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
DECISIONS = ("approve", "publish", "edit", "reject", "label", "comment")


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsentDecision:
    """What somebody has typed about a run; `seq` is the number of the last event that they had seen."""

    run: str
    decision: str
    seq: int = 0
    text: str = ""
    comment: str = ""
    final: bool = False
    title: str = ""
    entry: str = ""
    why: str = ""


def typed(text: str) -> str:
    """A text as it was typed: forms send every line end as two characters."""
    return text.replace("\r\n", "\n")


async def given_values(request: Request) -> dict[str, str]:
    """The values of parameters that a form of ours sends, by name; an empty field gives none."""
    sent = (await request.form()).multi_items()
    texts = {name.removeprefix(GIVEN): value for name, value in sent if name.startswith(GIVEN)}
    return {name: typed(value) for name, value in texts.items() if isinstance(value, str) and value}


def show(request: Request, who: Person | None, name: str, *, status: int = 200, **context: Any) -> HTMLResponse:
    """A page for `who`, with the token that its forms send back."""
    return page(request, name, who, status=status, csrf=csrf_of(request, who) if who else "", **context)


def there(path: str) -> Response:
    """Go and look there; a reload of that page decides nothing again."""
    return RedirectResponse(path, 303)


class PageRoute(APIRoute):
    """A route whose errors are pages too, on which nothing that was typed is lost."""

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            try:
                return await handle(request)
            except ScriptSmithError as error:
                status = status_of(error, conditional=True)
                if status >= 500 and not isinstance(error, Unavailable):
                    raise
                if isinstance(error, Unavailable):
                    note(request, error)
                return await _problem(request, status, str(error))
            except RequestValidationError as error:
                return await _problem(request, *_unreadable(error))
            except HTTPException as error:
                return await _of_http(request, error)

        return handled


def _unreadable(error: RequestValidationError) -> tuple[int, str]:
    """The status and the sentence for what a page was sent: of a parameter the name, and what it should be."""
    first: dict[str, Any] = next(iter(error.errors()), {})
    place = next(iter(first.get("loc", ())), "body")
    if place == "path":
        return 404, "There is no such page."
    if place != "query":
        return 422, "The form cannot be read: load the page again."
    told = sentence(first)
    return 422, f"{told[0].upper()}{told[1:]}."


def routes(*, for_all: bool = False) -> APIRouter:
    """A router for pages, which are for people who are known; `for_all` those that one sees before a login."""
    first: list[Any] = [Depends(strict_form)] if for_all else [Depends(strict_form), Depends(current)]
    html = HTMLResponse
    return APIRouter(route_class=PageRoute, include_in_schema=False, default_response_class=html, dependencies=first)


def part(text: str, status: int = 200) -> HTMLResponse:
    """A part of a page, for the script of our pages to put in its place."""
    return HTMLResponse(text, status, headers={"X-Part": "1"})


async def _of_http(request: Request, error: HTTPException) -> Response:
    kind = getattr(error, "kind", "")
    if _is_part(request) and error.status_code in (401, 403):
        sentence = "Your session has ended. What you wrote is still here: log in in another tab, or send it off now."
        return part(rendered("parts/note.html", sentence=sentence), error.status_code)
    if error.status_code == 401:
        kept = await _kept(request)
        if kept is None and request.method == "GET":
            asked = request.url.path + (f"?{request.url.query}" if request.url.query else "")
            return there(f"/login?next={quote(asked, safe='')}")
        return show(request, None, "login.html", status=401, **login_context(request, kept=kept))
    if kind == "forgery" and (kept := await _kept(request)):
        looking = Request({**request.scope, "method": "GET"})  # only to see who it is: nothing is decided
        who = await current(looking)
        why = "This page is from before your last login, so nothing was recorded."
        return show(looking, who, "again.html", status=403, kept=kept, why=why)
    return await _problem(request, error.status_code, str(error.detail), dict(error.headers or {}))


async def visited(request: Request, error: HTTPException) -> Response:
    """An error outside our pages as a page, for a browser that was led there; `error` is not 401."""
    with suppress(HTTPException, ScriptSmithError):
        request.state.person = await current(request)
    said = {404: "There is no such page.", 405: "This page cannot be looked at."}
    sentence = str(error.detail) if isinstance(error, HttpProblem) else said.get(error.status_code, str(error.detail))
    return await _problem(request, error.status_code, sentence, dict(error.headers or {}))


def login_context(
    request: Request, *, kept: UnsentDecision | None = None, problem: str = "", next: str = "/"
) -> dict[str, Any]:
    """What the login page is made of."""
    issuer = request.app.state.service.issuer
    return {
        "kept": kept,
        "problem": problem,
        "next": next,
        "single_sign_on": "/login/oidc" if issuer else "",
    }


async def _problem(request: Request, status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    """An error as a page, with what was typed."""
    sentence = mask(sentence)
    if _is_part(request):
        return part(rendered("parts/note.html", sentence=sentence), status)
    person: Person | None = getattr(request.state, "person", None)
    title = TITLES.get(status, "Error")
    answer = show(
        request,
        person,
        "problem.html",
        status=status,
        title=title,
        problem=sentence,
        tone="doubt" if status in (404, 409, 429, 503) else "bad",
        kept=await _kept(request),
        back="",
    )
    answer.headers.update(headers or {})
    return answer


def _is_part(request: Request) -> bool:
    return request.url.path.startswith("/parts/") or request.url.path.endswith("/live")


async def _kept(request: Request) -> UnsentDecision | None:
    """What a form of ours held, when it was one about a run; another site's words are not kept."""
    if request.method != "POST" or not from_here(request):
        return None
    named = request.path_params.get("run_id")
    decision = request.url.path.rpartition("/")[2]
    if not named or decision not in (*DECISIONS, "check", "review"):
        return None
    form = await request.form()
    fields = {name: str(form.get(name, "")) for name in ("seq", "text", "comment", "final", "decision")}
    decision = {"check": "edit", "review": fields["decision"]}.get(decision, decision)
    return UnsentDecision(
        run=named,
        decision=decision,
        seq=int(fields["seq"]) if fields["seq"].isdecimal() and len(fields["seq"]) < 10 else 0,
        text=typed(fields["text"]),
        comment=typed(fields["comment"]),
        final=bool(fields["final"]),
    )
