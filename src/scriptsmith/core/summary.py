"""A run in one line: what a list shows of it and what figures are made of, from its events alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeAlias

from .events import Asked, Drafted, Event, Labelled, Reviewed, Settled
from .flow import State, state
from .outcome import calls, danger_of, findings_of, is_checked, settled_attempt
from .run import Run, apply
from .types import Decision, Outcome, Risk, Target, Verdict

Writer: TypeAlias = Literal["generator", "refiner", "person", "catalogue", "nobody"]

LONGEST = 2000
"""Characters of an action that a summary holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """One decision of a person: event `seq`, about the script with `digest`, which `writer` wrote.

    `verdict` is the assessors' about that script, None where nobody was asked. `waited` is in seconds, None where no
    moment is known. `label` and `useful` are the last that were said of the script.
    """

    seq: int
    by: str
    at: str
    decision: Decision
    digest: str
    writer: Writer
    outcome: Outcome | None = None
    verdict: Verdict | None = None
    waited: float | None = None
    label: int | None = None
    useful: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a list shows of a run. Moments are ISO 8601 in UTC, empty where unknown; texts are on one line.

    `waiting_since` is for a run that waits; `decided_by`, `decided_at` and `decision` are of the last decision.
    `entry` is the one that was served or published, `reused` says that it was served. `drafts` are those by models,
    `edits` those by people. `cost` is in US dollars without the `unpriced` calls, `seconds` what models took.
    `findings` counts those of what is settled, notable ones too, None where nobody has looked; `verdict`, `label` and
    `useful` are of it.
    `problem` says why a part of the log could not be read, and in lists why the workers have given the run up.
    """

    run: str
    seq: int
    state: State = "working"
    outcome: Outcome | None = None
    risk: Risk | None = None
    action: str = ""
    target: Target = "bash"
    requester: str = ""
    assignee: str = ""
    asked_at: str = ""
    changed_at: str = ""
    waiting_since: str = ""
    decided_by: str = ""
    decided_at: str = ""
    decision: Decision | None = None
    entry: str = ""
    reused: bool = False
    drafts: int = 0
    edits: int = 0
    cost: float = 0.0
    unpriced: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    findings: int | None = None
    verdict: Verdict | None = None
    label: int | None = None
    useful: int | None = None
    decisions: tuple[Decided, ...] = ()
    problem: str = ""


def summarize(run_id: str, events: Sequence[Event], recorded: Sequence[str] = (), problem: str = "") -> Summary:
    """The summary of the run with these events; `recorded` are moments at which they were, where somebody knows.

    Total: a log that does not begin with `Asked`, or with no events, has a summary that says so.
    """
    if not events or not isinstance(events[0], Asked):
        return Summary(run=run_id, seq=len(events), problem=problem or "the log does not begin with what was asked")
    moments = _moments(events, recorded)
    run, since = Run(action=events[0].action), ""
    decisions: list[Decided] = []
    for event, moment in zip(events, moments, strict=True):
        if isinstance(event, Reviewed):
            decisions.append(_decided(run, event, moment, since))
        if isinstance(event, Settled):
            since = moment
        run = apply(run, event)
    labels = labels_of(events)
    decisions = [replace(one, **labels.get(one.digest, {})) for one in decisions]  # type: ignore[arg-type]
    settled, attempt, danger = run.settled, settled_attempt(run), danger_of(run)
    made, last, where = calls(events), decisions[-1] if decisions else None, state(run)
    said = labels.get(settled.script.digest, {}) if settled and settled.script else {}
    return Summary(
        run=run_id,
        seq=len(events),
        state=where,
        outcome=settled.outcome if settled else None,
        risk=danger.risk if danger else None,
        action=line(run.action.text)[:LONGEST],
        target=run.action.target,
        requester=line(run.requester),
        assignee=line(run.assignee),
        asked_at=moments[0],
        changed_at=moments[-1],
        waiting_since=since if where == "waiting" else "",
        decided_by=last.by if last else "",
        decided_at=last.at if last else "",
        decision=last.decision if last else None,
        entry=line(
            f"{run.published.id}@{run.published.version}" if run.published else settled.entry if settled else ""
        ),
        reused=bool(settled and settled.entry and settled.script),
        drafts=sum(isinstance(event, Drafted) for event in events),
        edits=sum(one.decision == "edit" for one in decisions),
        cost=sum(call.cost for call in made if call.cost is not None),
        unpriced=sum(call.cost is None for call in made),
        input_tokens=sum(call.input_tokens for call in made),
        output_tokens=sum(call.output_tokens for call in made),
        seconds=round(sum(call.seconds for call in made), 3),
        findings=len(findings_of(run)) if is_checked(run) or danger else None,
        verdict=attempt.assessment.verdict if attempt and attempt.assessment else None,
        label=said.get("label"),
        useful=said.get("useful"),
        decisions=tuple(decisions),
        problem=line(problem),
    )


def labels_of(events: Sequence[Event]) -> Mapping[str, Mapping[str, int]]:
    """The last label and usefulness that were said of each script, by digest."""
    found: dict[str, dict[str, int]] = {}
    for event in events:
        if isinstance(event, Labelled):
            said = {"label": event.label, "useful": event.useful}
            found.setdefault(event.digest, {}).update({name: it for name, it in said.items() if it is not None})
    return found


def writer_of(run: Run) -> Writer:
    """Who wrote what is settled."""
    settled = run.settled
    if settled is None or settled.script is None:
        return "nobody"
    if settled.entry:
        return "catalogue"
    attempt = settled_attempt(run)
    return attempt.by if attempt else "nobody"


def _decided(run: Run, event: Reviewed, moment: str, since: str) -> Decided:
    """What was decided about `run` as it was before."""
    review, attempt = event.review, settled_attempt(run)
    waited = _seconds(since, moment) if run.settled else None
    return Decided(
        seq=run.seq + 1,
        by=line(review.reviewer),
        at=moment,
        decision=review.decision,
        digest=line(review.digest),
        writer=writer_of(run),
        outcome=run.settled.outcome if run.settled else None,
        verdict=attempt.assessment.verdict if attempt and attempt.assessment else None,
        waited=waited,
    )


def _moments(events: Sequence[Event], recorded: Sequence[str]) -> list[str]:
    """When each event happened: as it says, else when it was recorded, else after the one before and what it took."""
    found: list[str] = []
    last: datetime | None = None
    for number, event in enumerate(events):
        own = _moment(getattr(event, "at", "")) or _moment(recorded[number] if number < len(recorded) else "")
        if own is None and last is not None:
            own = _later(last, getattr(event, "seconds", 0.0))
        last = own or last
        found.append(last.isoformat(timespec="milliseconds") if last else "")
    return found


def _later(moment: datetime, seconds: float) -> datetime:
    try:
        return moment + timedelta(seconds=seconds)
    except (OverflowError, ValueError):
        return moment


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _seconds(since: str, until: str) -> float | None:
    first, last = _moment(since), _moment(until)
    return max(0.0, round((last - first).total_seconds(), 3)) if first and last else None


def line(text: str) -> str:
    """`text` on one line, with what no database or UTF-8 file can hold replaced."""
    return " ".join(text.replace("\0", "\ufffd").encode("utf-8", "replace").decode().split())
