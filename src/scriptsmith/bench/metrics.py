"""A metric: what each case adds to it and how the sums become one figure with its confidence interval.

Every metric is a sum over cases, combined at the end. That one form gives the figure, its interval by drawing cases,
and the difference of two systems by drawing the same cases for both. A sample with an infrastructure error adds
nothing: it lowers the number of trials and is never a failure. Nothing to divide by gives None.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from .intervals import Combine, Interval, bootstrap, bootstrap_difference, ratio, wilson, wilson_clustered
from .records import Result

Unit: TypeAlias = Literal["share", "mean", "agreement", "dollars", "tokens", "seconds", "change"]
"""`share`: of trials that succeed or fail; `mean`: of values in [0, 1]; `agreement`: in [-1, 1]; `change`: a
difference of two shares."""

Tally: TypeAlias = Callable[[Sequence[Result]], tuple[float, ...]]
"""What the samples of one case add; the last number is how many trials they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """One metric. The docstring of `tally` defines it.

    `higher` says whether more is better; None where neither is. `conditional` marks a metric whose trials depend on
    what a system does (the scripts it says yes to), so that a case without trials still belongs to a comparison.
    """

    name: str
    title: str
    tally: Tally
    unit: Unit = "share"
    combine: Combine = ratio
    higher: bool | None = True
    conditional: bool = False

    @property
    def about(self) -> str:
        """What it means and where it comes from, in one paragraph."""
        return " ".join((inspect.getdoc(getattr(self.tally, "func", self.tally)) or "").split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A metric's value for one set of results, None when there was nothing to measure, with its interval at 95 %."""

    value: float | None
    low: float | None = None
    high: float | None = None
    trials: int = 0
    cases: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricDifference:
    """A metric's value in two sets of results of the same cases, and the second less the first with its interval.

    `probably` says what the interval says: `better`, `worse`, `more` or `less` (where neither is better), or `""`
    when it holds 0.
    """

    first: float | None
    second: float | None
    value: float | None = None
    low: float | None = None
    high: float | None = None
    cases: int = 0
    probably: Literal["better", "worse", "more", "less", ""] = ""


def by_case(results: Iterable[Result]) -> Mapping[str, tuple[Result, ...]]:
    """The results of each case that count, in the order of names and samples: those without infrastructure error."""
    found: dict[str, list[Result]] = {}
    for result in sorted(results, key=lambda each: (each.case, each.sample)):
        if not result.trouble:
            found.setdefault(result.case, []).append(result)
    return {case: tuple(several) for case, several in found.items()}


def figure(metric: Metric, cases: Mapping[str, Sequence[Result]]) -> Figure:
    """What `metric` is over `by_case` results: Wilson's interval for shares, else one by drawing cases."""
    rows = [row for samples in cases.values() if any(row := metric.tally(samples))]
    value = _value(metric, rows)
    if value is None:
        return Figure(value=None)
    interval = _interval(metric, rows, value)
    low, high = interval or (None, None)
    return Figure(value=value, low=low, high=high, trials=round(sum(row[-1] for row in rows)), cases=len(rows))


def difference(
    metric: Metric, first: Mapping[str, Sequence[Result]], second: Mapping[str, Sequence[Result]]
) -> MetricDifference:
    """How `metric` differs from `first` to `second`, both `by_case`, on the cases of both, by a paired bootstrap."""
    both = [(metric.tally(first[case]), metric.tally(second[case])) for case in sorted(first.keys() & second.keys())]
    shared = [(one, other) for one, other in both if metric.conditional or (any(one) and any(other))]
    ones, others = [one for one, _ in shared], [other for _, other in shared]
    before, after = _value(metric, ones), _value(metric, others)
    if before is None or after is None:
        return MetricDifference(first=before, second=after, cases=len(shared))
    low, high = bootstrap_difference(ones, others, metric.combine) or (None, None)
    found: Literal["better", "worse", "more", "less", ""] = ""
    if low is not None and high is not None and (low > 0 or high < 0):
        more = low > 0
        found = (
            ("more" if more else "less") if metric.higher is None else "better" if more is metric.higher else "worse"
        )
    return MetricDifference(
        first=before, second=after, value=after - before, low=low, high=high, cases=len(shared), probably=found
    )


def _value(metric: Metric, rows: Sequence[Sequence[float]]) -> float | None:
    if not rows:
        return None
    value = float(metric.combine(np.asarray([math.fsum(column) for column in zip(*rows, strict=True)])))
    return value if math.isfinite(value) else None


def _interval(metric: Metric, rows: Sequence[Sequence[float]], value: float) -> Interval | None:
    if metric.unit == "share":
        return wilson_clustered([row[0] for row in rows], [row[1] for row in rows])
    if metric.unit == "mean" and value in (0.0, 1.0):  # drawing equal cases would claim certainty
        return wilson(round(value * len(rows)), len(rows))
    interval = bootstrap(rows, metric.combine)
    return None if metric.unit == "change" and interval == (0.0, 0.0) else interval
