"""Logging in: with a key, with a link that lets in once, at an issuer; and out again. The form itself is a page."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from ..errors import NotAllowed, NotFound
from . import oidc
from .http_errors import HttpProblem
from .rendering import page
from .service_state import service_state
from .sessions import Who, csrf_of, from_here, log_in, log_out, refuse
from .strict_requests import strict_form

router = APIRouter(tags=["login"], include_in_schema=False)
ours = APIRouter(dependencies=[Depends(strict_form)])


@ours.post("/login")
async def with_key(
    request: Request, key: Annotated[str, Form(max_length=200)], next: Annotated[str, Form(max_length=2000)] = "/"
) -> Response:
    """Open a session with a key, and go on to `next`. A wrong key leads back to the form, with `refused=1`."""
    _ours(request)
    person = await service_state(request).team.people.person(key.strip())
    if person is None:
        error = await refuse(request, "the key is not known, has expired or was revoked")
        if "text/html" in request.headers.get("accept", ""):
            return RedirectResponse("/login?refused=1", 303)
        raise error
    return await log_in(request, RedirectResponse(_local(next), 303), person)


@ours.get("/login/link")
async def link_page(request: Request, token: str = "") -> Response:
    """A page with one button: what opens links to look at them must not use one up."""
    return page(request, "link.html", None, token=token[:200])


@ours.post("/login/link")
async def with_link(request: Request, token: Annotated[str, Form(max_length=200)]) -> Response:
    """Open a session with a link that lets in once."""
    _ours(request)
    person = await service_state(request).team.people.redeem(token)
    if person is None:
        error = await refuse(request, "the link was used, has expired or never was")
        if "text/html" in request.headers.get("accept", ""):
            return RedirectResponse("/login?refused=link", 303)
        raise error
    return await log_in(request, RedirectResponse("/", 303), person)


@ours.get("/login/oidc")
async def at_issuer(request: Request) -> Response:
    """Go to the issuer and come back to `/login/oidc/back`."""
    url, value = await _issuer(request).begin(_back(request))
    answer = RedirectResponse(url, 303)
    secure = _back(request).startswith("https:")
    options = {"httponly": True, "samesite": "lax", "secure": secure, "path": "/login/oidc"}
    answer.set_cookie(oidc.COOKIE, value, max_age=oidc.MINUTES * 60, **options)  # type: ignore[arg-type]
    return answer


@router.get("/login/oidc/back")
async def from_issuer(request: Request, state: str = "", code: str = "") -> Response:
    """Open a session for whoever the issuer has let in. What else it sends is for clients that know it (RFC 6749)."""
    try:
        person = await _issuer(request).end(request.cookies.get(oidc.COOKIE, ""), state, code, _back(request))
    except NotAllowed as error:
        await refuse(request, str(error))
        raise
    answer = await log_in(request, RedirectResponse("/", 303), person)
    answer.delete_cookie(oidc.COOKIE, path="/login/oidc")
    return answer


@ours.post("/logout")
async def out(request: Request, who: Who) -> Response:
    """Close the session."""
    return await log_out(request, RedirectResponse("/login", 303))


@ours.get("/login/token")
async def token(request: Request, who: Who) -> Response:
    """The token that requests of a logged in browser hold, for scripts of our pages."""
    return JSONResponse({"csrf": csrf_of(request, who)})


def _ours(request: Request) -> None:
    """Raise a problem for a form that another site has sent."""
    if not from_here(request):
        raise HttpProblem(403, "this did not come from a page of ours: load the page again", kind="forgery")


def _issuer(request: Request) -> oidc.Issuer:
    issuer = service_state(request).issuer
    if issuer is None:
        raise NotFound("no login provider is configured (service.oidc_issuer)")
    return issuer


def _back(request: Request) -> str:
    """The address that the issuer sends people back to, which has to be registered there."""
    address = service_state(request).settings.address.rstrip("/")
    return f"{address or str(request.base_url).rstrip('/')}/login/oidc/back"


def _local(path: str) -> str:
    """A path of our own, whatever was given."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable() else "/"


router.include_router(ours)
