"""The OpenAPI document of the API: what FastAPI knows of it, with the ways in and the form of every error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from ..core.plain_data import plain
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


TEXTS: Mapping[str, str] = {
    "text/event-stream": 'id: 1\nevent: asked\ndata: {"seq": 1, "event": {"kind": "asked"}}\n\n'
    'event: over\ndata: {"state": "published"}\n\n',
    "text/plain": "#!/usr/bin/env bash\nset -euo pipefail\ndf -h\n",
}
FIGURES = 'scriptsmith_runs{state="waiting"} 3.0\n'
SIGNATURES: Mapping[str, tuple[str, str]] = {
    "pagerduty": ("X-PagerDuty-Signature", ""),
    "slack": ("X-Slack-Signature", " with X-Slack-Request-Timestamp"),
    "mapped": ("X-Signature", ", in the header that the mapping of the hook names"),
}
"""The headers in which senders sign what they send."""


def illustrated(document: dict[str, Any]) -> None:
    """Put an example to every schema that has none, and to each body and answer that is of no schema."""
    from .examples_of_incidents import BODIES
    from .examples_of_incidents import EXAMPLES as INCIDENTS
    from .examples_of_runs import EXAMPLES as RUNS

    examples = {**RUNS, **INCIDENTS}
    schemas = document["components"]["schemas"]
    for name, schema in schemas.items():
        plain_name = name.removesuffix("-Input").removesuffix("-Output")
        if "examples" not in schema and plain_name in examples:
            schema["examples"] = [plain(examples[plain_name])]
    for operation in (each for path in document["paths"].values() for each in path.values()):
        for content in operation.get("requestBody", {}).get("content", {}).values():
            if operation["operationId"] in BODIES:
                content["example"] = BODIES[operation["operationId"]]
            for either in content["schema"].get("anyOf", ()):  # a body that may be left out
                if "$ref" in either:
                    content["example"] = schemas[either["$ref"].rpartition("/")[2]]["examples"][0]
        for answer in operation["responses"].values():
            for kind, content in answer.get("content", {}).items():
                if kind in TEXTS:
                    content["example"] = FIGURES if operation["operationId"] == "metrics" else TEXTS[kind]


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
            "description": "the secret of a hook",
        }
        parts["securitySchemes"]["hook_password"] = {
            "type": "http",
            "scheme": "basic",
            "description": "the secret of a hook as password, whatever the name is",
        }
        parts["securitySchemes"] |= {
            name: {
                "type": "apiKey",
                "in": "header",
                "name": header,
                "description": f"a signature of what is sent{more}",
            }
            for name, (header, more) in SIGNATURES.items()
        }
        made["security"] = [{"key": []}, {"login": []}]
        for path, operations in made["paths"].items():
            for method, operation in operations.items():
                operation["responses"] |= problems(path, method, operation)
                if path in UNGUARDED:
                    operation["security"] = []
        for unused in ("HTTPValidationError", "ValidationError"):
            parts["schemas"].pop(unused, None)
        illustrated(made)
        made["tags"] = [{"name": name, "description": told} for name, told in TAGS.items()]
        web.openapi_schema = made
    return web.openapi_schema
