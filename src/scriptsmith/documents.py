"""The vocabulary as documents for programs: what the API and the MCP server answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from .core.approval import ApprovalState
from .core.events import Event
from .core.evidence_grade import Graded, needs_a_look
from .core.flow import Policy, at_work, reusable, state
from .core.offers import offer_document, offered, offers
from .core.outcome import danger_of, findings_of, served_defaults, settled_attempt, unused_hosts
from .core.plain_data import plain
from .core.run import Run
from .core.small_drafts import small_draft
from .core.types import Action, Entry, Match
from .redaction import masked

OVER = frozenset({"published", "rejected", "cancelled"})


def is_over(run: Run) -> bool:
    """Whether nothing more will be done for the run."""
    return state(run) in OVER or (state(run) == "approved" and not at_work(run))


def run_document(run_id: str, run: Run, standing: ApprovalState) -> dict[str, Any]:
    """Everything that one wants to know of a run."""
    settled, attempt, danger = run.settled, settled_attempt(run), danger_of(run)
    script = settled.script if settled else attempt.script if attempt else None
    return {
        "run": run_id,
        "seq": run.seq,
        "state": state(run),
        "action": plain(run.action),
        "requester": run.requester,
        "outcome": settled.outcome if settled else None,
        "script": script.text if script else None,
        "target": run.action.target,
        "digest": script.digest if script else None,
        "entry": settled.entry if settled else "",
        "evidence": settled.evidence if settled else "",
        "form": settled.form if settled else "",
        "parameters": dict(settled.parameters) if settled else {},
        "defaults": served_defaults(run),
        "unused_hosts": unused_hosts(run),
        "risk": danger.risk if danger else None,
        "effects": plain(danger.effects) if danger else None,
        "findings": plain(findings_of(run)),
        "assessment": plain(attempt.assessment) if attempt else None,
        "explanation": plain(attempt.explanation) if attempt else None,
        "rehearsal": plain(attempt.rehearsal) if attempt else None,
        "compared": plain(attempt.compared) if attempt else None,
        "reasoning": attempt.reasoning if attempt else "",
        "drafts": len(run.attempts),
        "draft_model": attempt.model if attempt else "",
        "caution": small_draft(run),
        "offers": [offer_document(each) for each in offers(run)],
        "nearest": [near(match) for match in run.matches or ()],
        "approvals": {"needed": standing.needed, "by": list(standing.by), "missing": standing.missing},
        "review": plain(run.review),
        "labels": plain(run.labels),
        "comments": plain(run.remarks),
        "ratings": plain(run.ratings),
        "assignee": run.assignee,
        "published": f"{run.published.id}@{run.published.version}" if run.published else None,
        "published_by": run.published_by,
        "published_at": run.published_at,
    }


def served_as_it_is(
    action: Action, matches: Sequence[Match], policy: Policy, graded: Callable[[Entry], Graded]
) -> Match | None:
    """The match that a run would serve without a question, if any."""
    match = reusable(Run(action=action, matches=tuple(matches)), policy)
    return None if match and needs_a_look(match.entry, graded(match.entry)) else match


def search_document(matches: Sequence[Match], served: Match | None) -> dict[str, Any]:
    """The entries near an action: the one that would be served as it is, else those on offer, and all of them."""
    return {
        "served": served.entry.id if served else None,
        "nearest": [near(match) for match in matches],
        "offers": [] if served else [offer_document(each) for each in offered(matches)],
    }


def near(match: Match) -> dict[str, Any]:
    """An entry near an action."""
    entry = match.entry
    return {
        "id": entry.id,
        "version": entry.version,
        "title": entry.title,
        "area": entry.area,
        "risk": entry.risk,
        "confidence": round(match.confidence, 4),
        "parameters": dict(match.parameters),
        "defaults": list(match.defaults),
        "missing": list(match.missing),
        "unused_hosts": list(match.unused_hosts),
        "objections": list(match.objections),
        "doubts": list(match.doubts),
    }


def hidden(matches: Iterable[Match], asked: str) -> Sequence[Match]:
    """`matches` with stars for the secrets that were put into their values."""
    found = []
    for match in matches:
        told = (match.parameters, match.objections, match.doubts, match.unused_hosts)
        values, objections, doubts, hosts = masked(told, asked)
        found.append(replace(match, parameters=values, objections=objections, doubts=doubts, unused_hosts=hosts))
    return found


def numbered(seq: int, event: Event) -> dict[str, Any]:
    """An event, and its number."""
    return {"seq": seq, "event": plain(event)}


def brief(entry: Entry) -> dict[str, Any]:
    """An entry in a list."""
    return {
        "id": entry.id,
        "version": entry.version,
        "title": entry.title,
        "area": entry.area,
        "risk": entry.risk,
        "status": entry.status,
        "approver": entry.approver,
    }
