"""What assistants may read by its address: entries, rules, runs, and incidents of a team's service."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import unquote

from mcp_types import Resource, ResourceTemplate

from ..errors import NotFound
from ..rule_pages import page, rules
from .incident_tools import IncidentIn, show_incident
from .run_tools import RunIn, get_run
from .script_tools import EntryIn, show_entry

JSON, MARKDOWN = "application/json", "text/markdown"
_ADDRESS = re.compile(r"scriptsmith://(entries|rules|runs|incidents)(?:/([^/?#]{1,600}))?")


def listed() -> list[Resource]:
    """What can be read without a name."""
    return [
        Resource(
            uri="scriptsmith://entries",
            name="entries",
            title="The catalogue",
            description="Every entry: id, title, area, risk and status.",
            mime_type=JSON,
        ),
        Resource(
            uri="scriptsmith://rules",
            name="rules",
            title="Rules of the danger analysis",
            description="Every rule: code, level and title.",
            mime_type=JSON,
        ),
    ]


def templates(*, team: bool) -> list[ResourceTemplate]:
    """What can be read by a name."""
    kinds = [
        ("entry", "entries/{id}", "An entry of the catalogue", "Its script, values, risk and proof.", JSON),
        ("rule", "rules/{code}", "A rule", "Why it is there, the safer way, and examples of both.", MARKDOWN),
        ("run", "runs/{id}", "A run", "Where it stands: script, findings, opinions, what is next.", JSON),
    ]
    if team:
        kinds.append(("incident", "incidents/{id}", "An incident", "What its alert says, word for word.", JSON))
    return [
        ResourceTemplate(
            name=name, uri_template=f"scriptsmith://{path}", title=title, description=about, mime_type=kind
        )
        for name, path, title, about, kind in kinds
    ]


async def read(backend: Any, uri: str, *, team: bool) -> tuple[str, str]:
    """The text at an address, and its media type; raises `NotFound` where there is none, and as the backend does."""
    found = _ADDRESS.fullmatch(uri)
    kind, name = (found[1], unquote(found[2] or "")) if found else ("", "")
    match kind, bool(name):
        case "entries", False:
            every = await backend.entries()
            fields = ("id", "title", "area", "risk", "status")
            return _json([{field: getattr(each, field) for field in fields} for each in every]), JSON
        case "rules", False:
            return _json(
                [{"code": each.code, "level": each.level, "title": each.title} for each in rules().values()]
            ), JSON
        case "rules", True:
            if (rule := rules().get(name)) is None:
                raise NotFound(f"there is no rule {name!r} of the danger analysis")
            return page(rule), MARKDOWN
        case "entries", True:
            return (await show_entry.call(backend, EntryIn(id=name[:200]))).model_dump_json(), JSON
        case "runs", True:
            return (await get_run.call(backend, RunIn(run=name[:100]))).model_dump_json(), JSON
        case "incidents", True if team:
            return (await show_incident.call(backend, IncidentIn(incident=name[:100]))).model_dump_json(), JSON
    raise NotFound(f"there is nothing at {uri[:200]!r}: the templates say what can be read")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
