"""Incidents as rows: each occurrence of an alert once, and what happened to it as rows that are only ever added."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from typing import Any

from ...core.plain_data import plain
from ...errors import BadInput, NotFound
from ...incidents.model import (
    GRAVEST_FIRST,
    SEVERITIES,
    STATES,
    Incident,
    KeptIncident,
    Link,
    Receipt,
    State,
    TimelineEvent,
)
from ...incidents.store import LinkedRun, PastRun
from ...service.incident_service import PREPARER
from .database import Database
from .read_models import ReadModels

MOST = 500
"""How many incidents a page has at most."""
_SEARCHED = 50_000
_NEWS = ("opened", "reopened", "severity")
"""What a person may act upon: runs that are made then go on in the trace of that report."""
_WORD = re.compile(r"[^\W_]{1,500}")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class PostgresIncidents:
    """An `IncidentStore` in `database`. `traceparent` tells the trace in which something is reported; empty: none."""

    def __init__(self, database: Database, traceparent: Callable[[], str] = lambda: "") -> None:
        self._database = database
        self._traceparent = traceparent

    async def keep(self, incidents: Sequence[Incident], /) -> Sequence[Receipt]:
        if not incidents:
            return ()
        now = datetime.now(UTC)
        order = sorted(range(len(incidents)), key=lambda place: incidents[place].key)  # so that no two wait in a circle
        reports = json.dumps([_report(incidents[place], now, number) for number, place in enumerate(order)])
        traceparent = self._traceparent()
        async with self._database.transaction() if traceparent else nullcontext():
            rows = await self._database.do("keep_incidents", reports=reports)
            if traceparent and (news := sorted({id for _, id, outcome in rows if outcome in _NEWS})):
                await self._database.do("trace_incidents", ids=news, traceparent=traceparent)
        found = {order[place - 1]: Receipt(incident=id, outcome=outcome) for place, id, outcome in rows}
        return [found[place] for place in range(len(incidents))]

    async def get(self, id: str, /) -> KeptIncident:
        return _kept((await self._rows("read_incident", id))[0])

    async def page(
        self,
        *,
        state: Sequence[str] = (),
        severity: Sequence[str] = (),
        source: str = "",
        text: str = "",
        before: str = "",
        limit: int = 50,
    ) -> Sequence[KeptIncident]:
        for name, given, known in (("state", state, STATES), ("severity", severity, SEVERITIES)):
            if unknown := sorted(set(given) - set(known)):
                raise BadInput(f"there is no {name} {unknown[0]!r} of incidents: there are {', '.join(known)}")
        rows = await self._database.rows(
            "list_incidents",
            **_asked(severity, source, text),
            state=sorted(set(state)) or None,
            before=_storable(before) or None,
            limit=min(max(limit, 1), MOST),
        )
        return [_kept(row) for row in rows]

    async def counts(self, *, severity: Sequence[str] = (), source: str = "", text: str = "") -> Mapping[State, int]:
        """How many of the incidents that pass the filters of `page` stand where, every state named."""
        found = await self._database.rows("count_incidents", **_asked(severity, source, text))
        return {**dict.fromkeys(STATES, 0), **dict(found)}

    async def sources(self) -> Sequence[str]:
        """What incidents came from, by name."""
        return [source for (source,) in await self._database.rows("incident_sources")]

    async def timeline(self, id: str, /) -> Sequence[TimelineEvent]:
        return [
            TimelineEvent(seq=seq, at=_moment(at), kind=kind, by=by, told=told)
            for seq, at, kind, by, told in await self._rows("read_timeline", id)
        ]

    async def history(self, id: str, /, *, limit: int = 20) -> Sequence[KeptIncident]:
        rows = await self._database.rows("incident_history", id=_storable(id), limit=limit)
        return [_kept(row) for row in rows]

    async def link(self, id: str, run: LinkedRun, /) -> None:
        await self._database.do("link_run", id=id, run=run.run, recommendation=run.recommendation, by=run.by)
        if run.by == PREPARER.name:
            await self._database.do("put_look_behind", id=id, run=run.run, gravest_first=list(GRAVEST_FIRST))

    async def runs(self, id: str, /) -> Sequence[LinkedRun]:
        rows = await self._database.rows("runs_of_incident", id=_storable(id))
        return [LinkedRun(run=run, recommendation=what, by=by, at=_moment(at)) for run, what, by, at in rows]

    async def incidents_of(self, run: str) -> Sequence[str]:
        """The ids of the incidents that a run was made for."""
        return [id for (id,) in await self._database.rows("incident_of_run", run=_storable(run))]

    async def trace(self, incident: str) -> str:
        """The `traceparent` of the report of an incident; empty where there is none."""
        rows = await self._database.rows("trace_of_incident", incident=incident)
        return str(rows[0][0]) if rows else ""

    async def trace_of(self, run: str) -> str:
        """The `traceparent` of the report of the incident that a run was made for; empty where there is none."""
        rows = await self._database.rows("trace_of_run", run=run)
        return str(rows[0][0]) if rows else ""

    async def hold(self, id: str, /) -> None:
        if not await self._database.do("hold_incident", id=_storable(id)):
            raise _unknown(id)

    async def past_runs(self, id: str, /, *, limit: int = 10) -> Sequence[PastRun]:
        await ReadModels(self._database).catch_up()
        rows = await self._database.rows("past_runs", id=_storable(id), limit=limit)
        return [PastRun(incident=incident, run=run, labels=labels) for incident, run, labels in rows]

    async def _rows(self, query: str, id: str) -> list[tuple[Any, ...]]:
        rows = await self._database.rows(query, id=_storable(id))
        if not rows:
            raise _unknown(id)
        return rows


def _asked(severity: Sequence[str], source: str, text: str) -> dict[str, object]:
    """Filters as the statements take them."""
    return {
        "severity": sorted(set(severity)) or None,
        "source": _storable(source) or None,
        "text": _storable(text) or None,
        "query": " & ".join(f"{word}:*" for word in search_words(text)),
    }


def _unknown(id: str) -> NotFound:
    return NotFound(f"there is no incident {id!r}")


def _report(one: Incident, now: datetime, number: int) -> dict[str, Any]:
    """An incident as the function in the database takes it, with the id that it gets if it is new.

    A source whose clock is ahead speaks of now: otherwise nothing that it reports later would count as later.
    """
    told: dict[str, Any] = plain(one)
    changed = min(datetime.fromisoformat(one.at), now).isoformat() if one.at else None
    for name in ("started_at", "ended_at"):
        told[name] = told[name] or None
    id = f"inc-{now:%Y%m%d-%H%M%S-%f}-{number:04}-{secrets.token_hex(3)}"
    return told | {"id": id, "changed_at": changed, "words": " ".join(_words_of(one))}


def search_words(text: str) -> list[str]:
    """The words of a text as they are searched for, each once: letters and digits, in small letters."""
    return list(dict.fromkeys(word.lower() for word in _WORD.findall(text)))


def _words_of(one: Incident) -> list[str]:
    """What an incident is found by; the parts of a name like `HostOutOfMemory` too."""
    texts = (one.name, one.title, one.service, one.environment, one.host, *one.labels, *one.labels.values())
    told = " ".join((*texts, one.description, *one.annotations.values()))[:_SEARCHED]
    return search_words(f"{told} {_CAMEL.sub(' ', told)}")


def _kept(row: Sequence[Any]) -> KeptIncident:
    (id, source, fingerprint, occurrence, name, title, description, severity, state, service, environment, host, labels,
     annotations, links, started, ended, raw_digest, received, seen, reports) = row  # fmt: skip
    incident = Incident(
        id=id,
        source=source,
        fingerprint=fingerprint,
        occurrence=occurrence,
        name=name,
        title=title,
        description=description,
        severity=severity,
        state=state,
        service=service,
        environment=environment,
        host=host,
        labels=labels,
        annotations=annotations,
        links=tuple(Link(name=each["name"], url=each["url"]) for each in links),
        started_at=_moment(started),
        ended_at=_moment(ended),
        raw_digest=raw_digest,
    )
    return KeptIncident(incident=incident, received_at=_moment(received), last_seen=_moment(seen), reports=reports)


def _moment(at: datetime | None) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds") if at else ""


def _storable(text: str) -> str:
    """A text that was asked for, without what no text in the database holds."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()
