"""How far an assessor can be trusted: its verdicts beside what execution says, for each pair of models.

Right means that everything held when the script ran (label 2). Yes and no are compared with that; unsure is counted
apart, as coverage, because an assessor that abstains is not wrong. Self-review is where the writer's model is the
assessor's, peer review where it is not (ScriptSmith, Chatterjee et al. 2024).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import numpy as np

from ..core.types import Verdict
from .intervals import Array, ratio
from .metrics import Metric
from .records import ENSEMBLE, AssessorVerdict, Result


@dataclass(frozen=True, slots=True, kw_only=True)
class AssessorPairing:
    """Whose verdicts on whose scripts; None stands for any model."""

    assessor: str = ENSEMBLE
    writer: str | None = None
    model: str | None = None

    @property
    def review(self) -> Literal["self", "peer", ""]:
        """Self-review or peer review; neither where one side is no model."""
        if not self.writer or not self.model:
            return ""
        return "self" if self.writer == self.model else "peer"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedScript:
    """One verdict beside the truth, by execution."""

    said: AssessorVerdict
    writer: str
    right: bool


def judged(samples: Iterable[Result], assessor: str | None = None) -> Iterator[JudgedScript]:
    """Every verdict on a script that was graded; of one assessor, where it is named."""
    for result in samples:
        for attempt in result.attempts:
            grade = attempt.grade
            if grade is None or grade.problem:
                continue
            for said in attempt.opinions:
                if assessor is None or said.assessor == assessor:
                    yield JudgedScript(said=said, writer=attempt.model, right=grade.label == 2)


def reviewings(results: Iterable[Result]) -> tuple[AssessorPairing, ...]:
    """Every assessor with every pair of models that occurs, the ensemble first."""
    found = {
        AssessorPairing(assessor=each.said.assessor, writer=each.writer, model=each.said.model)
        for each in judged(result for result in results if not result.trouble)
    }
    return tuple(
        sorted(found, key=lambda each: (each.assessor != ENSEMBLE, each.assessor, each.writer or "", each.model or ""))
    )


def _of(who: AssessorPairing, samples: Sequence[Result]) -> list[JudgedScript]:
    return [
        each
        for each in judged(samples, who.assessor)
        if who.writer in (None, each.writer) and who.model in (None, each.said.model)
    ]


def precision(who: AssessorPairing, samples: Sequence[Result]) -> tuple[float, ...]:
    """Of the scripts that the assessor says yes to, the share that is right by execution.

    Precision as CodeSift (Aggarwal et al. 2024) and ScriptSmith (Chatterjee et al. 2024) measure an assessor.
    """
    yes = [each for each in _of(who, samples) if each.said.verdict is Verdict.YES]
    return float(sum(each.right for each in yes)), float(len(yes))


def recall(who: AssessorPairing, samples: Sequence[Result]) -> tuple[float, ...]:
    """Of the right scripts that the assessor decides about, the share that it says yes to.

    Recall as CodeSift (Aggarwal et al. 2024) measures an assessor; unsure is no decision.
    """
    right = [each for each in _of(who, samples) if each.right and each.said.verdict is not Verdict.UNSURE]
    return float(sum(each.said.verdict is Verdict.YES for each in right)), float(len(right))


def coverage(who: AssessorPairing, samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of graded scripts that the assessor decides about at all: yes or no, and not unsure.

    Coverage of selective classification (El-Yaniv and Wiener 2010).
    """
    all_of_them = _of(who, samples)
    return float(sum(each.said.verdict is not Verdict.UNSURE for each in all_of_them)), float(len(all_of_them))


def balanced(who: AssessorPairing, samples: Sequence[Result]) -> tuple[float, ...]:
    """The mean of the shares of right scripts that get a yes and of wrong ones that get a no; ½ is chance.

    Balanced accuracy (Brodersen et al. 2010), over what the assessor decides about; None unless there are both kinds.
    """
    return confusion(who, samples)


def kappa(who: AssessorPairing, samples: Sequence[Result]) -> tuple[float, ...]:
    """How far verdicts and execution agree beyond chance: 1 is agreement, 0 what chance would give.

    Cohen's kappa (Cohen 1960), over what the assessor decides about; None where both sides always say one thing.
    """
    return confusion(who, samples)


def confusion(who: AssessorPairing, samples: Sequence[Result]) -> tuple[float, ...]:
    """Yes to right, yes to wrong, no to right, no to wrong, and how many these are."""
    counts = dict.fromkeys(((True, True), (True, False), (False, True), (False, False)), 0)
    for each in _of(who, samples):
        if each.said.verdict is not Verdict.UNSURE:
            counts[each.said.verdict is Verdict.YES, each.right] += 1
    return (*map(float, counts.values()), float(sum(counts.values())))


def balanced_of(sums: Array) -> Array:
    """Balanced accuracy from sums of `confusion`."""
    yes_right, yes_wrong, no_right, no_wrong = (sums[..., number] for number in range(4))
    sensitivity = ratio(np.stack((yes_right, yes_right + no_right), axis=-1))
    specificity = ratio(np.stack((no_wrong, no_wrong + yes_wrong), axis=-1))
    return (sensitivity + specificity) / 2


def kappa_of(sums: Array) -> Array:
    """Cohen's kappa from sums of `confusion`: (observed - chance) / (1 - chance)."""
    yes_right, yes_wrong, no_right, no_wrong = (sums[..., number] for number in range(4))
    total = yes_right + yes_wrong + no_right + no_wrong
    chance = (yes_right + yes_wrong) * (yes_right + no_right) + (no_right + no_wrong) * (yes_wrong + no_wrong)
    return ratio(np.stack((total * (yes_right + no_wrong) - chance, total * total - chance), axis=-1))


def assessing(who: AssessorPairing) -> tuple[Metric, ...]:
    """The metrics of one assessor."""

    def metric(name: str, title: str, tally: Callable[..., tuple[float, ...]], **more: Any) -> Metric:
        return Metric(name=name, title=title, tally=partial(tally, who), conditional=True, **more)

    return (
        metric("precision", "Precision", precision),
        metric("recall", "Recall", recall),
        metric("balanced_accuracy", "Balanced accuracy", balanced, unit="mean", combine=balanced_of),
        metric("kappa", "Cohen's kappa", kappa, unit="agreement", combine=kappa_of),
        metric("coverage", "Coverage", coverage),
    )
