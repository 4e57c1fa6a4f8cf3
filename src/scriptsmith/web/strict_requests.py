"""What a request may hold: parameters that its route knows, each once, and a body of the kind that the route reads.

Every route of the service depends on `strict` or `strict_form`: what nobody reads is refused and never passed over.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Annotated, Any, TypeAlias, TypeVar, get_args, get_origin

from fastapi import Request, Response, params
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import BeforeValidator

from .http_errors import HttpProblem
from .sessions import FIELD

T = TypeVar("T")
GIVEN = "given-"
"""Begins the names of form fields that hold values of parameters."""
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def _none_of_blank(value: object) -> object:
    return None if value == "" else value


Blank: TypeAlias = Annotated[T | None, BeforeValidator(_none_of_blank)]
"""A query parameter of a page: its form sends every field, and an empty one asks for nothing."""


async def strict(request: Request) -> None:
    """Raise a problem for what a route would leave unread: 422 for a query parameter that it does not have, so that a
    filter that is spelled wrongly is not taken for none, or that is given twice; 415 for a body of another kind."""
    await _refuse(request, forms=False)


async def strict_form(request: Request) -> None:
    """What `strict` does, for routes to which browsers send forms: whatever else they are sent is 415."""
    await _refuse(request, forms=True)


async def _refuse(request: Request, *, forms: bool) -> None:
    route = request.scope.get("route")
    dependant = route.dependant if isinstance(route, APIRoute) else Dependant()
    refuse_parameters(request, _known(dependant, "query_params"))
    if not _has_body(request):
        return
    declared = route.body_field if isinstance(route, APIRoute) else None
    if forms or isinstance(declared.field_info if declared else None, params.Form):
        kind_of_body(request, FORMS)
        sent = [name for name, _ in (await request.form()).multi_items() if not name.startswith(GIVEN)]
        known = {FIELD: False, **_known(dependant, "body_params")}
        if unknown := sorted(set(sent) - set(known)):
            raise HttpProblem(422, f"{request.url.path} has no form field {unknown[0]!r}: load the page again")
        _once(sent, known, "form field")
    elif not (isinstance(route, APIRoute) and "requestBody" in (route.openapi_extra or {})):  # those read their own
        kind_of_body(request)


def refuse_parameters(request: Request, known: Mapping[str, bool]) -> None:
    """Raise a problem for a query parameter that is not `known`, which says of each whether it may come several times,
    or that comes more often than it may."""
    sent = [name for name, _ in request.query_params.multi_items()]
    if unknown := sorted(set(sent) - set(known)):
        there = f"there are {', '.join(sorted(known))}" if known else "it takes none"
        raise HttpProblem(422, f"{request.url.path} has no query parameter {unknown[0]!r}: {there}")
    _once(sent, known, "query parameter")


def kind_of_body(request: Request, kinds: Sequence[str] = ("application/json",)) -> None:
    """Raise a problem (415) for a body that does not say, once, that it is of one of `kinds`."""
    said = request.headers.getlist("content-type")
    if len(said) > 1:
        raise HttpProblem(415, f"the body should be of one kind, and not of {len(said)}")
    kind = said[0].partition(";")[0].strip().lower() if said else ""
    if kind in kinds or ("application/json" in kinds and kind.startswith("application/") and kind.endswith("+json")):
        return
    raise HttpProblem(415, f"the body should be {' or '.join(kinds)}, and not {kind or 'of no kind at all'}")


class JsonRequest(Request):
    """A request whose JSON is read once, and strictly: an object that gives a name twice, where the last one would
    count, is a problem (422), as is what is no JSON."""

    async def json(self) -> Any:
        try:
            return json.loads(await self.body(), object_pairs_hook=_each_once)
        except (ValueError, RecursionError):
            raise HttpProblem(422, "the body cannot be read as JSON") from None


class JsonRoute(APIRoute):
    """A route of the API, which reads its body as a `JsonRequest` does."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handled(request: Request) -> Response:
            return await handle(JsonRequest(request.scope, request.receive))

        return handled


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise HttpProblem(422, f"the body gives {name!r} twice in one object: give it once")
        found[name] = value
    return found


def _once(sent: Sequence[str], known: Mapping[str, bool], what: str) -> None:
    for name, several in sorted(known.items()):
        if not several and (times := sent.count(name)) > 1:
            raise HttpProblem(422, f"the {what} {name!r} is given {times} times: give it once")


def _known(dependant: Dependant, kind: str) -> dict[str, bool]:
    """The parameters of a route and of what it depends on, and whether each may come several times."""
    found = {field.alias: _several(field.field_info.annotation) for field in getattr(dependant, kind)}
    for each in dependant.dependencies:
        found |= _known(each, kind)
    return found


def _several(annotation: Any) -> bool:
    return any(get_origin(each) in (list, tuple) for each in (annotation, *get_args(annotation)))


def _has_body(request: Request) -> bool:
    return request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
