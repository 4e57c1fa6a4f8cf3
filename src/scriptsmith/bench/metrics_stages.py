"""How many samples get through each stage: where a system loses its scripts."""

from __future__ import annotations

from collections.abc import Sequence

from .metrics import Metric
from .metrics_execution import strict_after, strict_before
from .metrics_static import parses
from .records import Result


def written(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of samples whose first reply holds a script, or that the catalogue answers. Ours."""
    return float(sum(bool(each.unrefined and each.unrefined.digest) for each in samples)), float(len(samples))


def parsed(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of samples whose first script parses (SyntaxPass of BashCoder-R1, Yu et al. 2026, of the draft)."""
    return float(sum(parses(each.unrefined) for each in samples)), float(len(samples))


def working(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of samples whose first script does what is asked in the plain situation (label 1 or 2). Ours."""
    return float(sum(bool(each.unrefined and each.unrefined.label) for each in samples)), float(len(samples))


def delivered(samples: Sequence[Result]) -> tuple[float, ...]:
    """The share of samples that end with a right script which the run itself holds for right.

    The numerator of selective accuracy over all samples (El-Yaniv and Wiener 2010).
    """
    right = (each.accepted and each.chosen is not None and each.chosen.label == 2 for each in samples)
    return float(sum(right)), float(len(samples))


STAGES: tuple[Metric, ...] = (
    Metric(name="written", title="a script is written", tally=written),
    Metric(name="parsed", title="it parses", tally=parsed),
    Metric(name="working", title="it does its function", tally=working),
    Metric(name="strict_before", title="everything holds", tally=strict_before),
    Metric(name="strict_after", title="everything holds, after refinement", tally=strict_after),
    Metric(name="delivered", title="… and the run accepts it", tally=delivered),
)
