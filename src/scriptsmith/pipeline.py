"""The path from an action to a script: ask the flow what is next, do it, record it, repeat."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from time import perf_counter
from typing import Any, TypeAlias, TypeVar

from .bash_language import BASH
from .checking import check_all, check_each, doubts, why_blocked
from .codesift import Direct
from .core.attempts import Attempt
from .core.comparison import ComparedDraft
from .core.ensemble import SHORT, combine, weigh
from .core.events import (
    Assessed,
    Checked,
    Compared,
    Drafted,
    Event,
    Explained,
    Published,
    Rehearsed,
    Retrieved,
    Settled,
)
from .core.evidence_grade import Graded, needs_a_look
from .core.findings import together
from .core.flow import Policy, Step, answering, compares, next_step, outcome
from .core.given_parameters import with_given
from .core.offers import agreed, assessable, call_in_words
from .core.policy import weighed, worse
from .core.publish import entry_of
from .core.rehearsal import evidence
from .core.run import Run, apply
from .core.types import Action, Assessment, Call, Entry, Finding, Match, Opinion, Script, Severity
from .drafting import feedback
from .errors import BadInput, Blocked, NeedsPerson, NotFound
from .language import Language
from .ports import Catalogue, Checker, Describe, Draft, Emit, Explain, Judge, Refine, Rehearse
from .watching import Watch, Watches

T = TypeVar("T")

Compare: TypeAlias = Callable[[Action, Sequence[Script | None]], Awaitable[tuple[ComparedDraft, ...]]]
"""Groups drafts by what they do; None stands for one that is not run."""
Beside: TypeAlias = Callable[[Action, Attempt], Awaitable[tuple[Opinion, ...]]]
"""What can be said of a draft without asking a model."""
TryDraft: TypeAlias = Callable[[Action, Script], Awaitable[tuple[Finding, ...]]]
"""Runs a draft in a box, and finds what is wrong with it wherever it runs."""

EXAMPLES = 3
"""How many catalogue entries are looked up: the first may be served, all serve as examples."""


def _today() -> date:
    return datetime.now(UTC).date()


def _as_it_is(event: Event) -> Event:
    return event


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """Everything that a run needs from outside, built once in the composition root.

    `syntax` gates the description: no model is asked about a script that does not parse. The model steps
    are None where no model is configured. `redact` takes the secrets out of what happened. Entries are served in the
    short bound form, or whole with `long`; `today` is the date that they say they were bound on. `graded` tells how far
    an entry has been proven. `beside` has the opinions that are weighed with those of an assessor that says how sure it
    is; `tried` runs a draft that parses in a box, and finds what is wrong with it wherever it runs. All of it is for
    actions in one `language`. `watch` sees each step.
    """

    catalogue: Catalogue
    syntax: Checker
    language: Language = BASH
    checkers: Sequence[Checker] = ()
    tried: TryDraft | None = None
    draft: Draft | None = None
    refine: Refine | None = None
    describe: Describe | None = None
    judge: Judge | None = None
    direct: Direct | None = None
    beside: Beside | None = None
    explain: Explain | None = None
    rehearse: Rehearse | None = None
    compare: Compare | None = None
    policy: Policy = field(default_factory=Policy)
    redact: Callable[[Event], Event] = _as_it_is
    long: bool = False
    today: Callable[[], date] = _today
    graded: Callable[[Entry], Graded] | None = None
    watch: Watch = field(default_factory=Watches)


def possible(kit: Kit) -> Policy:
    """The policy of `kit` without the steps that nothing is there for."""
    return replace(
        kit.policy,
        can_draft=kit.policy.can_draft and kit.draft is not None,
        can_assess=kit.policy.can_assess and kit.judge is not None,
        can_rehearse=kit.rehearse is not None,
        can_compare=kit.policy.can_compare and kit.compare is not None,
    )


async def forge(run: Run, kit: Kit, emit: Emit) -> Run:
    """Advance `run` until it waits for a person or is over. Safe to call again after a crash.

    `emit` records each event before it counts; a step whose event was recorded is never done again.
    """
    policy = possible(kit)
    kit = replace(kit, policy=policy)
    while step := next_step(run, policy):
        started = perf_counter()
        with kit.watch.step(step) as told:
            event = await STEPS[step](run, kit)
            if isinstance(event, Retrieved | Drafted | Checked | Compared | Assessed | Rehearsed | Explained):
                event = replace(event, seconds=round(perf_counter() - started, 6))
            event = kit.redact(event)  # before it counts: the run in memory is the one in the log
            await emit(event)
            told(event)
        run = apply(run, event)
    return run


async def retrieve(run: Run, kit: Kit) -> Event:
    from .retrieval.alert_names import without_labels

    if run.action.entry:
        from .retrieval.chosen_entry import chosen

        entry = await kit.catalogue.get(run.action.entry)
        if entry.status != "verified":
            raise BadInput(f"{entry.id} is {entry.status}: only verified entries are served")
        return Retrieved(matches=(with_given(chosen(entry, run.action), run.action.given),))
    action = without_labels(run.action)
    matches = tuple(with_given(each, action.given) for each in await kit.catalogue.nearest(action, limit=EXAMPLES))
    if not answering(replace(run, matches=matches), kit.policy):
        matches = (*await _to_alert(run.action, kit), *matches)
        return await _assessed(action, matches, kit)
    return Retrieved(matches=matches)


async def _assessed(action: Action, matches: tuple[Match, ...], kit: Kit) -> Retrieved:
    """The likeliest offer compared with the action by the assessors, as any script is (CodeSift): it leads when they
    agree that it does what was asked."""
    likely = assessable(matches, kit.policy.assess_offers)
    if likely is None or kit.judge is None or not kit.policy.can_assess or _shown(action) != action:
        return Retrieved(matches=matches)
    assessment, calls = await kit.judge(action, call_in_words(likely))
    told = replace(likely, opinions=assessment.opinions)
    if agreed(told):
        return Retrieved(matches=(told, *(it for it in matches if it is not likely)), calls=calls)
    return Retrieved(matches=tuple([told if it is likely else it for it in matches]), calls=calls)


async def _to_alert(action: Action, kit: Kit) -> tuple[Match, ...]:
    """The entries that answer the alert that the action names or tells, as far as the catalogue has them."""
    from .retrieval.alert_names import answers_to, as_match
    from .retrieval.alert_texts import answers_told

    found: list[Match] = []
    named = answers_to(action)
    for answer in named or answers_told(action):
        with suppress(NotFound, BadInput):
            entry = await kit.catalogue.get(answer.entry)
            if entry.status == "verified" and entry.script.target == action.target:
                found.append(as_match(answer, entry, action, told=not named))
    return tuple(found)


async def draft(run: Run, kit: Kit) -> Event:
    step = _configured(kit.draft, "generator")
    made = await step(_shown(run.action), run.matches or (), run.drafts("generator"))
    return Drafted(
        script=made.script, reasoning=made.reasoning, findings=made.findings, by="generator", calls=made.calls
    )


async def refine(run: Run, kit: Kit) -> Event:
    step = _configured(kit.refine, "refiner")
    script = run.best.script if run.best else run.basis
    made = await step(_shown(run.action), _without_orders(script), feedback(run))
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
        if kit.tried and not _errors(syntax):
            tried = asyncio.ensure_future(kit.tried(run.action, script))
        if kit.describe and assessed and not _errors(syntax + risks):
            described = asyncio.ensure_future(kit.describe(script))
        doubted = await doubts(run.action, script, kit.language.changes)
        findings = together((*syntax, *await others, *(await tried if tried else ()), *doubted), risks)
        if described is None or _errors(findings):
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
    judge = _configured(kit.judge, "assessor")
    functionality = run.subject.functionality
    calls: tuple[Call, ...] = ()
    if functionality is None:
        functionality, calls = await _configured(kit.describe, "assessor")(run.subject.script)
    from .prompt_injection import without_orders

    action, script = _shown(run.action), run.subject.script
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
    step = _configured(kit.rehearse, "assessor")
    rehearsal, scenario, calls = await step(_shown(run.action), run.to_rehearse.script, run.scenario)
    earlier = run.to_rehearse.rehearsal
    if rehearsal.opinion is None and earlier and earlier.opinion:
        rehearsal = replace(earlier, problem=f"its scenario was held to be at fault, and {rehearsal.problem}")
    return Rehearsed(rehearsal=rehearsal, scenario=scenario, calls=calls)


async def explain(run: Run, kit: Kit) -> Event:
    assert run.best and run.best.script and run.best.assessment
    step = _configured(kit.explain, "refiner")
    judged = run.best.assessment
    if run.best.rehearsal and run.best.rehearsal.opinion:  # what execution showed is evidence too
        seen = replace(run.best.rehearsal.opinion, reason=evidence(run.best.rehearsal, run.scenario))
        judged = replace(judged, opinions=(*judged.opinions, seen))
    from .prompt_injection import shown_script

    explanation, calls = await step(_shown(run.action), shown_script(run.best.script), judged)
    return Explained(explanation=explanation, calls=calls)


async def settle(run: Run, kit: Kit) -> Event:
    if match := answering(run, kit.policy):
        return await _from_catalogue(match, kit)
    if run.best is None:
        return Settled(outcome="no_match")
    return Settled(outcome=outcome(run.best, kit.policy), script=run.best.script)


async def _from_catalogue(match: Match, kit: Kit) -> Settled:
    """Serve an entry, unless policy says otherwise of what it would do with the values that are bound to it.

    A person has approved of the entry at its declared risk, and that is all the asking that policy wants. When the
    values make it worse, to where policy asks, nobody has yet been asked. A dangerous one that never ran on the real
    program is for a person to look at, and says so in its first line; one in which a checker finds an error is, too.
    """
    entry, risks = match.entry, kit.policy.risks
    known = kit.graded(entry) if kit.graded else None
    unproven = known is not None and needs_a_look(entry, known)
    note = f"Never run on the real program ({known.said}): read it before you run it." if known and unproven else ""
    bound = kit.language.bind(entry, match.parameters, on=kit.today(), long=kit.long, note=note)
    script = bound.script
    danger = await kit.language.weigh(script)
    danger = replace(danger, risk=worse(entry.risk, danger.risk))
    reaction = risks.reaction(danger.risk)
    checks, unchecked = await _checked(script, kit)
    asks = unproven or _errors(checks) or (reaction == "ask" and risks.reaction(entry.risk) == "allow")
    settled = Settled(
        outcome="risky" if asks else "reuse",
        script=script,
        entry=f"{entry.id}@{entry.version}",
        parameters=match.parameters,
        danger=danger,
        form=bound.how,
        evidence=known.said if known else "",
        unproven=unproven,
        checks=checks,
        unchecked=unchecked,
    )
    return replace(settled, outcome="forbidden", script=None) if reaction == "block" else settled


async def _checked(script: Script, kit: Kit) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """What the checkers find in an entry's script as it is served, and the names of those that cannot run. An entry is
    served without them, too, and says so."""
    found, failed = await check_each((kit.syntax, *kit.checkers), script)
    return found, tuple(failed)


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


def _shown(action: Action) -> Action:
    """The action as models are shown it."""
    from .prompt_injection import shown_action

    return shown_action(action)


def _without_orders(script: Script | None) -> Script | None:
    """The script for whoever corrects it: whole, but for what speaks to its reader."""
    from .prompt_injection import without_orders

    return replace(script, text=without_orders(script.text)) if script else None


def _configured(step: T | None, role: str) -> T:
    if step is None:
        raise NeedsPerson(f"no {role} model is configured: set models.{role}.model, or see `scriptsmith doctor`")
    return step


async def _stop(*tasks: asyncio.Future[Any] | None) -> None:
    """No task outlives its step; what one says besides the step's own answer is of no interest."""
    started = [task for task in tasks if task is not None]
    for task in started:
        task.cancel()
    await asyncio.gather(*started, return_exceptions=True)  # also those that failed: asyncio prints what nobody asks


def _errors(findings: Sequence[Finding]) -> bool:
    return any(finding.severity is Severity.ERROR for finding in findings)
