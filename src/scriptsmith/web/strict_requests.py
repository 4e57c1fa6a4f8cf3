"""What a request may hold: query parameters that the route knows, and a body of the kind that it reads."""

from __future__ import annotations

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from .http_errors import HttpProblem


async def strict(request: Request) -> None:
    """Raise a problem for what a route would leave unread: 422 for a query parameter that it does not have, so that a
    filter that is spelled wrongly is not taken for none, and 415 for a body that is not JSON."""
    route = request.scope.get("route")
    if not isinstance(route, APIRoute):
        return
    known = sorted(_query_names(route.dependant))
    if unknown := sorted(set(request.query_params) - set(known)):
        there = f"there are {', '.join(known)}" if known else "it takes none"
        raise HttpProblem(422, f"{request.url.path} has no query parameter {unknown[0]!r}: {there}")
    if route.body_field is not None and _has_body(request):
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json" and not kind.endswith("+json"):
            raise HttpProblem(415, f"the body should be application/json, and not {kind or 'of no kind at all'}")


def _query_names(dependant: Dependant) -> set[str]:
    """The query parameters of a route and of what it depends on."""
    names = {field.alias for field in dependant.query_params}
    return names.union(*map(_query_names, dependant.dependencies))


def _has_body(request: Request) -> bool:
    return request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
