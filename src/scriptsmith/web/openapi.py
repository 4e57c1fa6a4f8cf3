"""The OpenAPI document of the API: what FastAPI knows of it, with the ways in and the form of every error."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from .api_shapes import Problem
from .http_errors import MEDIA_TYPE
from .sessions import COOKIE

_REF = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    "4XX": {"description": "The request was refused, with a sentence that says what to do", "content": _REF},
    "5XX": {"description": "The service could not do it", "content": _REF},
}


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
        for path in ("/healthz", "/readyz"):
            for operation in made["paths"][path].values():
                operation["security"] = []
        web.openapi_schema = made
    return web.openapi_schema
