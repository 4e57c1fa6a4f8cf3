"""Who makes a request: by a key, by a login in a browser, or by the word of a proxy. Nobody else may do anything."""

from __future__ import annotations

import hashlib
import hmac
from typing import Annotated, TypeAlias
from urllib.parse import urlsplit

from fastapi import Depends, Request
from fastapi.responses import Response

from ..core.audit import AuditNote
from ..core.permissions import Person
from .http_errors import HttpProblem, not_in
from .oidc import parts_for
from .rate_limits import listed, too_many
from .service_state import ServiceState, service_state

COOKIE = "scriptsmith_session"
HEADER = "X-CSRF-Token"
FIELD = "csrf"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


async def current(request: Request) -> Person:
    """Whoever makes `request`; found once. Raises a problem: 401 for nobody, 403 for a forgery, 429 for too many.

    A request that a browser could have been tricked into (any but GET that came in by cookie or proxy) has to hold the
    token that `csrf_of` gave, in the header `X-CSRF-Token` or the form field `csrf`, and to come from our own pages.
    """
    known: Person | None = getattr(request.state, "person", None)
    if known:
        return known
    service = service_state(request)
    person = await _found(request, service)
    if person.way != "key" and request.method not in SAFE:
        await _from_our_pages(request, person)
    if wait := service.rates.wait(person.key or person.name):
        service.metrics.turned_away.labels("person").inc()
        raise too_many(wait, f"{person.name} has made too many requests")
    request.state.person = person
    return person


Who: TypeAlias = Annotated[Person, Depends(current)]


async def still(request: Request, person: Person) -> bool:
    """Whether the one who has begun this request would be let in now; for requests that last."""
    try:
        return await _found(request, service_state(request)) == person
    except HttpProblem:
        return False


def csrf_of(request: Request, person: Person) -> str:
    """The token that forms and scripts of our pages send with everything that changes something."""
    if person.way == "session":
        key = request.cookies.get(COOKIE, "").encode()
    else:
        key = service_state(request).token_key + person.name.encode()
    return hmac.new(key, b"scriptsmith csrf", hashlib.sha256).hexdigest()


async def log_in(request: Request, response: Response, person: Person) -> Response:
    """Open a session for `person`, and have the browser keep it."""
    service = service_state(request)
    hours = service.settings.session_hours
    value = await service.team.people.open_session(person, hours=hours)
    secure = request.url.scheme == "https" or (request.url.hostname or "") not in _LOOPBACK
    response.set_cookie(COOKIE, value, max_age=int(hours * 3600), httponly=True, samesite="lax", secure=secure)
    return response


async def log_out(request: Request, response: Response) -> Response:
    """Close the session, and have the browser forget it."""
    if value := request.cookies.get(COOKIE):
        await service_state(request).team.people.close_session(value)
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return response


async def refuse(request: Request, why: str) -> HttpProblem:
    """Count and note an attempt to get in that failed; returns the problem to raise. Raises another when too many from
    this address have failed.

    It comes after the look whether the attempt is good: whoever guesses keeps nobody else at that address out.
    """
    service = service_state(request)
    if wait := service.refusals.wait(caller(request)):
        raise too_many(wait, "too many attempts to get in have failed from here")
    await service.team.audit.record(AuditNote(who="", act="login.refused", on=caller(request), why=why))
    return not_in(why)


def caller(request: Request) -> str:
    """The address that the request came from."""
    return str(getattr(request.state, "address", ""))


def from_here(request: Request) -> bool:
    """Whether a browser made the request on one of our own pages, as far as it says."""
    origin = request.headers.get("origin") or request.headers.get("referer")
    if not origin:
        return request.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    try:
        given = urlsplit(origin)
    except ValueError:
        return False
    address = service_state(request).settings.address
    if address and (given.scheme, given.netloc) == urlsplit(address)[:2]:
        return True
    return (given.scheme, given.netloc) == (request.url.scheme, request.headers.get("host", ""))


async def _found(request: Request, service: ServiceState) -> Person:
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if kind:
        secret = secret.strip()
        person = service.known.get(secret) if kind.lower() == "bearer" else None
        if person is None and kind.lower() == "bearer":
            person = await service.team.people.person(secret)
            service.known.put(secret, person)
        if person is None:
            raise await refuse(request, "the key is not known, has expired or was revoked")
        return person
    if (person := _by_proxy(request, service)) is not None:
        return person
    if value := request.cookies.get(COOKIE):
        person = await service.team.people.session(value)
        if person is None:
            raise not_in("the login has expired: log in again")
        return person
    raise not_in()


def _by_proxy(request: Request, service: ServiceState) -> Person | None:
    settings = service.settings
    if not settings.proxy_user_header or not service.names.trusted(str(getattr(request.state, "peer", ""))):
        return None
    name = request.headers.get(settings.proxy_user_header, "").strip()
    if not name:
        return None
    groups = listed(request.headers.get(settings.proxy_groups_header, "")) if settings.proxy_groups_header else []
    return Person(name=name, parts=parts_for(groups, settings), way="proxy")


async def _from_our_pages(request: Request, person: Person) -> None:
    given = request.headers.get(HEADER, "")
    kind = request.headers.get("content-type", "")
    if not given and kind.startswith(("application/x-www-form-urlencoded", "multipart/form-data")):
        given = str((await request.form()).get(FIELD, ""))
    if not from_here(request) or not hmac.compare_digest(given.encode(), csrf_of(request, person).encode()):
        raise HttpProblem(403, "this did not come from a page of ours: load the page again", kind="forgery")
