"""Pages of a list: each says where the next one is, in its body and in the header Link (RFC 8288)."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Annotated, Any, TypeAlias

from fastapi import Query, Request
from fastapi.responses import JSONResponse
from pydantic import AfterValidator

from ..errors import BadInput


def _id(pattern: str, what: str) -> AfterValidator:
    """Refuses what no last one of a page can be called, which would be taken for the first page, or for none."""
    like = re.compile(pattern)

    def check(value: str) -> str:
        if value and not like.fullmatch(value):
            raise ValueError(f"should be the id of {what}: the last one of the page before")
        return value

    return AfterValidator(check)


BeforeRun: TypeAlias = Annotated[
    str,
    Query(max_length=100, description="the last run of the page before"),
    _id(r"[0-9]{8}-[0-9]{6}-[0-9a-f]{8}", "a run"),
]
BeforeIncident: TypeAlias = Annotated[
    str,
    Query(max_length=100, description="the last incident of the page before"),
    _id(r"inc-[0-9]{8}-[0-9]{6}-[0-9]{6}-[0-9]{4}-[0-9a-f]{6}", "an incident"),
]
AfterEntry: TypeAlias = Annotated[
    str,
    Query(max_length=200, description="the last entry of the page before"),
    _id(r"[a-z0-9][a-z0-9-]{0,79}", "an entry"),
]


def among(value: str, known: Collection[str], what: str) -> str:
    """`value`, which is empty or one of those that there are of `what`; raises `BadInput`, so that a filter that is
    spelled wrongly does not find nothing."""
    if value and value not in known:
        there = f"there are {', '.join(sorted(known))}" if known else "there is none"
        raise BadInput(f"there is no {what} {value!r}: {there}")
    return value


def next_page(request: Request, document: dict[str, Any], **cursor: object) -> JSONResponse:
    """`document` with `next`, and Link. The cursor is the one parameter that is another in the next page; None: none.

    The address is relative to the host, so that it holds behind a proxy too.
    """
    if any(value is None for value in cursor.values()):
        return JSONResponse(document | {"next": None})
    url = request.url.include_query_params(**cursor)
    place = f"{url.path}?{url.query}"
    return JSONResponse(document | {"next": place}, headers={"Link": f'<{place}>; rel="next"'})
