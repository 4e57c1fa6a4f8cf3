"""Makes a notice of what happened: from the log of the run up to then, and the incident as it is now."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC
from typing import Protocol, cast

from ..core.approval import ApprovalPolicy, binding, standing
from ..core.escape_control import visible
from ..core.events import Endorsed, Event, Published, Reviewed
from ..core.flow import state
from ..core.outcome import danger_of
from ..core.run import Run, fold
from ..errors import DatabaseUnavailable, ScriptSmithError
from ..incidents.model import Incident
from ..incidents.store import IncidentStore
from ..outlets.notice import ACTIONS, TEXT, Happened, Notice, What, noticed
from ..ports import Journal
from ..redaction import mask
from .recommending import Recommender

_SECONDS = 5.0
_FREE = frozenset({"title", "text", "service", "host", "environment", "by", "requester"})
_INCIDENT = ("incident.opened", "incident.reopened", "incident.resolved")


class RunIncidents(IncidentStore, Protocol):
    """An `IncidentStore` that knows which incidents a run was made for."""

    async def incidents_of(self, run: str) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeMaker:
    """Makes notices. `address` is where people reach the console, empty where nobody has said."""

    journal: Journal
    incidents: RunIncidents
    recommender: Recommender
    approvals: ApprovalPolicy
    address: str = ""

    async def make(self, happened: Happened) -> Notice | None:
        """What is told of it, without recommended actions; None where it is nothing to tell anybody.

        Raises `DatabaseUnavailable`; where anything else goes wrong, the notice says no more than that it happened, so
        that nothing else has to wait for it.
        """
        at = happened.at.astimezone(UTC).isoformat(timespec="seconds")
        of_incident = happened.kind in _INCIDENT
        place = f"{'incidents' if of_incident else 'runs'}/{happened.subject}"
        link = f"{self.address.rstrip('/')}/{place}" if self.address else ""
        bare = Notice(id=happened.id, what="run.failed", subject=happened.subject, at=at, link=link)
        try:
            if of_incident:
                found = (await self.incidents.get(happened.subject)).incident
                made: Notice | None = _about(replace(bare, what=cast(What, happened.kind)), found, told=True)
            else:
                made = await self._of_run(happened, bare)
            return made and await asyncio.to_thread(_safe, made)
        except DatabaseUnavailable:
            raise
        except Exception as error:
            return _unread(happened, bare, error)

    async def with_actions(self, notice: Notice) -> Notice:
        """The notice of an incident that fires with what is recommended for it: what is known without searching."""
        if notice.what not in ("incident.opened", "incident.reopened"):
            return notice
        try:
            kept = await self.incidents.get(notice.subject)
            found = await self.recommender.recommend(kept.incident, seconds=_SECONDS)
            told = replace(notice, actions=tuple(noticed(each) for each in found.actions[:ACTIONS]))
            return await asyncio.to_thread(_safe, told)
        except Exception:  # what happened is told without
            return notice

    async def _of_run(self, happened: Happened, bare: Notice) -> Notice | None:
        events = await self.journal.read(happened.subject)
        events = events[: happened.seq] if happened.seq else events
        run = fold(events)
        told = _told(happened, events[-1], run, bare)
        if told is None:
            return None
        if told.what in ("run.waiting", "run.endorsed"):
            told = replace(told, missing=standing(run, self.approvals, happened.at).missing)
            if told.missing and run.settled and run.settled.script:
                told = replace(told, seq=run.seq, binding=binding(run.settled))
        danger = danger_of(run)
        told = replace(told, title=run.action.text, requester=run.requester, risk=danger.risk if danger else None)
        if incidents := await self.incidents.incidents_of(happened.subject):
            told = _about(told, (await self.incidents.get(incidents[0])).incident)
        return told


def _told(happened: Happened, event: Event, run: Run, bare: Notice) -> Notice | None:
    """What is told of the last event of a run, without what is known of the run as a whole."""
    if happened.kind == "run.failed":
        return replace(bare, text=happened.said)
    if happened.kind == "run.settled":
        return replace(bare, what="run.waiting") if state(run) == "waiting" else None
    if isinstance(event, Endorsed):
        return replace(bare, what="run.endorsed", by=event.by, text=event.comment)
    if isinstance(event, Published):
        return replace(bare, what="run.published", by=event.by, entry=event.entry.id)
    if isinstance(event, Reviewed) and event.review.decision in ("approve", "reject"):
        what: What = "run.approved" if event.review.decision == "approve" else "run.rejected"
        return replace(bare, what=what, by=event.review.reviewer, text=event.review.comment)
    return None


def _about(notice: Notice, incident: Incident, *, told: bool = False) -> Notice:
    """The notice with what is known of its incident; with `told` its texts too."""
    known = replace(
        notice,
        severity=incident.severity,
        state=incident.state,
        service=incident.service,
        environment=incident.environment,
        host=incident.host,
        incident=incident.id,
        source=incident.source,
        fingerprint=incident.fingerprint,
    )
    return replace(known, title=incident.title, text=incident.description) if told else known


def _unread(happened: Happened, bare: Notice, error: Exception) -> Notice | None:
    """What is told of something that cannot be read any more."""
    if happened.kind == "run.reviewed":  # nobody knows what was decided
        return None
    named = "run.waiting" if happened.kind == "run.settled" else happened.kind
    why = str(error) if isinstance(error, ScriptSmithError) else type(error).__name__
    return _safe(replace(bare, what=cast(What, named), text=f"more is not known: {why}"))


def _safe(notice: Notice) -> Notice:
    """The notice with stars in the place of secrets, with what cannot be seen or stored spelled out, and with texts no
    longer than is told."""
    told = {
        each.name: _text(getattr(notice, each.name), secret=each.name in _FREE)
        for each in fields(notice)
        if isinstance(getattr(notice, each.name), str)
    }
    actions = tuple(
        replace(each, text=_text(each.text), source=_text(each.source), entry=_text(each.entry))
        for each in notice.actions
    )
    return replace(notice, **told, actions=actions)  # type: ignore[arg-type]


def _text(text: str, *, secret: bool = True) -> str:
    text = text[: 2 * TEXT]
    return visible(mask(text) if secret else text)[:TEXT]
