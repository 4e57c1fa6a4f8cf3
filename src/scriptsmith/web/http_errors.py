"""Every error is an `application/problem+json` document (RFC 9457) with one sentence that a person can act on."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from math import ceil
from traceback import format_exception
from typing import Any, TypeAlias

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from ..errors import (
    BadInput,
    Blocked,
    Conflict,
    NeedsPerson,
    NotAllowed,
    NotFound,
    OverBudget,
    ScriptSmithError,
    Unavailable,
    UsageError,
)
from ..redaction import mask
from .unreadable import sentence, should

MEDIA_TYPE = "application/problem+json"
STATUS: Mapping[type[ScriptSmithError], int] = {
    BadInput: 422,
    UsageError: 400,
    NeedsPerson: 409,
    Blocked: 409,
    NotAllowed: 403,
    Unavailable: 503,
    NotFound: 404,
    Conflict: 409,
}
TITLES: Mapping[int, str] = {
    400: "The request makes no sense as given",
    401: "Nobody is logged in",
    403: "Not allowed",
    404: "Not found",
    405: "Not here",
    408: "It came too slowly",
    409: "Not now",
    412: "It has moved on",
    413: "Too large",
    415: "Not this kind of body",
    422: "The request cannot be read",
    428: "Say what you have seen",
    429: "Too many requests",
    500: "An internal error",
    503: "Something outside does not work",
    504: "It took too long",
}

log = logging.getLogger("scriptsmith.web")


class HttpProblem(HTTPException):
    """An error of HTTP itself, with its sentence; `kind` names it for programs."""

    def __init__(
        self, status: int, sentence: str, *, kind: str = "", headers: Mapping[str, str] | None = None, **more: Any
    ) -> None:
        super().__init__(status, sentence, dict(headers or {}))
        self.kind = kind
        self.more = more


def not_in(sentence: str = "log in, or send a key as `Authorization: Bearer …`") -> HttpProblem:
    """Nobody is logged in, or nobody that is known."""
    return HttpProblem(401, sentence, kind="not-in", headers={"WWW-Authenticate": 'Bearer realm="scriptsmith"'})


def document(status: int, sentence: str, kind: str = "", **more: Any) -> dict[str, Any]:
    """The body of an error; `type` is a name, not an address that leads somewhere."""
    name = kind or _KINDS.get(status, "error")
    return {
        "type": f"urn:scriptsmith:{name}",
        "title": TITLES.get(status, "Error"),
        "status": status,
        "detail": mask(sentence),
        **more,
    }


def problem(
    status: int, sentence: str, kind: str = "", headers: Mapping[str, str] | None = None, **more: Any
) -> Response:
    """The answer to a request that failed."""
    body = document(status, sentence, kind, **more)
    return JSONResponse(body, status, headers=dict(headers or {}), media_type=MEDIA_TYPE)


def status_of(error: ScriptSmithError, *, conditional: bool) -> int:
    """The status for an error; a conflict is 412 where the request said what it had seen (`conditional`)."""
    if isinstance(error, Conflict) and conditional:
        return 412
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), 500)


Visited: TypeAlias = Callable[[Request, HTTPException], Awaitable[Response]]
"""How an error is shown to a person who visits a page."""


def install(app: FastAPI, visited: Visited) -> None:
    """Have every error of `app` answered by a problem, or by a page of `visited` for a person; a browser that is not
    logged in is sent to the login."""

    @app.exception_handler(ScriptSmithError)
    async def on_purpose(request: Request, error: ScriptSmithError) -> Response:
        status = status_of(error, conditional="if-match" in request.headers)
        if status >= 500 and not isinstance(error, Unavailable):
            return internal(error, request.method, request.url.path)
        if isinstance(error, OverBudget):
            return problem(429, str(error), "over-budget", {"Retry-After": str(ceil(error.wait))})
        if isinstance(error, Unavailable):
            note(request, error)
        headers = {"Retry-After": "5"} if status == 503 else None
        return problem(status, str(error), _NAMES.get(type(error), ""), headers)

    @app.exception_handler(HTTPException)
    async def of_http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 401 and _is_a_visit(request):
            from urllib.parse import quote

            target = request.url.path + (f"?{request.url.query}" if request.url.query else "")
            return RedirectResponse(f"/login?next={quote(target, safe='')}", 303)
        if _is_a_visit(request) and not request.url.path.startswith("/api/"):
            return await visited(request, error)
        if isinstance(error, HttpProblem):
            return problem(error.status_code, str(error.detail), error.kind, error.headers, **error.more)
        sentence = {
            404: f"there is nothing at {request.url.path}",
            405: f"{request.method} is nothing that can be done with {request.url.path}",
            400: "the body cannot be read: its parts are not what its content type says",
        }.get(error.status_code, str(error.detail))
        return problem(error.status_code, sentence, headers=error.headers)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        found: Sequence[Any] = error.errors()
        errors = [{"place": ".".join(map(str, each.get("loc", ()))), "detail": should(each)} for each in found]
        return problem(422, sentence(found[0]) if found else "the request cannot be read", errors=errors)


def internal(error: Exception, method: str, path: str) -> Response:
    """Nothing of what went wrong is told to whoever asked; it stands in the log."""
    log.error("%s %s: %s", method, path, mask("".join(format_exception(error))))
    return problem(500, "this is a defect of ScriptSmith, or of what it stands on: the log of the service tells more")


def note(request: Request, error: Unavailable) -> None:
    """Log what does not work outside of the service, each kind at most once in a minute: everybody meets it at once."""
    kind = type(error).__name__
    if not request.app.state.service.outages.wait(kind):
        log.error("%s %s: %s: %s", request.method, request.url.path, kind, mask(str(error)))


def _is_a_visit(request: Request) -> bool:
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")


_KINDS: Mapping[int, str] = {
    400: "usage",
    401: "not-in",
    403: "not-allowed",
    404: "not-found",
    405: "not-here",
    408: "late",
    409: "conflict",
    412: "moved-on",
    413: "too-large",
    415: "media-type",
    422: "bad-input",
    428: "if-match-missing",
    429: "too-many",
    500: "internal",
    503: "unavailable",
    504: "too-slow",
}
_NAMES: Mapping[type[ScriptSmithError], str] = {NeedsPerson: "needs-person", Blocked: "blocked"}
