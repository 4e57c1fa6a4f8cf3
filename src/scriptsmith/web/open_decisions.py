"""What a person may decide on a run now, for the page that offers it. The team service has the last word."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.approval import ApprovalState, is_author
from ..core.flow import UNDECIDED, State, at_work, state
from ..core.permissions import Person, may
from ..core.run import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenDecisions:
    """What a person may decide on a run now; `why` says why not more."""

    approve: bool = False
    publish: bool = False
    edit: bool = False
    reject: bool = False
    label: bool = False
    why: str = ""

    @property
    def any(self) -> bool:
        return self.approve or self.publish or self.edit or self.reject or self.label


def open_for(person: Person, run: Run, standing: ApprovalState, *, own: bool) -> OpenDecisions:
    """What `person` may decide on `run`; `own` lets authors approve. The team service has the last word."""
    if state(run) not in UNDECIDED or run.settled is None:
        return OpenDecisions(why=_over(run))
    script = run.settled.script
    publish = may(person, "publish") and script is not None and not standing.missing
    if not may(person, "review"):
        return OpenDecisions(publish=publish, why="" if publish else "You may look at this, and not decide on it.")
    tried = next((each for each in reversed(run.attempts) if each.script == script), None)
    why = ""
    if script is None:
        why = "There is no script to approve."
    elif not run.settled.entry and tried is not None and tried.blocked:
        why = "What the checks found blocks it: no approval publishes it."
    elif is_author(run, person.name) and not own:
        why = "You asked for it or wrote it: somebody else has to approve."
    elif standing.has(person.name):
        why = "You have approved it."
    rejectable = script is not None
    return OpenDecisions(approve=not why, publish=publish, edit=True, reject=rejectable, label=rejectable, why=why)


def _published(run: Run) -> str:
    """By whom and on which day, as far as that is known."""
    by = f" by {run.published_by}" if run.published_by else ""
    return f"{by} on {run.published_at[:10]}" if run.published_at else by


def _over(run: Run) -> str:
    review = run.review
    by = f" by {review.reviewer}" if review else ""
    told: dict[State, str] = {
        "working": "The machine is still at work: there is nothing to decide on yet.",
        "approved": f"Approved{by}; {'it is being published' if at_work(run) else 'the entry stands as it is'}.",
        "published": f"Approved{by}, and published{_published(run)}.",
        "rejected": f"Rejected{by}: this run is over.",
        "cancelled": "Cancelled: this run is over.",
    }
    return told.get(state(run), "There is nothing to decide on.")
