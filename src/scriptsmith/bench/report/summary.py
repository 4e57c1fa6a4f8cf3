"""All numbers of a report, from results. Pure; the page only shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.plain_data import plain
from ...core.types import Verdict
from ...retrieval.evaluation import Bin, reliability
from ..failure_labels import LabelledShare, labelled
from ..metrics import Figure, Metric, by_case, figure
from ..metrics_assess import AssessorPairing, assessing, judged, reviewings
from ..metrics_cost import COST
from ..metrics_execution import EXECUTION, passes, strict_after, strict_before
from ..metrics_execution import partial_after as partial_credit
from ..metrics_playbooks import PLAYBOOKS
from ..metrics_stages import STAGES
from ..metrics_static import STATIC
from ..records import ENSEMBLE, Result, unique
from .failures import FailedSample, LostSample, failures, problems

SCHEMA = 1
_GROUPED = (
    Metric(name="strict_before", title="First draft", tally=strict_before),
    Metric(name="strict_after", title="Final script", tally=strict_after),
    Metric(name="partial_after", title="Partial credit", tally=partial_credit, unit="mean"),
)
_BY: tuple[tuple[str, Callable[[Result], Iterable[str]]], ...] = (
    ("suite", lambda result: (result.suite,)),
    ("kind", lambda result: (result.kind,)),
    ("difficulty", lambda result: (str(result.difficulty),)),
    ("tag", lambda result: result.tags),
)
_PASSES_BY: tuple[tuple[str, Callable[[Result], str]], ...] = (
    ("level", lambda result: str(result.level) if result.level else ""),
    ("domain", lambda result: result.domain),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricRow:
    """A metric and its figure."""

    metric: Metric
    figure: Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessor:
    """One assessor on the scripts of one writer."""

    who: AssessorPairing
    rows: tuple[MetricRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultGroup:
    """The results of the cases that share one value of `by` (suite, kind, difficulty, tag, level or domain)."""

    by: str
    value: str
    rows: tuple[MetricRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictCounts:
    """How often scripts were right that one verdict was given to."""

    verdict: Verdict
    figure: Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """All that is told of one system.

    `trials` are the samples that count, `troubled` those that infrastructure errors took away. `bins` and `error` tell
    how confidence and truth agree, where the ensemble gives a confidence; `verdicts` do without one.
    """

    name: str
    models: Mapping[str, str]
    cases: int
    trials: int
    troubled: int
    execution: tuple[MetricRow, ...]
    passes: tuple[MetricRow, ...]
    static: tuple[MetricRow, ...]
    playbooks: tuple[MetricRow, ...]
    passes_by: tuple[ResultGroup, ...]
    labels: tuple[LabelledShare, ...]
    cost: tuple[MetricRow, ...]
    stages: tuple[MetricRow, ...]
    assessors: tuple[Assessor, ...]
    groups: tuple[ResultGroup, ...]
    verdicts: tuple[VerdictCounts, ...]
    bins: tuple[Bin, ...]
    error: float | None

    def row(self, name: str) -> MetricRow:
        """The row of the metric `name`; raises KeyError."""
        every = (*self.execution, *self.passes, *self.static, *self.playbooks, *self.cost)
        rows = {row.metric.name: row for row in every}
        return rows[name]


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchReport:
    """What a report says: of each system, of each failed sample, of each that was lost to infrastructure."""

    title: str
    systems: tuple[System, ...]
    failures: tuple[FailedSample, ...]
    problems: tuple[LostSample, ...]


def report(results: Sequence[Result], title: str = "Bench report") -> BenchReport:
    """The report of `results`, in no order; raises `BadInput` when one sample is given twice."""
    ordered = unique(results)
    systems: dict[str, list[Result]] = {}
    for result in ordered:
        systems.setdefault(result.system, []).append(result)
    return BenchReport(
        title=title,
        systems=tuple(_system(name, several) for name, several in systems.items()),
        failures=failures(ordered),
        problems=problems(ordered),
    )


def _system(name: str, results: Sequence[Result]) -> System:
    cases = by_case(results)
    counted = [result for several in cases.values() for result in several]
    bins, error = reliability(
        [(each.said.confidence, each.right) for each in judged(counted, ENSEMBLE) if each.said.confidence is not None]
    )
    models = results[0].models
    return System(
        name=name or models.get("generator", "") or "unnamed",
        models=models,
        cases=len(cases),
        trials=len(counted),
        troubled=len(results) - len(counted),
        execution=_rows(EXECUTION, cases),
        passes=_rows(passes(max(map(len, cases.values()), default=0)), cases),
        static=_rows(STATIC, cases),
        playbooks=_rows(PLAYBOOKS, cases) if any(each.kind == "playbook" for each in counted) else (),
        passes_by=tuple(_passes_by(counted)),
        labels=labelled(counted),
        cost=_rows(COST, cases),
        stages=_rows(STAGES, cases),
        assessors=tuple(Assessor(who=who, rows=_rows(assessing(who), cases)) for who in reviewings(counted)),
        groups=tuple(_groups(counted)),
        verdicts=tuple(_verdicts(cases)),
        bins=bins,
        error=error,
    )


def _rows(metrics: Iterable[Metric], cases: Mapping[str, Sequence[Result]]) -> tuple[MetricRow, ...]:
    return tuple(MetricRow(metric=metric, figure=figure(metric, cases)) for metric in metrics)


def _groups(counted: Sequence[Result]) -> Iterable[ResultGroup]:
    for by, values in _BY:
        found: dict[str, list[Result]] = {}
        for result in counted:
            for value in values(result):
                found.setdefault(value, []).append(result)
        for value in sorted(found):
            yield ResultGroup(by=by, value=value, rows=_rows(_GROUPED, by_case(found[value])))


def _passes_by(counted: Sequence[Result]) -> Iterable[ResultGroup]:
    """pass@k by level and by domain, where cases have them; with as many columns for each."""
    most = max(map(len, by_case(counted).values()), default=0)
    for by, value_of in _PASSES_BY:
        for value in sorted({value_of(result) for result in counted} - {""}):
            cases = by_case([result for result in counted if value_of(result) == value])
            yield ResultGroup(by=by, value=value, rows=_rows(passes(most), cases))


def _verdicts(cases: Mapping[str, Sequence[Result]]) -> Iterable[VerdictCounts]:
    for verdict in Verdict:

        def right(samples: Sequence[Result], verdict: Verdict = verdict) -> tuple[float, ...]:
            said = [each.right for each in judged(samples, ENSEMBLE) if each.said.verdict is verdict]
            return float(sum(said)), float(len(said))

        found = figure(Metric(name=f"right_{verdict}", title=verdict, tally=right), cases)
        if found.value is not None:
            yield VerdictCounts(verdict=verdict, figure=found)


def document(told: BenchReport) -> dict[str, Any]:
    """The report as plain data for JSON, marked with its schema; a metric is told by its name, title and meaning."""

    def rows(several: Sequence[MetricRow]) -> dict[str, Any]:
        return {row.metric.name: plain(row.figure) for row in several}

    meanings = {
        row.metric.name: {"title": row.metric.title, "unit": row.metric.unit, "about": row.metric.about}
        for system in told.systems
        for several in (
            system.execution,
            system.passes,
            system.static,
            system.playbooks,
            system.cost,
            system.stages,
        )
        for row in (*several, *(row for each in system.assessors for row in each.rows))
    }
    return {
        "schema_version": SCHEMA,
        "title": told.title,
        "metrics": meanings,
        "systems": [
            {
                "name": system.name,
                "models": plain(system.models),
                "cases": system.cases,
                "trials": system.trials,
                "troubled": system.troubled,
                "figures": rows((*system.execution, *system.passes, *system.static, *system.playbooks, *system.cost)),
                "stages": rows(system.stages),
                "assessors": [
                    plain(each.who) | {"review": each.who.review, "figures": rows(each.rows)}
                    for each in system.assessors
                ],
                "groups": [
                    {"by": group.by, "value": group.value, "figures": rows(group.rows)} for group in system.groups
                ],
                "passes_by": [
                    {"by": group.by, "value": group.value, "figures": rows(group.rows)} for group in system.passes_by
                ],
                "failure_labels": plain(system.labels),
                "verdicts": {said.verdict.value: plain(said.figure) for said in system.verdicts},
                "reliability": {"error": system.error, "bins": plain(system.bins)},
            }
            for system in told.systems
        ],
        "failures": plain(told.failures),
        "problems": plain(told.problems),
    }
