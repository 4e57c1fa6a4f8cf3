"""Whether a script that somebody brings does what an action asks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .core.effects import DOUBTS
from .core.ensemble import combine
from .core.events import Drafted
from .core.run import Run, apply
from .core.types import Action, Assessment, Finding, Opinion, Script, Severity, Verdict
from .errors import NeedsPerson, ToolMissing
from .pipeline import assess, check
from .redaction import Redactor, redacted

if TYPE_CHECKING:
    from .pipeline import Kit

GAVE_UP = ("SS0002", "SS0003", "SS0004")
"""The findings by which a checker says that it could not cope with a script: see `adapters.programs`."""


async def assessed(kit: Kit, action: Action, script: Script) -> tuple[Assessment, tuple[Finding, ...]]:
    """What the pipeline's own steps say of a script that came from outside, and what they found.

    What the script changes without being asked, and text that speaks to assessors, is an opinion of its own: no.

    Raises `NeedsPerson` where nobody can judge, and `ToolMissing` where a checker gave up.
    """
    action, script = redacted((action, script), Redactor())
    run = apply(Run(action=action), Drafted(script=script))
    run = apply(run, await check(run, kit))
    assert run.current
    if run.current.blocked:
        return syntax_gate(run.current.findings), run.current.findings
    if kit.judge is None:
        raise NeedsPerson(
            "no assessor model is configured: set models.assessor.model, or assess.without_model to true, "
            "or see `scriptsmith doctor`"
        )
    run = apply(run, await assess(run, kit))
    assert run.current
    assert run.current.assessment
    return doubted(run.current.assessment, run.current.doubts), run.current.findings


def doubted(assessment: Assessment, doubts: tuple[Finding, ...]) -> Assessment:
    """The assessment with the findings that no approval outweighs as opinions, one for each checker."""
    said = tuple(
        Opinion(
            assessor=name, verdict=Verdict.NO, reason="; ".join(each.message for each in doubts if each.checker == name)
        )
        for name in sorted(DOUBTS)
        if any(each.checker == name for each in doubts)
    )
    if not said:
        return assessment
    opinions = (*assessment.opinions, *said)
    verdict = combine(opinions)
    if assessment.confidence is not None:  # weighed: a doubt makes nothing better
        verdict = Verdict.NO if assessment.verdict is Verdict.NO else Verdict.UNSURE
    return replace(assessment, opinions=opinions, verdict=verdict, confidence=None)


def syntax_gate(findings: tuple[Finding, ...]) -> Assessment:
    """The assessment of a script with blocking findings: no model needs to be asked (CodeSift, section 3.1).

    Raises `ToolMissing` where nothing blocks it but checkers that gave up: that says nothing against the script.
    """
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    worst = next((finding for finding in errors if finding.code not in GAVE_UP), None)
    if worst is None:
        raise ToolMissing("; ".join(finding.message for finding in errors))
    reason = f"line {worst.line}: {worst.message} [{worst.code}]"
    opinions = (Opinion(assessor="syntax gate", verdict=Verdict.NO, reason=reason),)
    return Assessment(functionality="", opinions=opinions, verdict=Verdict.NO)
