"""The page on which a person decides, and what happens when they do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from fastapi import Form, Request
from fastapi.responses import HTMLResponse, Response

from ..core.events import Event
from ..core.flow import at_work
from ..core.outcome import danger_of, rateable
from ..core.permissions import Person, folded, may
from ..core.policy import RiskPolicy
from ..core.run import Run, fold
from ..core.types import Entry, Script, Target
from ..errors import BadInput, Blocked, Conflict, NeedsPerson, NotAllowed
from ..incidents.model import KeptIncident
from ..redaction import mask
from .diffs import Diff, diff, previous
from .event_streams import given_up
from .http_errors import status_of
from .live_check import Recheck, recheck
from .open_decisions import open_for
from .pages_base import UnsentDecision, part, routes, show, there, typed
from .rendering import rendered
from .risk_sentence import risk_sentence
from .script_export import take_away
from .service_state import service_state
from .sessions import Who
from .syntax_colours import coloured
from .timeline import KINDS, PEOPLE, steps
from .views import ReviewSheet, sheet

router = routes()
REACTIONS = {"allow": "allows", "ask": "asks a person about", "block": "blocks"}
Seq = Annotated[int, Form()]
Text = Annotated[str, Form()]
Tick = Annotated[Literal["", "1"], Form()]
Mark = Annotated[Literal["", "0", "1", "2"], Form()]


@dataclass(frozen=True, slots=True, kw_only=True)
class NearestEntry:
    """The nearest entry of the catalogue, and how the settled script differs from it."""

    entry: Entry
    confidence: float
    objections: tuple[str, ...]
    diff: Diff


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRating:
    """How many people a finding or an opinion helped, how many it did not, and what the reader said of it."""

    up: int
    down: int
    mine: bool | None


async def review_page(
    request: Request,
    who: Person,
    run_id: str,
    *,
    kept: UnsentDecision | None = None,
    problem: str = "",
    status: int = 200,
    checked: Recheck | None = None,
) -> HTMLResponse:
    """The review page, with what was typed before where something came between."""
    service = service_state(request)
    await service.team_service.allow(who, "look", run_id)
    events = await service.app.journal.read(run_id)
    run = fold(events)
    language = service.app.language(run.action.target)
    context = await asyncio.to_thread(_read, run, events, language.skeleton)  # a long script is not read on the loop
    standing = service.team_service.standing(run)
    kit = service.team_service.run_service.kit_for(run.action.target)
    risks: RiskPolicy = service.app.policy.risks
    view: ReviewSheet = context["view"]
    address = service.settings.address or str(request.base_url)
    return show(
        request,
        who,
        "review.html",
        status=status,
        run_id=run_id,
        target=run.action.target,
        **context,
        steps=(told := steps(events)),
        discussion=[each for each in told if each.kind in PEOPLE],
        may_remark=may(who, "comment") and not at_work(run),
        rated=ratings_of(run, who),
        people=await service.team_service.deciders(run),
        standing=standing,
        drafts=kit.policy.can_draft and kit.draft is not None and not run.action.entry,
        sentence=risk_sentence(run, standing),
        incidents=await incidents_of(request, run_id),
        taken=await asyncio.to_thread(take_away, run_id, run, address, language.usage),
        open_for=open_for(who, run, standing, own=service.team_service.approvals.own),
        reaction=REACTIONS[risks.reaction(view.risk)] if view.risk else "",
        kept=kept,
        problem=mask(problem),
        recheck=checked,
        events_at=f"/api/v1/runs/{run_id}/events",
        kinds=" ".join(KINDS),
        shown_state="given up" if await given_up(service, run_id, run) else view.state,
    )


async def incidents_of(request: Request, run_id: str) -> Sequence[KeptIncident]:
    """The incidents that a run was made for, the first few of them."""
    store = service_state(request).team.incidents
    return [await store.get(each) for each in (await store.incidents_of(run_id))[:3]]


def ratings_of(run: Run, who: Person) -> Mapping[str, OwnRating]:
    """What people said of each finding and opinion of what is settled, each person's last word."""
    digest = run.settled.script.digest if run.settled and run.settled.script else ""
    last = {(folded(each.by), each.about): each.useful for each in run.ratings if each.digest == digest}
    return {
        about: OwnRating(
            up=sum(useful for (_, what), useful in last.items() if what == about),
            down=sum(not useful for (_, what), useful in last.items() if what == about),
            mine=last.get((folded(who.name), about)),
        )
        for about in rateable(run)
    }


def _read(run: Run, events: Sequence[Event], skeleton: str) -> dict[str, Any]:
    view = sheet(run, events)
    settled = run.settled.script if run.settled else None
    script = settled or (run.best.script if run.best else None)
    earlier = previous(events, script) if script and run.settled and not run.settled.entry else None
    near = None
    if script and run.matches and run.settled and not run.settled.entry:
        first = run.matches[0]
        made = diff(first.entry.script.text, script.text)
        near = NearestEntry(entry=first.entry, confidence=first.confidence, objections=first.objections, diff=made)
    return {
        "view": view,
        "danger": danger_of(run),
        "digest": settled.digest if settled else "",
        "script_text": script.text if script else skeleton,
        "colours": coloured("\n".join(line.text for line in view.lines)) if view.lines else (),
        "before": diff(earlier.text, script.text) if earlier and script else None,
        "near": near,
    }


@router.get("/runs/{run_id}/review")
async def review(request: Request, who: Who, run_id: str) -> Response:
    """All that a decision needs, on one page."""
    return await review_page(request, who, run_id)


@router.post("/runs/{run_id}/review")
async def review_again(
    request: Request, who: Who, run_id: str, decision: Text = "", text: Text = "", comment: Text = "", final: Text = ""
) -> Response:
    """The same page with what was typed before in its place; nothing is decided."""
    why = "What you wrote is in its place. Nothing was recorded yet: look at it as it is now."
    kept = UnsentDecision(
        run=run_id, decision=decision, text=typed(text), comment=typed(comment), final=bool(final), why=why
    )
    return await review_page(
        request, who, run_id, kept=kept if decision in ("approve", "edit", "reject", "comment") else None
    )


async def _decided(request: Request, who: Person, kept: UnsentDecision, act: Awaitable[object]) -> Response:
    """Do it and go on; when it cannot be done, say so where it was tried, with what was typed."""
    try:
        await act
    except Conflict:
        return await _stale(request, who, kept)
    except (BadInput, Blocked, NeedsPerson, NotAllowed) as error:
        status = status_of(error, conditional=True)
        why = "What you wrote is still in its place." if kept.text or kept.comment else "Nothing was recorded."
        return await review_page(request, who, kept.run, kept=replace(kept, why=why), problem=str(error), status=status)
    place = "/review" if kept.decision == "label" else f"?done={kept.decision}"
    return there(f"/runs/{kept.run}{place}")


async def _stale(request: Request, who: Person, kept: UnsentDecision) -> Response:
    """The run has moved on: what happened since, and the way back with what was typed."""
    events = await service_state(request).app.journal.read(kept.run)
    run = fold(events)
    seen = fold(events[: kept.seq]) if 0 < kept.seq <= len(events) else None
    old = seen.settled.script if seen and seen.settled else None
    new = run.settled.script if run.settled else None
    return show(
        request,
        who,
        "stale.html",
        status=412,
        run_id=kept.run,
        kept=kept,
        view=sheet(run, events),
        steps=steps(events, after=kept.seq),
        same=old is not None and old == new,
        changed=diff(old.text, new.text) if old and new and old != new else None,
    )


@router.post("/runs/{run_id}/approve")
async def approve(
    request: Request, who: Who, run_id: str, seq: Seq = 0, comment: Text = "", title: Text = "", entry: Text = ""
) -> Response:
    """Approve what is settled; where that publishes it, under the title and id that were chosen."""
    entry = entry.strip()
    kept = UnsentDecision(run=run_id, decision="approve", seq=seq, comment=typed(comment), title=title, entry=entry)
    approving = service_state(request).team_service.approve(
        who, run_id, seq=seq, comment=kept.comment, title=title, entry=entry
    )
    return await _decided(request, who, kept, approving)


@router.post("/runs/{run_id}/publish")
async def publish(
    request: Request, who: Who, run_id: str, seq: Seq = 0, title: Text = "", entry: Text = ""
) -> Response:
    """Publish what enough people have approved, under the title and id that were chosen."""
    entry = entry.strip()
    kept = UnsentDecision(run=run_id, decision="publish", seq=seq, title=title, entry=entry)
    publishing = service_state(request).team_service.publish(who, run_id, seq=seq, title=title, entry=entry)
    return await _decided(request, who, kept, publishing)


@router.post("/runs/{run_id}/edit")
async def edit(request: Request, who: Who, run_id: str, seq: Seq = 0, text: Text = "", comment: Text = "") -> Response:
    """Put another script in the place of the settled one."""
    kept = UnsentDecision(run=run_id, decision="edit", seq=seq, text=typed(text), comment=typed(comment))
    team_service = service_state(request).team_service
    return await _decided(request, who, kept, team_service.edit(who, run_id, kept.text, seq=seq, comment=kept.comment))


@router.post("/runs/{run_id}/reject")
async def reject(
    request: Request, who: Who, run_id: str, seq: Seq = 0, comment: Text = "", final: Tick = ""
) -> Response:
    """Reject what is settled."""
    kept = UnsentDecision(run=run_id, decision="reject", seq=seq, comment=typed(comment), final=bool(final))
    team_service = service_state(request).team_service
    act = team_service.reject(who, run_id, seq=seq, comment=kept.comment, final=kept.final)
    return await _decided(request, who, kept, act)


@router.post("/runs/{run_id}/label")
async def label(request: Request, who: Who, run_id: str, seq: Seq = 0, label: Mark = "", useful: Mark = "") -> Response:
    """Say how good the script is, and how useful what was said of it."""
    given = {name: int(value) for name, value in (("label", label), ("useful", useful)) if value}
    kept = UnsentDecision(run=run_id, decision="label", seq=seq)
    return await _decided(request, who, kept, service_state(request).team_service.label(who, run_id, seq=seq, **given))


@router.post("/runs/{run_id}/check")
async def check(request: Request, who: Who, run_id: str, seq: Seq = 0, text: Text = "", comment: Text = "") -> Response:
    """The review page again, with what the checks say of the text that was typed; for browsers without scripts."""
    await service_state(request).team_service.allow(who, "try", run_id)
    run = await service_state(request).team_service.run_service.show(run_id)
    typed_script = Script(text=typed(text), target=run.action.target)
    why = "This is what the checks say of your script. Nothing was recorded."
    kept = UnsentDecision(run=run_id, decision="edit", seq=seq, text=typed(text), comment=typed(comment), why=why)
    return await review_page(request, who, run_id, kept=kept, checked=await _checked(request, typed_script))


@router.post("/parts/check")
async def check_part(request: Request, who: Who, text: Text = "", target: Target = "bash") -> Response:
    """What the checks say of a text for `target`, as a part of a page."""
    await service_state(request).team_service.allow(who, "try")
    checked = await _checked(request, Script(text=typed(text), target=target))
    return part(rendered("parts/recheck.html", recheck=checked, csrf="", here=""))


async def _checked(request: Request, script: Script) -> Recheck:
    service = service_state(request)
    kit = service.team_service.run_service.kit_for(script.target)
    return await recheck(script, (kit.syntax, *kit.checkers), service.cpu_pool.weigh, kit.policy.risks)
