"""What execution says: accuracy before and after refinement, pass@k, refinements that helped or harmed, the no-op."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from .metrics import Metric
from .records import AttemptResult, Result

KS = (1, 2, 3, 4, 5, 8, 10, 16, 20, 25, 32, 50, 64, 100)


def _label(attempt: AttemptResult | None) -> int:
    return attempt.label if attempt else 0


def strict_before(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of samples whose script, as first drafted, does all that is asked (label 2).

    Execution accuracy (InterCode, Yang et al. 2023; NL2SH, Westenfelder et al. 2025) before any refinement.
    """
    return float(sum(_label(each.unrefined) == 2 for each in samples)), float(len(samples))


def strict_after(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of samples whose final script does all that is asked (label 2).

    Execution accuracy (InterCode, Yang et al. 2023; NL2SH, Westenfelder et al. 2025) of what the run settled with.
    """
    return float(sum(_label(each.chosen) == 2 for each in samples)), float(len(samples))


def partial_before(samples: Sequence[Result]) -> tuple[float, ...]:
    """The mean of label / 2 over first drafts: 1 for all that is asked, ½ for the plain situation only, else 0.

    The 0/1/2 labels are ScriptSmith's; the papers' execution accuracy knows no partial credit.
    """
    return sum(_label(each.unrefined) for each in samples) / 2, float(len(samples))


def partial_after(samples: Sequence[Result]) -> tuple[float, ...]:
    """The mean of label / 2 over final scripts: 1 for all that is asked, ½ for the plain situation only, else 0.

    The 0/1/2 labels are ScriptSmith's; the papers' execution accuracy knows no partial credit.
    """
    return sum(_label(each.chosen) for each in samples) / 2, float(len(samples))


def gain(samples: Sequence[Result]) -> tuple[float, ...]:
    """How much more accurate final scripts are than first drafts: the difference of the two strict shares.

    Over the same samples, so the interval is one of paired differences. ScriptSmith (Chatterjee et al. 2024) reports
    this gain as its main result.
    """
    after, trials = strict_after(samples)
    before, _ = strict_before(samples)
    return after - before, trials


def pass_at(k: int, samples: Sequence[Result]) -> tuple[float, ...]:
    """The chance that one of k samples does all that is asked, averaged over cases.

    The unbiased estimator 1 - C(n - c, k) / C(n, k) for c right ones of n samples (Chen et al. 2021, section 2.1). A
    case with fewer than k samples that count adds nothing.
    """
    if len(samples) < k:
        return 0.0, 0.0
    return unbiased(len(samples), sum(_label(each.chosen) == 2 for each in samples), k), 1.0


def unbiased(n: int, c: int, k: int) -> float:
    """1 - C(n - c, k) / C(n, k): of all choices of k from n with c right ones, the share that holds a right one.

    Chen et al. 2021, section 2.1. Raises ValueError unless 0 ≤ c ≤ n and 1 ≤ k ≤ n.
    """
    if not (0 <= c <= n and 1 <= k <= n):
        raise ValueError(f"there is no pass@{k} for {c} right ones of {n} samples")
    return 1.0 - math.comb(n - c, k) / math.comb(n, k)


def helpful(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of refined samples whose final script has a higher label than the first draft.

    After the answer changes that Huang et al. 2024 count for self-correction, told by execution.
    """
    return _refinements(samples, 1)


def harmful(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of refined samples whose final script has a lower label than the first draft.

    After the answer changes that Huang et al. 2024 count for self-correction, told by execution.
    """
    return _refinements(samples, -1)


def neutral(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of refined samples whose final script has the label of the first draft.

    The rest beside those that help and those that harm (after Huang et al. 2024), told by execution.
    """
    return _refinements(samples, 0)


def _refinements(samples: Sequence[Result], direction: int) -> tuple[float, ...]:
    refined = [each for each in samples if each.refined]
    changes = [_label(each.chosen) - _label(each.unrefined) for each in refined]
    return float(sum((change > 0) - (change < 0) == direction for change in changes)), float(len(refined))


def noop(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of cases that an empty script passes: what doing nothing would score.

    A baseline that harnesses lack, where a wrong test makes every script look right. One trial for each case. Ours.
    """
    labels = [each.noop for each in samples if each.noop is not None]
    return (float(labels[0] == 2), 1.0) if labels else (0.0, 0.0)


EXECUTION: tuple[Metric, ...] = (
    Metric(name="strict_before", title="Execution accuracy, first draft", tally=strict_before),
    Metric(name="strict_after", title="Execution accuracy, final script", tally=strict_after),
    Metric(name="gain", title="Gained by refinement", tally=gain, unit="change"),
    Metric(name="partial_before", title="Partial credit, first draft", tally=partial_before, unit="mean"),
    Metric(name="partial_after", title="Partial credit, final script", tally=partial_after, unit="mean"),
    Metric(name="helpful", title="Refinements that helped", tally=helpful, conditional=True),
    Metric(name="harmful", title="Refinements that harmed", tally=harmful, higher=False, conditional=True),
    Metric(name="neutral", title="Refinements that changed nothing", tally=neutral, higher=None, conditional=True),
    Metric(name="noop", title="An empty script", tally=noop, higher=None),
)


def passes(most: int) -> tuple[Metric, ...]:
    """pass@k for every usual k up to `most` samples of a case, and `most` itself."""
    ks = sorted({k for k in KS if k <= most} | ({most} if most else set()))
    return tuple(Metric(name=f"pass_at_{k}", title=f"pass@{k}", tally=partial(pass_at, k), unit="mean") for k in ks)
