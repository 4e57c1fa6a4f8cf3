"""Where a run stands: what its events come to, one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from .attempts import Attempt, By, best, with_comparison
from .events import (
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
from .scenario import Scenario
from .types import Action, Entry, Explanation, Finding, Match, Review, Script, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Where an action stands.

    `attempts` are those since the last review, in order; the last is the current one. `basis` is the script
    that a reviewer's comment or edit speaks of. `scenario` serves every draft of the run. `endorsements` are for what
    is settled now, `labels` and `ratings` for any script of the run; `remarks` are what people wrote about it. `editor`
    is who edited last, `assignee` who should decide. `published_by` and `published_at` are empty where nobody noted who
    published it and when. `seq` is the number of the last event.
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
    published_by: str = ""
    published_at: str = ""
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
            asked = event.calls[-1] if event.calls else None
            attempt = Attempt(
                script=event.script,
                reasoning=event.reasoning,
                by=event.by,
                model=asked.model if asked else "",
                log_probability=asked.log_probability if asked else None,
                extraction=found,
            )
            if event.by == "refiner" and run.best:  # it corrects that one
                before = run.best
                attempt = replace(
                    attempt,
                    leads=before.leads,
                    first=before.first,
                    agreeing=before.agreeing,
                    drafts=before.drafts,
                    log_probability=before.log_probability,
                )
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
            stand = run.endorsements if review.decision == "approve" else ()
            return replace(_reviewed(run, review), endorsements=stand)
        case Published(entry=entry):
            return replace(run, published=entry, published_by=event.by, published_at=event.at)


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
