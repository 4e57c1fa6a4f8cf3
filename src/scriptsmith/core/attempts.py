"""One draft with everything found out about it, and which of two is better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from .comparison import ComparedDraft, leading
from .effects import DANGER, DOUBTS, Danger
from .rehearsal import Rehearsal
from .types import Assessment, Explanation, Finding, Script, Severity, Verdict

By: TypeAlias = Literal["generator", "refiner", "person"]

_WORTH = {Verdict.YES: 3, Verdict.UNSURE: 1, Verdict.NO: 0}
_NOT_ASKED = 2
"""What is yet to be assessed may be better than what nobody is sure of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One draft (or a person's edit) with everything that was found out about it.

    `model` is the one that wrote it, empty where none did, and `log_probability` how likely it was to (natural
    logarithm). `compared` is how it compares with the other drafts of its round. `leads`: it stands for the drafts that
    do the same and are more than half of all; `first`: it came before all that it was compared with; `agreeing` is how
    many of `drafts` do as it does. A correction has all of these, and how likely it was to be written, from what it
    corrects.
    """

    script: Script | None
    reasoning: str = ""
    by: By = "generator"
    model: str = ""
    log_probability: float | None = None
    extraction: tuple[Finding, ...] = ()
    checks: tuple[Finding, ...] | None = None
    danger: Danger | None = None
    functionality: str | None = None
    assessment: Assessment | None = None
    explanation: Explanation | None = None
    rehearsal: Rehearsal | None = None
    compared: ComparedDraft | None = None
    leads: bool = False
    first: bool = False
    agreeing: int = 0
    drafts: int = 0

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What extraction and the checkers found, in that order."""
        return (*self.extraction, *(self.checks or ()))

    @property
    def blocked(self) -> bool:
        """No script, or a finding that forbids serving it."""
        return self.script is None or any(finding.severity is Severity.ERROR for finding in self.findings)

    @property
    def forbidden(self) -> bool:
        """Nothing but its danger blocks it: policy forbids what it would do."""
        errors = [finding for finding in self.findings if finding.severity is Severity.ERROR]
        return self.script is not None and bool(errors) and all(each.checker == DANGER for each in errors)

    @property
    def verdict(self) -> Verdict:
        """What the ensemble said; unsure while nobody has been asked."""
        return self.assessment.verdict if self.assessment else Verdict.UNSURE

    @property
    def rehearsed(self) -> Verdict:
        """What execution said; unsure while it has said nothing."""
        opinion = self.rehearsal.opinion if self.rehearsal else None
        return opinion.verdict if opinion else Verdict.UNSURE

    @property
    def contested(self) -> bool:
        """Whether the assessors approve of what execution speaks against."""
        return self.verdict is Verdict.YES and self.rehearsed is Verdict.NO

    @property
    def doubts(self) -> tuple[Finding, ...]:
        """The findings that no approval of an assessor outweighs."""
        return tuple(finding for finding in self.findings if finding.checker in DOUBTS)


def merit(attempt: Attempt) -> tuple[float, ...]:
    """How good an attempt is, larger is better, compared axis by axis.

    The axes in their order: there is a script, nothing blocks it, it stands for most drafts, the verdict, the
    rehearsal, how likely it is right by all opinions, it was the first of those that were compared, how many drafts do
    the same, then fewer findings of each severity, worst severity first.
    """
    sure = attempt.assessment.confidence if attempt.assessment else None
    counts = (-sum(f.severity is severity for f in attempt.findings) for severity in Severity)
    return (
        attempt.script is not None,
        not attempt.blocked,
        attempt.leads,
        _WORTH[attempt.verdict] if attempt.assessment else _NOT_ASKED,
        _WORTH[attempt.rehearsed],
        sure or 0.0,
        attempt.first,
        attempt.agreeing,
        *counts,
    )


def best(attempts: Sequence[Attempt]) -> int:
    """The index of the best attempt; of equals the later one, which has answered more feedback.

    Raises ValueError on no attempts.
    """
    return max(range(len(attempts)), key=lambda index: (merit(attempts[index]), index))


def with_comparison(attempts: Sequence[Attempt], drafts: Sequence[ComparedDraft]) -> tuple[Attempt, ...]:
    """The attempts with how each compares, in their order; the best of the group that leads stands for it, the first
    of equals. The first draft counts as such if it is in a group."""
    told = [*drafts[: len(attempts)], *(ComparedDraft() for _ in attempts[len(drafts) :])]
    found = [
        replace(
            attempt,
            compared=said,
            agreeing=said.size if said.group else 0,
            drafts=said.of,
            leads=False,
            first=not number and bool(said.group),
        )
        for number, (attempt, said) in enumerate(zip(attempts, told, strict=True))
    ]
    group = leading(told)
    members = [at for at, said in enumerate(told) if group and said.group == group and not found[at].blocked]
    if members:
        chosen = max(members, key=lambda at: (merit(replace(found[at], first=False)), -at))
        found[chosen] = replace(found[chosen], leads=True)
    return tuple(found)
