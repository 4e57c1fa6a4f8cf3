"""The events of a run as steps that a person reads, one line each and a detail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import get_args

from ..core.comparison import comparison_line, leading
from ..core.effects import Danger
from ..core.events import (
    Asked,
    Assessed,
    Assigned,
    Cancelled,
    Checked,
    Commented,
    Compared,
    Drafted,
    Endorsed,
    Event,
    Explained,
    Labelled,
    Published,
    Rated,
    Rehearsed,
    Retrieved,
    Reviewed,
    Settled,
)
from ..core.findings import found_in, notable_in
from ..core.outcome import rehearsal_line
from ..core.types import Finding
from .views import TONES, VERDICTS, counted, headline, said, spent, total

KINDS = tuple(str(field.default) for each in get_args(Event) for field in fields(each) if field.name == "kind")
"""The names of all events."""


PEOPLE = frozenset({"endorsed", "labelled", "commented", "assigned", "cancelled", "reviewed", "published"})
"""Those in which a person decided or said something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineStep:
    """One event for a person. `seconds` and `dollars` are None where nothing took time or nothing is known."""

    seq: int
    kind: str
    title: str
    detail: str = ""
    tone: str = "plain"
    at: str = ""
    seconds: float | None = None
    dollars: float | None = None
    href: str = ""


def steps(events: Sequence[Event], after: int = 0) -> tuple[TimelineStep, ...]:
    """The events with a number above `after`, in order."""
    return tuple(_step(seq, event) for seq, event in enumerate(events, 1) if seq > after)


def _step(seq: int, event: Event) -> TimelineStep:
    title, detail, tone = _told(event)
    rows = spent([event])
    href = f"/catalogue/{event.entry.id}" if isinstance(event, Published) else ""
    return TimelineStep(
        seq=seq,
        kind=event.kind,
        title=title,
        detail=detail,
        tone=tone,
        at=getattr(event, "at", ""),
        seconds=getattr(event, "seconds", None) or None,
        dollars=total(rows) if rows else None,
        href=href,
    )


def _told(event: Event) -> tuple[str, str, str]:
    """Title, detail and tone of an event."""
    match event:
        case Asked():
            return f"{event.by or 'Somebody'} asked for a script", "", "plain"
        case Retrieved(matches=matches):
            if not matches:
                return "Catalogue searched", "Nothing is near to this action.", "plain"
            first = matches[0]
            near = f"The nearest is {first.entry.id} ({first.confidence:.0%}): {first.entry.title}"
            return "Catalogue searched", "; ".join([near, *first.objections[:1]]), "plain"
        case Drafted(script=None):
            why = event.findings[0].message if event.findings else ""
            return "A model answered without a script", why, "bad"
        case Drafted():
            long = len(event.script.text.splitlines()) if event.script else 0
            name = "First draft written" if event.by == "generator" else "Draft rewritten"
            return name, f"{long} lines", "plain"
        case Checked(findings=findings):
            risk = f"; risk: {event.danger.risk}" if event.danger else ""
            bad = any(each.severity == "error" for each in findings)
            return "Checked", _count(findings, event.danger) + risk, "bad" if bad else "good"
        case Compared(drafts=drafts):
            return "Drafts compared", comparison_line(drafts), "good" if leading(drafts) else "doubt"
        case Assessed(assessment=assessment):
            each = ", ".join(f"{one.assessor} {one.verdict.value}" for one in assessment.opinions)
            return f"Assessed: {VERDICTS[assessment.verdict.value]}", each, TONES[assessment.verdict.value]
        case Rehearsed(rehearsal=rehearsal):
            tone = TONES[rehearsal.opinion.verdict.value] if rehearsal.opinion else "doubt"
            return "Rehearsed in a sandbox", rehearsal_line(rehearsal)[:300], tone
        case Explained(explanation=explanation):
            return "Explained", explanation.text[:300] or "nothing is wrong", "doubt" if explanation.wrong else "good"
        case Settled(outcome=outcome):
            found = f" Checked: {_count(event.checks, event.danger)}." if event.checks is not None else ""
            return f"Settled: {said(outcome)}", headline(event) + found, TONES[outcome]
        case Endorsed():
            return f"{event.by} approved", event.comment, "good"
        case Labelled():
            marks = (("script", event.label), ("feedback", event.useful))
            return (
                f"{event.by} labelled",
                ", ".join(f"{name} {mark}" for name, mark in marks if mark is not None),
                "plain",
            )
        case Commented():
            return f"{event.by} commented", event.text, "plain"
        case Rated():
            return f"{event.by} rated", f"{event.about}: {'helped' if event.useful else 'did not help'}", "plain"
        case Assigned():
            return f"{event.by} assigned it to {event.to or 'nobody'}", "", "plain"
        case Cancelled():
            return f"{event.by} cancelled the run", "", "plain"
        case Reviewed(review=review) if review.publisher:  # each approval is an event of its own
            told = f"{review.reviewer}: {review.comment}" if review.comment else review.reviewer
            return "All approvals are there", told, "good"
        case Reviewed(review=review):
            verb = {"approve": "approved", "edit": "put in another script", "reject": "rejected"}[review.decision]
            tone = {"approve": "good", "edit": "plain", "reject": "bad"}[review.decision]
            return f"{review.reviewer} {verb}" + (" for good" if review.final else ""), review.comment, tone
        case Published(entry=entry, by=by):
            name = f"{entry.id}@{entry.version}"
            return f"{by} published it as {name}" if by else f"Published as {name}", entry.title, "good"


def _count(checks: Sequence[Finding], danger: Danger | None) -> str:
    return counted(found_in(checks, danger), notable_in(checks, danger))
