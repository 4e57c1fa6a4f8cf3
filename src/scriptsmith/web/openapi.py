"""The OpenAPI document of the API: what FastAPI knows of it, with the ways in and the form of every error."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from .api_shapes import Problem
from .http_errors import MEDIA_TYPE, TITLES
from .sessions import COOKIE

_REF = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
TAGS = {
    "runs": "From an action to a script: ask, follow, decide, publish, comment",
    "incidents": "What monitoring reported, and what is recommended for it",
    "tools": "Look at scripts and for entries; nothing is kept",
    "catalogue": "Entries that answer actions",
    "people": "Keys, and the record of what people did",
    "outlets": "Who is told what, and what could not be delivered",
    "health": "Whether the service lives and works, and its figures",
    "hooks": "Where monitoring reports alerts; each hook proves its origin in its own way",
}
ALWAYS = (400, 401, 403, 413, 422, 429, 500, 503, 504)
"""The errors with which every operation may be answered."""
WITH_BODY = (408, 415)
WITH_ID = (404,)
CHANGES = (409,)
CONDITIONAL = (412, 428)
UNGUARDED = ("/healthz", "/readyz")


def problems(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    """What an operation says of its errors, by status."""
    statuses = set(ALWAYS)
    if "requestBody" in operation:
        statuses |= {*WITH_BODY}
    if "{" in path or path.startswith("/hooks/"):
        statuses |= {*WITH_ID}
    if method != "get":
        statuses |= {*CHANGES}
    if any(each["name"] == "If-Match" for each in operation.get("parameters", ())):
        statuses |= {*CONDITIONAL}
    return {str(status): {"description": TITLES[status], "content": _REF} for status in sorted(statuses)}


def describe(web: FastAPI) -> dict[str, Any]:
    """The document, made once."""
    if web.openapi_schema is None:
        made = get_openapi(title=web.title, version=web.version, description=web.description, routes=web.routes)
        parts = made.setdefault("components", {})
        parts.setdefault("schemas", {})["Problem"] = Problem.model_json_schema()
        parts["securitySchemes"] = {
            "key": {"type": "http", "scheme": "bearer", "description": "a key, as `scriptsmith keys create` prints it"},
            "login": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "a login in a browser"},
        }
        parts["securitySchemes"]["hook"] = {
            "type": "http",
            "scheme": "bearer",
            "description": "the secret of a hook; PagerDuty and some mapped hooks sign the body instead",
        }
        made["security"] = [{"key": []}, {"login": []}]
        for path, operations in made["paths"].items():
            for method, operation in operations.items():
                operation["responses"] |= problems(path, method, operation)
                if path in UNGUARDED:
                    operation["security"] = []
        for unused in ("HTTPValidationError", "ValidationError"):
            parts["schemas"].pop(unused, None)
        made["tags"] = [{"name": name, "description": told} for name, told in TAGS.items()]
        web.openapi_schema = made
    return web.openapi_schema
