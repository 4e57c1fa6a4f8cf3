"""What the checks say of a script that somebody is still typing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from ..checking import check_each
from ..core.effects import Danger
from ..core.findings import found_in, notable_in
from ..core.policy import RiskPolicy
from ..core.types import Finding, Risk, Script
from ..ports import Checker
from ..redaction import mask, masked_findings
from .views import counted, worst_tone


@dataclass(frozen=True, slots=True, kw_only=True)
class Recheck:
    """Findings in the order of the text, what is only notable, the risk, and a sentence for each checker that could not
    run."""

    findings: tuple[Finding, ...]
    notable: tuple[Finding, ...]
    risk: Risk
    blocked: bool
    failed: tuple[str, ...] = ()

    @property
    def counted(self) -> str:
        return counted(self.findings, self.notable)

    @property
    def tone(self) -> str:
        return worst_tone(self.findings, self.notable)


async def recheck(
    script: Script,
    checkers: Sequence[Checker],
    weigh: Callable[[Script], Awaitable[Danger]],
    risks: RiskPolicy,
) -> Recheck:
    """Run every checker on `script` and weigh it; nothing is run and nothing is kept. Secrets in it are masked."""
    found, failed = await check_each(checkers, script)
    danger = await weigh(script)
    return Recheck(
        findings=tuple(masked_findings(found_in(found, danger), script.text)),
        notable=tuple(masked_findings(notable_in(found, danger), script.text)),
        risk=danger.risk,
        blocked=risks.reaction(danger.risk) == "block",
        failed=tuple(mask(str(error)) for error in failed.values()),
    )
