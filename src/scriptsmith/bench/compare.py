"""Two systems on the same cases: every metric's difference, by a paired bootstrap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..core.plain_data import plain
from .metrics import Metric, MetricDifference, by_case, difference
from .metrics_assess import AssessorPairing, assessing
from .metrics_cost import COST
from .metrics_execution import EXECUTION, passes
from .metrics_static import STATIC
from .records import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricComparison:
    """One metric in both."""

    metric: Metric
    difference: MetricDifference


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What two systems have in common and where they differ.

    `shared` counts the cases that both have samples of that count. `only_first` and `only_second` name the cases that
    one of them lacks, because it was not tried or because of infrastructure errors alone.
    """

    first: str
    second: str
    shared: int
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]
    rows: tuple[MetricComparison, ...]


def compare(first: Sequence[Result], second: Sequence[Result], *, names: tuple[str, str] = ("A", "B")) -> Comparison:
    """Compares the results of two systems; what neither has anything of is left out."""
    one, other = by_case(first), by_case(second)
    most = min((max(map(len, each.values()), default=0) for each in (one, other)), default=0)
    metrics = (*EXECUTION, *passes(most), *STATIC, *assessing(AssessorPairing()), *COST)
    rows = (MetricComparison(metric=metric, difference=difference(metric, one, other)) for metric in metrics)
    return Comparison(
        first=names[0],
        second=names[1],
        shared=len(one.keys() & other.keys()),
        only_first=tuple(sorted(one.keys() - other.keys())),
        only_second=tuple(sorted(other.keys() - one.keys())),
        rows=tuple(row for row in rows if row.difference.first is not None or row.difference.second is not None),
    )


def document(found: Comparison) -> dict[str, Any]:
    """The comparison as plain data for JSON, marked with its schema."""
    return {
        "schema_version": 1,
        "first": found.first,
        "second": found.second,
        "shared": found.shared,
        "only_first": list(found.only_first),
        "only_second": list(found.only_second),
        "differences": {
            row.metric.name: {"title": row.metric.title, "unit": row.metric.unit} | plain(row.difference)
            for row in found.rows
        },
    }
