"""What happened. A run is the fold of its events, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from .attempts import Attempt, By, best, with_comparison
from .comparison import ComparedDraft
from .effects import Danger
from .rehearsal import Rehearsal
from .scenario import Scenario
from .types import Action, Assessment, Call, Entry, Explanation, Finding, Form, Match, Outcome, Review, Script, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Somebody asked for an action to become a script; `by` names them where there are people."""

    action: Action
    at: str = ""
    by: str = ""
    kind: Literal["asked"] = "asked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved:
    """The catalogue was searched; `matches` is ordered, best first. `calls` are those to assessors of an offer."""

    matches: tuple[Match, ...]
    calls: tuple[Call, ...] = ()
    seconds: float = 0.0
    kind: Literal["retrieved"] = "retrieved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """A model wrote a script, or a reply without one: then `findings` says so."""

    script: Script | None
    reasoning: str = ""
    findings: tuple[Finding, ...] = ()
    by: Literal["generator", "refiner"] = "generator"
    calls: tuple[Call, ...] = ()
    seconds: float = 0.0
    kind: Literal["drafted"] = "drafted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The static checks have spoken; `functionality` is the description made while they ran, if any.

    `danger` is what the text says the script would touch; among the `findings` its own have the severity that the
    policy gives them.
    """

    findings: tuple[Finding, ...]
    functionality: str | None = None
    danger: Danger | None = None
    calls: tuple[Call, ...] = ()
    seconds: float = 0.0
    kind: Literal["checked"] = "checked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The drafts of the round were compared by what they do; `drafts` has one for each of them, in their order."""

    drafts: tuple[ComparedDraft, ...]
    seconds: float = 0.0
    kind: Literal["compared"] = "compared"


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessed:
    """The description was compared with the action."""

    assessment: Assessment
    calls: tuple[Call, ...] = ()
    seconds: float = 0.0
    kind: Literal["assessed"] = "assessed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsed:
    """The script ran in a sandbox, in `scenario`, or there is a reason why it did not."""

    rehearsal: Rehearsal
    scenario: Scenario | None = None
    calls: tuple[Call, ...] = ()
    seconds: float = 0.0
    kind: Literal["rehearsed"] = "rehearsed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """What is wrong with the script was put into words, or that nothing is."""

    explanation: Explanation
    calls: tuple[Call, ...] = ()
    seconds: float = 0.0
    kind: Literal["explained"] = "explained"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The machine has done what it can; a person decides next. No script: nothing can be offered.

    `danger` is what an entry's script would touch with the values that are bound, its risk never milder than declared.
    `form` says how they were bound: in the short form, by a prologue, or not at all, since there are none.
    `evidence` says how far the entry has been proven; `unproven`: a person has to look, because it is dangerous and
    never ran on the real program. `checks` is what the checkers found in an entry's script as it is served, None where
    nobody has looked; `unchecked` names the checkers that could not run. A draft's are with the draft.
    """

    outcome: Outcome
    script: Script | None = None
    entry: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    danger: Danger | None = None
    evidence: str = ""
    unproven: bool = False
    form: Form = ""
    checks: tuple[Finding, ...] | None = None
    unchecked: tuple[str, ...] = ()
    kind: Literal["settled"] = "settled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Endorsed:
    """One of the people that it takes approved exactly what `binding` names, until the moment `until`."""

    by: str
    binding: str
    until: str
    comment: str = ""
    at: str = ""
    kind: Literal["endorsed"] = "endorsed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A person said how good the settled script is, and how useful what was said of it.

    `label` is 0 (wrong), 1 (right where everything is plain) or 2 (right); `useful` 0 (no help) to 2; None: not said.
    """

    by: str
    digest: str
    label: int | None = None
    useful: int | None = None
    at: str = ""
    kind: Literal["labelled"] = "labelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Commented:
    """A person wrote something about the run that decides nothing."""

    by: str
    text: str
    at: str = ""
    kind: Literal["commented"] = "commented"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """A person said whether one finding or opinion about the script with `digest` helped them.

    `about` is `finding CODE LINE:COLUMN` or `opinion ASSESSOR`. The last word of a person about a thing counts.
    """

    by: str
    about: str
    digest: str
    useful: bool
    at: str = ""
    kind: Literal["rated"] = "rated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Assigned:
    """A person said who should decide on the run; empty: nobody in particular. Others may decide all the same."""

    by: str
    to: str
    at: str = ""
    kind: Literal["assigned"] = "assigned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled:
    """A person ended the run before anything was decided."""

    by: str
    at: str = ""
    kind: Literal["cancelled"] = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviewed:
    """A person decided."""

    review: Review
    at: str = ""
    kind: Literal["reviewed"] = "reviewed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """The approved script entered the catalogue."""

    entry: Entry
    at: str = ""
    kind: Literal["published"] = "published"


Event: TypeAlias = (
    Asked
    | Retrieved
    | Drafted
    | Checked
    | Compared
    | Assessed
    | Rehearsed
    | Explained
    | Settled
    | Endorsed
    | Labelled
    | Commented
    | Rated
    | Assigned
    | Cancelled
    | Reviewed
    | Published
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Where an action stands.

    `attempts` are those since the last review, in order; the last is the current one. `basis` is the script
    that a reviewer's comment or edit speaks of. `scenario` serves every draft of the run. `endorsements` are for what
    is settled now, `labels` and `ratings` for any script of the run; `remarks` are what people wrote about it. `editor`
    is who edited last, `assignee` who should decide. `seq` is the number of the last event.
    """

    action: Action
    requester: str = ""
    matches: tuple[Match, ...] | None = None
    attempts: tuple[Attempt, ...] = ()
    rejected: frozenset[str] = frozenset()
    comments: tuple[str, ...] = ()
    basis: Script | None = None
    scenario: Scenario | None = None
    settled: Settled | None = None
    review: Review | None = None
    published: Entry | None = None
    endorsements: tuple[Endorsed, ...] = ()
    labels: tuple[Labelled, ...] = ()
    remarks: tuple[Commented, ...] = ()
    ratings: tuple[Rated, ...] = ()
    editor: str = ""
    assignee: str = ""
    cancelled: bool = False
    seq: int = 0

    @property
    def current(self) -> Attempt | None:
        return self.attempts[-1] if self.attempts else None

    @property
    def subject(self) -> Attempt | None:
        """The attempt that is judged next: the best of drafts that were compared with each other, else the last."""
        return self.attempts[_subject(self)] if self.attempts else None

    @property
    def best(self) -> Attempt | None:
        """The best attempt of this round so far."""
        return self.attempts[best(self.attempts)] if self.attempts else None

    @property
    def to_rehearse(self) -> Attempt | None:
        """The attempt that is rehearsed next: the best again where its scenario was held to be at fault, else the
        subject."""
        return self.attempts[_rehearsed(self)] if self.attempts else None

    def drafts(self, by: By) -> int:
        """How many attempts of this round were made by `by`."""
        return sum(attempt.by == by for attempt in self.attempts)


REJECTED = Finding(
    checker="review",
    code="SS0011",
    severity=Severity.ERROR,
    message="a reviewer has rejected exactly this script: write another one",
)


def apply(run: Run, event: Event) -> Run:
    """The run after `event`. Pure, and total over every event."""
    run = replace(run, seq=run.seq + 1)
    match event:
        case Asked(action=action, by=by):
            return Run(action=action, requester=by, seq=run.seq)
        case Retrieved(matches=matches):
            return replace(run, matches=matches)
        case Drafted():
            found = event.findings
            if event.script and event.script.digest in run.rejected:
                found = (*found, REJECTED)  # it blocks, so the next draft is another one
            attempt = Attempt(script=event.script, reasoning=event.reasoning, by=event.by, extraction=found)
            if event.by == "refiner" and run.best:  # it corrects that one
                before = run.best
                attempt = replace(attempt, leads=before.leads, first=before.first, agreeing=before.agreeing)
            return replace(run, attempts=(*run.attempts, attempt), settled=None, review=None, endorsements=())
        case Checked(findings=findings, functionality=functionality):
            return _update(run, -1, checks=findings, functionality=functionality, danger=event.danger)
        case Compared(drafts=drafts):
            return replace(run, attempts=with_comparison(run.attempts, drafts))
        case Assessed(assessment=assessment):
            return _update(run, _subject(run), assessment=assessment)
        case Rehearsed(rehearsal=rehearsal):
            rehearsed = _rehearsed(run)
            return _update(replace(run, scenario=event.scenario or run.scenario), rehearsed, rehearsal=rehearsal)
        case Explained(explanation=explanation):  # the best one is explained, not always the last
            run = replace(run, scenario=_refuted(run, explanation))
            return _update(run, best(run.attempts) if run.attempts else -1, explanation=explanation)
        case Settled():
            return replace(run, settled=event, review=None, endorsements=())
        case Endorsed():
            return replace(run, endorsements=(*run.endorsements, event))
        case Labelled():
            return replace(run, labels=(*run.labels, event))
        case Commented():
            return replace(run, remarks=(*run.remarks, event))
        case Rated():
            return replace(run, ratings=(*run.ratings, event))
        case Assigned(to=to):
            return replace(run, assignee=to)
        case Cancelled():
            return replace(run, cancelled=True)
        case Reviewed(review=review):
            return replace(_reviewed(run, review), endorsements=())
        case Published(entry=entry):
            return replace(run, published=entry)


def _subject(run: Run) -> int:
    """The index of `Run.subject`."""
    drafted = bool(run.attempts) and run.attempts[-1].by == "generator" and run.attempts[-1].compared is not None
    return best(run.attempts) if drafted else -1


def _rehearsed(run: Run) -> int:
    """The index of `Run.to_rehearse`."""
    again = run.attempts and run.scenario is not None and run.scenario.to_rewrite
    return best(run.attempts) if again else _subject(run)


def _refuted(run: Run, explanation: Explanation) -> Scenario | None:
    """The scenario, to be written anew where it is held to be at fault: once in a run, and only where the assessors
    approve of what execution speaks against."""
    scenario, why = run.scenario, explanation.scenario_at_fault
    if scenario is None or not why or scenario.refuted or not (run.best and run.best.contested):
        return scenario
    return replace(scenario, proven=False, refuted=why)


def _update(run: Run, index: int, **judgement: Any) -> Run:
    if not run.attempts:
        return run
    attempts = list(run.attempts)
    attempts[index] = replace(attempts[index], **judgement)
    return replace(run, attempts=tuple(attempts))


def _reviewed(run: Run, review: Review) -> Run:
    """A rejected script is never offered again; an edit starts a round of its own, with no machine draft."""
    settled = run.settled.script if run.settled else None
    if review.decision == "edit" and review.script:
        edited = Attempt(script=review.script, by="person")
        return replace(
            run, attempts=(edited,), basis=review.script, settled=None, review=review, editor=review.reviewer
        )
    if review.decision == "reject":
        rejected = run.rejected | {review.digest}
        if review.comment and not review.final:
            return replace(
                run,
                attempts=(),
                rejected=rejected,
                comments=(*run.comments, review.comment),
                basis=settled,
                settled=None,
                review=review,
            )
        return replace(run, rejected=rejected, review=review)
    return replace(run, review=review)


def fold(events: Iterable[Event]) -> Run:
    """The run that `events` tell of; raises ValueError when they do not begin with `Asked`."""
    stream = iter(events)
    first = next(stream, None)
    if not isinstance(first, Asked):
        raise ValueError("a run begins with `Asked`")
    run = Run(action=first.action, requester=first.by, seq=1)
    for event in stream:
        run = apply(run, event)
    return run
