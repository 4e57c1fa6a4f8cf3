"""The catalogue as pages: searching it, and one entry with its versions and its evidence."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Query, Request
from fastapi.responses import Response

from ..core.outcome import approval
from ..core.types import Action, Entry
from .diffs import Diff, diff
from .pages_base import routes, show, there
from .pagination import AfterEntry, among
from .service_state import service_state
from .sessions import Who
from .syntax_colours import coloured
from .views import lines

router = routes()
PAGE, FOUND = 50, 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedEntry:
    """An entry in a list, how well it answers, and what speaks against it."""

    entry: Entry
    confidence: float = 0.0
    objections: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierVersion:
    """The version before, and what has changed since."""

    version: int
    diff: Diff


@router.get("/catalogue")
async def catalogue(request: Request, who: Who, q: str = "", area: str = "", after: AfterEntry = "") -> Response:
    """The entries of an area, by id; or those that are nearest to an action, best first."""
    service = service_state(request)
    await service.team_service.allow(who, "try" if q.strip() else "look")
    entries = await service.app.catalogue.entries()
    known_areas = sorted({entry.area for entry in entries})
    among(area, known_areas, "area")
    asked = {"q": q.strip(), "area": area}
    if q.strip():
        known = {entry.id: entry for entry in entries}
        near = json.loads(await service.cpu_pool.search(Action(text=q.strip()[:2000]), FOUND))["nearest"]
        found = [
            ListedEntry(entry=known[one["id"]], confidence=one["confidence"], objections=tuple(one["objections"]))
            for one in near
            if one["id"] in known
        ]
        fitting = Counter(each.entry.area for each in found)
        found = [each for each in found if area in ("", each.entry.area)]
        told, more = f"The {len(found)} nearest, best first.", ""
    else:
        fitting = Counter(entry.area for entry in entries)
        listed = [entry for entry in entries if area in ("", entry.area)]
        left = [entry for entry in listed if entry.id > after]
        found = [ListedEntry(entry=entry) for entry in left[:PAGE]]
        told = f"{len(listed):,} entries" + (f" in {area}." if area else ".")
        kept = {"area": area} if area else {}
        more = "/catalogue?" + urlencode(kept | {"after": left[PAGE - 1].id}) if len(left) > PAGE else ""
    return show(
        request,
        who,
        "catalogue.html",
        entries=found,
        asked=asked,
        areas=[(name, fitting[name]) for name in known_areas],
        told=told,
        faults=await service.app.catalogue.faults(),
        first_page="/catalogue?" + urlencode({"area": area}) if after else "",
        next_page=more,
    )


@router.get("/catalogue/{entry_id}")
async def entry(
    request: Request, who: Who, entry_id: str, version: Annotated[int | None, Query(ge=1, le=1_000_000)] = None
) -> Response:
    """One version of an entry, the newest where none is named."""
    service = service_state(request)
    await service.team_service.allow(who, "look", entry_id)
    catalogue = service.app.catalogue
    found = await catalogue.get(entry_id, version)
    history, _ = await catalogue.history(found.id)
    context = await asyncio.to_thread(_read, found, history)  # a long script is not read on the loop
    context["grade"] = service.app.graded(found)
    return show(request, who, "entry.html", **context)


def _read(entry: Entry, history: Sequence[Entry]) -> dict[str, Any]:
    earlier = max((each for each in history if each.version < entry.version), key=lambda one: one.version, default=None)
    versions = sorted({each.version for each in history} | {entry.version})
    script = lines(entry.script.text, ())
    made = diff(earlier.script.text, entry.script.text) if earlier else None
    return {
        "entry": entry,
        "newest": versions[-1],
        "versions": versions,
        "approved": approval(entry),
        "lines": script,
        "colours": coloured("\n".join(line.text for line in script)),
        "test_lines": lines(entry.test, ()),
        "before": EarlierVersion(version=earlier.version, diff=made) if earlier and made else None,
    }


@router.post("/catalogue/{entry_id}/retire")
async def retire(request: Request, who: Who, entry_id: str) -> Response:
    """Take an entry out of retrieval."""
    await service_state(request).team_service.retire(who, entry_id)
    return there(f"/catalogue/{entry_id}")
