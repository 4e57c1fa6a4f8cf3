"""What to do next. The whole workflow is one pure function, read top to bottom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .attempts import Attempt
from .offers import agreed
from .policy import RiskPolicy
from .run import Run
from .secret_tokens import tokens_in
from .types import Match, Outcome, Verdict

Step: TypeAlias = Literal[
    "retrieve", "draft", "check", "compare", "assess", "rehearse", "explain", "refine", "settle", "publish"
]
State: TypeAlias = Literal[
    "working", "waiting", "approved", "published", "rejected", "cancelled", "served", "unanswered"
]
"""Where a run stands, in one word, wherever that is said. `waiting`: a person has something to decide on. A run with
nothing to decide on is `served` (an entry answered) or `unanswered` (nothing did, or policy keeps the entry from being
served)."""
UNDECIDED: tuple[State, ...] = ("waiting", "served", "unanswered")
"""The states in which the machine has done its part, and nobody has decided: all that is still open to people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The numbers in the workflow, and which parts of it there are.

    `reuse_above` is the least confidence at which a catalogue entry is served. `assess_offers` is the greatest risk at
    which one that is only likely is served when the assessors agree that it answers. A round (up to a person's
    decision) has at most `samples + max_refinements` drafts, one more when a comment asked for it. With `can_compare`
    several samples are compared by what they do before any of them is assessed.
    """

    reuse_above: float = 0.95
    assess_offers: Literal["off", "safe", "notable"] = "off"
    samples: int = 1
    max_refinements: int = 2
    can_draft: bool = True
    can_assess: bool = True
    can_rehearse: bool = False
    can_compare: bool = False
    risks: RiskPolicy = field(default_factory=RiskPolicy)


def answering(run: Run, policy: Policy) -> Match | None:
    """The entry that answers the action as it is, if any, whatever policy says of its risk: `settle` sees to that.

    After one rejection a run offers no entry again.
    """
    if run.attempts or run.rejected:
        return None
    first = run.matches[0] if run.matches else None
    if first is None or first.missing:
        return None
    sure = first.confidence >= policy.reuse_above and not first.objections
    return first if sure or agreed(first) else None


def reusable(run: Run, policy: Policy) -> Match | None:
    """The entry to serve as it is, if any: one that answers, and whose declared risk policy does not block."""
    match = answering(run, policy)
    return None if match is None or policy.risks.reaction(match.entry.risk) == "block" else match


def next_step(run: Run, policy: Policy) -> Step | None:
    """The step that moves `run` forward, or None when it waits for a person or is over."""
    if run.published or run.cancelled or (run.review and run.review.final):
        return None
    if run.review and run.review.decision == "approve":
        return "publish" if publishable(run) else None
    if run.settled:
        waits_for_a_model = run.settled.outcome == "no_match" and not run.review and not run.action.entry
        return _first(run) if waits_for_a_model and policy.can_draft else None
    if run.matches is None:
        return "retrieve"
    attempt = run.current
    if attempt is None:
        # no model is asked to get round what policy blocks, nor in place of the entry that a person chose
        if answering(run, policy) or not policy.can_draft or run.action.entry:
            return "settle"
        return _first(run)
    if attempt.script and attempt.checks is None:
        return "check"
    if compares(run, policy):
        if run.drafts("generator") < policy.samples:
            return "draft"
        if attempt.compared is None:
            return "compare"
    attempt = run.subject or attempt
    if not attempt.blocked and attempt.assessment is None and policy.can_assess:
        return "assess"
    if policy.can_rehearse and rehearses(run, attempt):
        return "rehearse"
    if attempt.by == "person":  # what a person wrote is judged, and never rewritten behind their back
        return "settle"
    if not run.comments and run.drafts("generator") < policy.samples:
        return "draft"
    return _improve(run, policy)


def compares(run: Run, policy: Policy) -> bool:
    """Whether the drafts that are being drawn are compared before one of them is assessed."""
    drawn = run.current is not None and run.current.by == "generator"
    return policy.can_compare and policy.samples > 1 and not run.comments and drawn


def rehearses(run: Run, attempt: Attempt) -> bool:
    """Whether `attempt` is yet to be rehearsed, or the best again because its scenario was held to be at fault."""
    if run.scenario and run.scenario.to_rewrite:
        return True
    return not attempt.blocked and attempt.rehearsal is None


def _first(run: Run) -> Step:
    """How a round's first script is made: a person's comment asks for a better one, not for another one."""
    return "refine" if run.comments else "draft"


def _improve(run: Run, policy: Policy) -> Step:
    best = run.best
    if best is None or outcome(best, policy) in ("verified", "risky"):
        return "settle"
    spent = run.drafts("refiner") >= policy.max_refinements + bool(run.comments)
    if spent or not policy.can_draft:
        return "settle"
    if best.blocked:
        return "refine"  # the findings say what is wrong, no model needs to
    if not policy.can_assess:
        return "settle"
    if best.explanation is None:
        return "explain"
    return "refine" if best.explanation.wrong else "settle"


def outcome(attempt: Attempt, policy: Policy) -> Outcome:
    """What a run is settled as when `attempt` is the best there is.

    Blocking findings are incorrect whatever was said. With nobody to assess it, a script is at best unsure. Where
    the assessors approve and execution speaks against it, a person decides: neither outvotes the other. So it is where
    the script changes what nobody asked for, or a text speaks to whoever judges it. What policy wants a person to look
    at is `risky`, however well it does what was asked.
    """
    if attempt.script is None:
        return "unsure"
    if attempt.blocked:
        return "forbidden" if attempt.forbidden else "incorrect"
    if attempt.assessment is None:
        return "unsure"
    if attempt.verdict is Verdict.YES:
        if attempt.contested or attempt.doubts:
            return "disputed"
        asks = attempt.danger is not None and policy.risks.reaction(attempt.danger.risk) != "allow"
        return "risky" if asks else "verified"
    if attempt.explanation and not attempt.explanation.wrong:
        return "disputed"
    return "incorrect" if attempt.verdict is Verdict.NO else "unsure"


def publishable(run: Run) -> bool:
    """Whether the approval is for exactly the settled script, which is new and which nothing blocks."""
    if not (run.review and run.settled and run.settled.script):
        return False
    script = run.settled.script
    tried = next((attempt for attempt in reversed(run.attempts) if attempt.script == script), None)
    return (
        run.review.decision == "approve"
        and run.review.digest == script.digest
        and script.digest not in run.rejected
        and tried is not None
        and tried.checks is not None
        and not tried.blocked
        and not tokens_in(script.text)  # it would be published without the secret, or with it
    )


def at_work(run: Run) -> bool:
    """Whether the next event is a worker's. What answers from the catalogue is approved and not published again."""
    where = state(run)
    return where == "working" or (where == "approved" and publishable(run))


def state(run: Run) -> State:
    """Where a run stands, in one word."""
    if run.published:
        return "published"
    if run.cancelled:
        return "cancelled"
    if run.review and run.settled and run.review.decision in ("approve", "reject"):
        return "approved" if run.review.decision == "approve" else "rejected"
    if run.settled is None:
        return "working"
    if run.settled.outcome == "reuse":
        return "served"
    kept_back = run.settled.script is None and bool(run.settled.entry)
    return "unanswered" if run.settled.outcome == "no_match" or kept_back else "waiting"
