"""Opinions and what they come to, in one line each."""

from __future__ import annotations

from .ensemble import AGREEMENT, NO_TO, WEIGHTS, YES_FROM
from .types import Assessment, Opinion

TOLD_OF = {"direct": "by one word about the script itself, without a reason"}
"""What stands for the reason of an assessor that is asked for none."""


def opinion_line(opinion: Opinion) -> str:
    """Who says what, how sure, and why."""
    likely = shown_chance(opinion)
    sure = "" if likely is None else f" ({likely:.0%} likely to be right)"
    why = opinion.reason or TOLD_OF.get(opinion.assessor, "")
    return f"{opinion.assessor} says {opinion.verdict.value}{sure}{f': {why}' if why else ''}"


def shown_chance(opinion: Opinion) -> float | None:
    """How sure an opinion is, if that was found to be worth anything."""
    return opinion.confidence if opinion.assessor in WEIGHTS else None


def together_line(assessment: Assessment) -> str:
    """What weighed opinions come to; empty where they were counted."""
    if assessment.confidence is None:
        return ""
    return (
        f"all together say {assessment.verdict.value}: {assessment.confidence:.0%} likely to be right "
        f"(yes from {YES_FROM:.0%} on, no up to {NO_TO:.0%})"
    )


def tells_of_agreement(assessment: Assessment | None) -> bool:
    """Whether one of the opinions says already how many drafts do the same."""
    return assessment is not None and any(each.assessor == AGREEMENT for each in assessment.opinions)
