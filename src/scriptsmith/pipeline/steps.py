"""What is done at each step of a run: each function does one and returns the event that tells of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from ..checking import check_all, doubts, why_blocked
from ..core.ensemble import SHORT, combine, weigh
from ..core.events import Assessed, Checked, Compared, Drafted, Event, Explained, Published, Rehearsed, Settled
from ..core.findings import together
from ..core.flow import Step, answering, compares, outcome
from ..core.policy import weighed
from ..core.publish import entry_of
from ..core.rehearsal import evidence
from ..core.run import Run
from ..core.types import Assessment, Call, Entry, Finding, Opinion, Script
from ..drafting import feedback
from ..errors import Blocked, NotFound
from .catalogue_answer import from_catalogue, retrieve
from .kit import Kit, configured, has_errors, shown


async def draft(run: Run, kit: Kit) -> Event:
    step = configured(kit.draft, "generator")
    made = await step(shown(run.action), run.matches or (), run.drafts("generator"))
    return Drafted(
        script=made.script, reasoning=made.reasoning, findings=made.findings, by="generator", calls=made.calls
    )


async def refine(run: Run, kit: Kit) -> Event:
    step = configured(kit.refine, "refiner")
    script = run.best.script if run.best else run.basis
    made = await step(shown(run.action), _without_orders(script), feedback(run))
    return Drafted(script=made.script, reasoning=made.reasoning, findings=made.findings, by="refiner", calls=made.calls)


async def check(run: Run, kit: Kit) -> Event:
    """Run every checker, and once the script is known to parse, try it and describe it meanwhile, if it will be
    assessed in any case."""
    assert run.current and run.current.script
    script = run.current.script
    danger = await kit.language.weigh(script)
    risks = weighed(danger, kit.policy.risks)
    others = asyncio.create_task(check_all(kit.checkers, script))
    described: asyncio.Future[tuple[str, tuple[Call, ...]]] | None = None
    tried: asyncio.Future[tuple[Finding, ...]] | None = None
    try:
        syntax = tuple(await kit.syntax.check(script))
        assessed = kit.policy.can_assess and not compares(run, kit.policy)
        if kit.tried and not has_errors(syntax):
            tried = asyncio.ensure_future(kit.tried(run.action, script))
        if kit.describe and assessed and not has_errors(syntax + risks):
            described = asyncio.ensure_future(kit.describe(script))
        doubted = await doubts(run.action, script, kit.language)
        findings = together((*syntax, *await others, *(await tried if tried else ()), *doubted), risks)
        if described is None or has_errors(findings):
            return Checked(findings=findings, danger=danger)
        functionality, calls = await described
        return Checked(findings=findings, functionality=functionality, danger=danger, calls=calls)
    finally:
        await _stop(others, described, tried)


async def compare(run: Run, kit: Kit) -> Event:
    """Compare the drafts by what they do; one that has no script, or may not be served, is not run."""
    assert kit.compare
    scripts = [None if each.blocked else each.script for each in run.attempts]
    return Compared(drafts=await kit.compare(run.action, scripts))


async def assess(run: Run, kit: Kit) -> Event:
    assert run.subject and run.subject.script
    judge = configured(kit.judge, "assessor")
    functionality = run.subject.functionality
    calls: tuple[Call, ...] = ()
    if functionality is None:
        functionality, calls = await configured(kit.describe, "assessor")(run.subject.script)
    from ..prompt_injection import without_orders

    action, script = shown(run.action), run.subject.script
    direct = asyncio.ensure_future(kit.direct(action, script)) if kit.direct else None
    short = len(script.text) <= SHORT
    beside = asyncio.ensure_future(kit.beside(action, run.subject)) if kit.beside and short else None
    try:
        assessment, more = await judge(action, without_orders(functionality))
        if direct:
            opinion, call = await direct
            others = await beside if beside and opinion.confidence is not None else None
            assessment = _together(assessment, opinion, others)
            more = (*more, call)
        return Assessed(assessment=assessment, calls=(*calls, *more))
    finally:
        await _stop(direct, beside)


def _together(assessment: Assessment, direct: Opinion, others: Sequence[Opinion] | None) -> Assessment:
    """The assessment with the opinion on the script itself; with `others`, where there are any, all are weighed."""
    opinions = (*assessment.opinions, direct)
    if others is not None and (pooled := weigh((*opinions, *others))):
        verdict, likely = pooled
        return replace(assessment, opinions=(*opinions, *others), verdict=verdict, confidence=round(likely, 4))
    return replace(assessment, opinions=opinions, verdict=combine(opinions))


async def rehearse(run: Run, kit: Kit) -> Event:
    """Run the script in the scenario. Where that one was held to be at fault and no other could be made, what it showed
    stands."""
    assert run.to_rehearse and run.to_rehearse.script
    step = configured(kit.rehearse, "assessor")
    rehearsal, scenario, calls = await step(shown(run.action), run.to_rehearse.script, run.scenario)
    earlier = run.to_rehearse.rehearsal
    if rehearsal.opinion is None and earlier and earlier.opinion:
        rehearsal = replace(earlier, problem=f"its scenario was held to be at fault, and {rehearsal.problem}")
    return Rehearsed(rehearsal=rehearsal, scenario=scenario, calls=calls)


async def explain(run: Run, kit: Kit) -> Event:
    assert run.best and run.best.script and run.best.assessment
    step = configured(kit.explain, "refiner")
    judged = run.best.assessment
    if run.best.rehearsal and run.best.rehearsal.opinion:  # what execution showed is evidence too
        seen = replace(run.best.rehearsal.opinion, reason=evidence(run.best.rehearsal, run.scenario))
        judged = replace(judged, opinions=(*judged.opinions, seen))
    explanation, calls = await step(shown(run.action), kit.language.shown(run.best.script), judged)
    return Explained(explanation=explanation, calls=calls)


async def settle(run: Run, kit: Kit) -> Event:
    if match := answering(run, kit.policy):
        return await from_catalogue(match, kit)
    if run.best is None:
        return Settled(outcome="no_match")
    return Settled(outcome=outcome(run.best, kit.policy), script=run.best.script)


async def publish(run: Run, kit: Kit) -> Event:
    """Raises `Blocked` when policy has become stricter since the approval."""
    assert run.settled and run.settled.script
    if why := await why_blocked(run.settled.script, kit.policy.risks, kit.language.weigh):
        raise Blocked(f"the approved script is {why}; nothing is published")
    now = datetime.now(UTC).isoformat(timespec="seconds")
    script = run.settled.script
    arguments = kit.language.takes_values(script.text)
    made = entry_of(run, now, arguments=arguments)
    if run.review and run.review.entry and await _taken(made, kit):  # by somebody else since it was chosen
        made = entry_of(replace(run, review=replace(run.review, entry="")), now, arguments=arguments)
    by = run.review.publisher or run.review.reviewer if run.review else ""
    return Published(entry=await kit.catalogue.publish(made), at=now, by=by)


async def _taken(made: Entry, kit: Kit) -> bool:
    """Whether the id is that of another entry."""
    with suppress(NotFound):
        return (await kit.catalogue.get(made.id)).script != made.script
    return False


STEPS: Mapping[Step, Callable[[Run, Kit], Awaitable[Event]]] = {
    "retrieve": retrieve,
    "draft": draft,
    "check": check,
    "compare": compare,
    "assess": assess,
    "rehearse": rehearse,
    "explain": explain,
    "refine": refine,
    "settle": settle,
    "publish": publish,
}


def _without_orders(script: Script | None) -> Script | None:
    """The script for whoever corrects it: whole, but for what speaks to its reader."""
    from ..prompt_injection import without_orders

    return replace(script, text=without_orders(script.text)) if script else None


async def _stop(*tasks: asyncio.Future[Any] | None) -> None:
    """No task outlives its step; what one says besides the step's own answer is of no interest."""
    started = [task for task in tasks if task is not None]
    for task in started:
        task.cancel()
    await asyncio.gather(*started, return_exceptions=True)  # also those that failed: asyncio prints what nobody asks
