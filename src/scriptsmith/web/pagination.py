"""Pages of a list: each says where the next one is, in its body and in the header Link (RFC 8288)."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from fastapi.responses import JSONResponse


def next_page(request: Request, document: dict[str, Any], **cursor: object) -> JSONResponse:
    """`document` with `next`, and Link. The cursor is the one parameter that is another in the next page; None: none.

    The address is relative to the host, so that it holds behind a proxy too.
    """
    if any(value is None for value in cursor.values()):
        return JSONResponse(document | {"next": None})
    url = request.url.include_query_params(**cursor)
    place = f"{url.path}?{url.query}"
    return JSONResponse(document | {"next": place}, headers={"Link": f'<{place}>; rel="next"'})
