"""When a script may be published: enough people who did not write it have approved exactly what would be published."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from .events import Endorsed, Settled
from .flow import UNDECIDED, state
from .permissions import folded
from .run import Run
from .types import Risk


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalPolicy:
    """How many people must approve a script of each risk, how long that holds, and whether authors count.

    `hours` is how long an approval stands; `own` lets those approve who asked for the script or edited it. A risk that
    is not named needs as many as the strictest one.
    """

    needed: Mapping[Risk, int] = field(
        default_factory=lambda: {"safe": 1, "notable": 1, "dangerous": 2, "unanalysable": 2}
    )
    hours: float = 24.0
    own: bool = False

    def people(self, risk: Risk) -> int:
        """How many people must approve; never fewer than one."""
        return max(1, self.needed.get(risk, max(self.needed.values(), default=1)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalState:
    """Where the approvals of a run stand: who has approved what is settled now, and how many more it takes. Nobody's is
    missing once the run is decided, or `over` in another way."""

    needed: int
    by: tuple[str, ...] = ()
    over: bool = False

    @property
    def missing(self) -> int:
        """How many more people have to approve."""
        return 0 if self.over else max(0, self.needed - len(self.by))

    def has(self, name: str) -> bool:
        """Whether the approval of `name` counts already."""
        return folded(name) in map(folded, self.by)


def binding(settled: Settled) -> str:
    """What an approval is for: SHA-256 over script, target, parameters and entry, as 64 hexadecimal digits."""
    script = settled.script
    told = [script.digest if script else "", script.target if script else "", settled.entry]
    return hashlib.sha256(json.dumps([*told, sorted(settled.parameters.items())]).encode()).hexdigest()


def authors(run: Run) -> frozenset[str]:
    """Whose approval is not another pair of eyes: whoever asked, and whoever's edit is settled now."""
    edited = run.attempts and run.attempts[0].by == "person"
    return frozenset(name for name in (run.requester, run.editor if edited else "") if name)


def is_author(run: Run, name: str) -> bool:
    """Whether `name`, in whatever spelling, asked for the run or wrote what is settled."""
    return folded(name) in map(folded, authors(run))


def risk_of(run: Run) -> Risk:
    """The risk of what is settled; unanalysable where nobody has said."""
    if run.settled and run.settled.danger:
        return run.settled.danger.risk
    tried = run.best
    return tried.danger.risk if tried and tried.danger else "unanalysable"


def standing(run: Run, policy: ApprovalPolicy, now: datetime) -> ApprovalState:
    """Where the approvals stand at `now` (with a time zone): those for exactly what is settled, that have not expired,
    each person once. By those of an approved run it was decided, and they do not expire any more."""
    needed, where = policy.people(risk_of(run)), state(run)
    over = where != "working" and where not in UNDECIDED
    if run.settled is None:
        return ApprovalState(needed=needed, over=over)
    if run.settled.script is None:  # there is nothing to approve
        return ApprovalState(needed=0, over=over)
    what, approved = binding(run.settled), where in ("approved", "published")
    by: dict[str, str] = {}
    for one in run.endorsements:
        counts = approved or (_stands(one, now) and (policy.own or not is_author(run, one.by)))
        if one.binding == what and counts:
            by.setdefault(folded(one.by), one.by)
    if approved and run.review and not by:  # one person decided, without a team
        by[run.review.reviewer] = run.review.reviewer
    return ApprovalState(needed=needed, by=tuple(by.values()), over=over)


def _stands(one: Endorsed, now: datetime) -> bool:
    try:
        return datetime.fromisoformat(one.until) > now
    except (ValueError, TypeError):  # a moment that nobody can compare has passed
        return False
