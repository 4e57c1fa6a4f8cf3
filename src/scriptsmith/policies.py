"""What the settings want of runs and of approvals, as the core takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .core.approval import ApprovalPolicy
from .core.flow import Policy
from .core.policy import RiskPolicy
from .retrieval.confidence import least_probability

if TYPE_CHECKING:
    from .schema import Settings


def policy(settings: Settings) -> Policy:
    """How a run goes on, by the settings."""
    numbers = settings.policy
    return Policy(
        reuse_above=least_probability(numbers.reuse_precision),
        assess_offers=numbers.assess_offers,  # type: ignore[arg-type]
        samples=numbers.samples,
        max_refinements=numbers.max_refinements,
        can_compare=numbers.agreement,
        risks=RiskPolicy(
            safe=numbers.safe,  # type: ignore[arg-type]
            notable=numbers.notable,  # type: ignore[arg-type]
            dangerous=numbers.dangerous,  # type: ignore[arg-type]
            unanalysable=numbers.unanalysable,  # type: ignore[arg-type]
        ),
    )


def approvals(settings: Settings) -> ApprovalPolicy:
    """How many people must approve what, by the settings."""
    numbers = settings.policy
    return ApprovalPolicy(
        needed={
            "safe": numbers.approvers_safe,
            "notable": numbers.approvers_notable,
            "dangerous": numbers.approvers_dangerous,
            "unanalysable": numbers.approvers_unanalysable,
        },
        hours=numbers.approval_hours,
        own=numbers.self_approval,
    )
