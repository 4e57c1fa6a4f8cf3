"""Tools that ask for scripts as runs, and look at runs. People decide on them, in the console or on a command line."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from ..core.flow import UNDECIDED, State, state
from ..core.offers import offer_document, offers
from ..core.outcome import danger_of, findings_of, is_checked, rateable, served_defaults, settled_attempt, unused_hosts
from ..core.small_drafts import small_draft
from ..core.types import Action, Outcome, Risk, Target
from ..errors import BadInput
from ..input_limits import CONTEXT, fit_context, readable, usable
from .backend import Backend, RunView, TeamBackend
from .registry import ADDS_A_RUN, ADDS_A_WORD, LOOKS, tool
from .script_tools import opinions_out
from .shapes import ActionText, Answer, Offer, RunOut, ToolInput, Values, effects_out, findings_out, unanalysed

RunId = Annotated[str, Field(min_length=1, max_length=100, description="id of a run")]


class ForgeIn(ToolInput):
    action: ActionText
    context: Annotated[
        str, Field(max_length=CONTEXT, description="text of the incident; it is data and never part of what is asked")
    ] = ""
    target: Annotated[Target, Field(description="a Bash script or an Ansible playbook")] = "bash"
    given: Values
    entry: Annotated[
        str, Field(max_length=200, description="id of the entry that a person chose among the offers; empty: none")
    ] = ""
    key: Annotated[
        str, Field(max_length=200, description="any word of yours: the same key and action are one run, and not two")
    ] = ""


@tool("Ask for a script", ADDS_A_RUN, ForgeIn, RunOut)
async def forge(backend: Backend, asked: ForgeIn) -> RunOut:
    """Ask for a script for an action: from the catalogue, or drafted, checked and assessed by models where some are
    configured. It becomes a run on which a person decides; nothing is approved, published or executed. It may still be
    at work when this returns: get_run tells."""
    action = Action(
        text=usable(readable(asked.action)),
        target=asked.target,
        context=fit_context(readable(asked.context)),
        given={readable(name): readable(value) for name, value in asked.given.items()},
        entry=asked.entry,
    )
    return run_out(await backend.forge(action, asked.key))


class RunIn(ToolInput):
    run: RunId


@tool("Show a run", LOOKS, RunIn, RunOut)
async def get_run(backend: Backend, asked: RunIn) -> RunOut:
    """Show where a run stands: its script, risk, findings and opinions, and what happens next."""
    return run_out(await backend.run(asked.run))


class RunsIn(ToolInput):
    state: Annotated[list[State], Field(default_factory=list, max_length=8, description="only these; none: any")]
    text: Annotated[str, Field(max_length=200, description="words of the action")] = ""
    limit: Annotated[int, Field(ge=1, le=100)] = 20


class RunBrief(BaseModel):
    """A run in a list."""

    run: str
    state: State
    outcome: Outcome | None
    risk: Risk | None
    action: str
    requester: str
    asked_at: str
    entry: str
    findings: int | None
    problem: str


class RunsAnswer(Answer):
    """Runs, newest first."""

    runs: list[RunBrief]


@tool("List runs", LOOKS, RunsIn, RunsAnswer)
async def list_runs(backend: Backend, asked: RunsIn) -> RunsAnswer:
    """List runs, newest first: what was asked for, and where each stands."""
    found = await backend.runs(asked.state, readable(asked.text), asked.limit)
    fields = RunBrief.model_fields
    return RunsAnswer(runs=[RunBrief(**{name: getattr(each, name) for name in fields}) for each in found])


class FeedbackIn(ToolInput):
    run: RunId
    about: Annotated[str, Field(min_length=1, max_length=200, description="one of `rateable` of get_run")]
    useful: Annotated[bool, Field(strict=True, description="whether it helped")]


class FeedbackAnswer(Answer):
    """What was kept."""

    run: str
    about: str
    useful: bool


@tool("Say what helped", ADDS_A_WORD, FeedbackIn, FeedbackAnswer)
async def submit_feedback(backend: TeamBackend, asked: FeedbackIn) -> FeedbackAnswer:
    """Keep whether a finding or an opinion about the script of a run helped. It decides nothing about the run."""
    if not asked.about.isprintable():
        raise BadInput("`about` names a finding or an opinion, as `rateable` of get_run does")
    await backend.rate(asked.run, asked.about, asked.useful)
    return FeedbackAnswer(run=asked.run, about=asked.about, useful=asked.useful)


def run_out(view: RunView) -> RunOut:
    """A run with what comes next, and what nobody looked at."""
    run = view.run
    settled, attempt, danger = run.settled, settled_attempt(run), danger_of(run)
    script = settled.script if settled else attempt.script if attempt else None
    assessment = attempt.assessment if attempt else None
    listed, more = findings_out(findings_of(run))
    return RunOut(
        run=view.id,
        state=state(run),
        next=_next(view),
        outcome=settled.outcome if settled else None,
        action=run.action.text,
        target=run.action.target,
        script=script.text if script else None,
        digest=script.digest if script else None,
        entry=settled.entry if settled else "",
        evidence=settled.evidence if settled else "",
        parameters=dict(settled.parameters) if settled else {},
        defaults=served_defaults(run),
        unused_hosts=unused_hosts(run),
        risk=danger.risk if danger else None,
        effects=effects_out(danger) if danger else None,
        findings=listed,
        more_findings=more,
        does=assessment.functionality if assessment else "",
        verdict=assessment.verdict if assessment else None,
        opinions=opinions_out(assessment.opinions if assessment else ()),
        offers=[Offer(**offer_document(each)) for each in offers(run)],
        approvals_needed=view.approvals.needed,
        approved_by=list(view.approvals.by),
        rateable=list(rateable(run)),
        published=f"{run.published.id}@{run.published.version}" if run.published else None,
        problem=view.problem,
        not_checked=_not_checked(view) if script else ["there is no script: there was nothing to check"],
    )


def _not_checked(view: RunView) -> list[str]:
    """What nobody looked at in the script of a run."""
    run = view.run
    settled, attempt, danger = run.settled, settled_attempt(run), danger_of(run)
    served = bool(settled and settled.entry)
    told = [caution] if (caution := small_draft(run)) else []
    told += [] if is_checked(run) else ["the checkers have not looked at it"]
    told += [f"{name} could not run" for name in (settled.unchecked if settled else ())]
    told += unanalysed(danger) if danger else ["what it would touch was not analysed"]
    if not served and (attempt is None or attempt.assessment is None):
        told.append("no assessor has compared it with the action")
    if not served and (attempt is None or attempt.rehearsal is None or attempt.rehearsal.opinion is None):
        told.append("it was never run, not even in a box")
    return [*told, "whether it suits the host that it is for: that is for whoever runs it"]


def _next(view: RunView) -> str:
    run, at = view.run, f" ({view.where})" if view.where else ""
    where = state(run)
    if view.problem:
        return f"it does not go on by itself: {view.problem}; a person may take it up again{at}"
    if where == "working":
        return f"it is at work: ask get_run again in some seconds{at}"
    if where == "approved":
        return f"enough people have approved it; it is being published{at}"
    if where not in UNDECIDED or run.settled is None:
        return f"nothing: it is {where}{at}"
    match run.settled.outcome:
        case "reuse":
            return f"a person reads the script with these values and runs it; nothing here runs it{at}"
        case "no_match":
            offered = (
                "a person may choose one of the offers, or say it in other words" if offers(run) else "nothing fits"
            )
            return f"no entry surely answers this, and no model has written a script: {offered}{at}"
        case "forbidden":
            return f"policy blocks it, and no approval overrides that{at}"
        case _:
            return f"a person reviews it, and approves, edits or rejects it; nobody else can{at}"
