"""The report as one HTML page: no script, no outside reference, every value escaped."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..metrics import Figure, Metric, Unit
from .drawing import Point, bars, reliability, scatter, whisker
from .summary import BenchReport, System

MOST_SHOWN = 200
"""Failures shown in full; the rest are counted, and the JSON document holds all of them."""

_TILES = ("strict_before", "strict_after", "accepted_right", "full_held")
_SCALES: dict[Unit, tuple[float, float]] = {"share": (0, 1), "mean": (0, 1), "agreement": (-1, 1), "change": (-1, 1)}


def render(told: BenchReport) -> str:
    """The page of a report."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    loader = FileSystemLoader(Path(__file__).parent)
    pages = Environment(
        autoescape=True, loader=loader, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=shown
    )
    pages.filters |= {"amount": amount, "interval": interval, "whole": _whole}
    style = Markup((Path(__file__).parent / "page.css").read_text(encoding="utf-8"))
    return pages.get_template("page.html").render(
        told=told,
        style=style,
        tiles=[[system.row(name) for name in _TILES] for system in told.systems],
        stages=[_stages(system) for system in told.systems],
        curves=[_curve(system) for system in told.systems],
        cost=_cost(told.systems),
        dots=_dots,
        meanings=_meanings(told.systems),
        causes=Counter(each.problem for each in told.problems).most_common(),
        failures=told.failures[:MOST_SHOWN],
        left_out=len(told.failures) - MOST_SHOWN,
        accepted=sum(each.accepted for each in told.failures),
    )


def shown(value: object) -> Any:
    """Text with control, direction and half characters spelled out, so that what is read is what is there."""
    from markupsafe import Markup

    if not isinstance(value, str) or isinstance(value, Markup) or (value.isascii() and value.isprintable()):
        return value
    return "".join(
        each if each in "\n\t" or unicodedata.category(each) not in ("Cc", "Cf", "Cs") else f"\\u{ord(each):04x}"
        for each in value
    )


def amount(value: float | None, unit: Unit) -> str:
    """A value in its unit, for a person; a dash where there is none."""
    if value is None:
        return "–"
    match unit:
        case "share" | "mean":
            return f"{value:.1%}".replace("%", " %")
        case "change":
            return f"{100 * value:+.1f} points".replace("-", "−")
        case "agreement":
            return f"{value:.2f}".replace("-", "−")
        case "dollars":
            size = abs(value)
            return f"{'−' * (value < 0)}${size:,.2f}" if size >= 1 or not size else f"{'−' * (value < 0)}${size:.3g}"
        case "tokens":
            return f"{value:,.0f}".replace("-", "−")
        case "seconds":
            return f"{value:,.1f} s".replace("-", "−")


def interval(figure: Figure, unit: Unit) -> str:
    """The interval of a figure in its unit, empty where there is none."""
    if figure.low is None or figure.high is None:
        return ""
    low, high = amount(figure.low, unit), amount(figure.high, unit)
    for ending in (" %", " points", " s"):
        low = low.removesuffix(ending) if high.endswith(ending) else low
    return f"{low} to {high}"


def _meanings(systems: Sequence[System]) -> Sequence[Metric]:
    """Every metric on the page, once; pass@k under one name."""
    found: dict[str, Metric] = {}
    for system in systems:
        judging = system.assessors[0].rows if system.assessors else ()
        for row in (*system.execution, *system.passes[:1], *system.static, *system.playbooks, *judging, *system.cost):
            found.setdefault(row.metric.name, row.metric)
    return [replace(each, title="pass@k") if each.name == "pass_at_1" else each for each in found.values()]


def _whole(value: int) -> str:
    return f"{value:,}"


def _dots(figure: Figure, unit: Unit) -> Any:
    low, high = _SCALES.get(unit, (0.0, 0.0))
    return whisker(figure, low=low, high=high) if high else ""


def _stages(system: System) -> Any:
    rows = [(row.metric.title, row.figure) for row in system.stages]
    return bars(rows, f"Share of samples of {shown(system.name)} that get through each stage")


def _curve(system: System) -> Any:
    """By confidence where one is given; `None` otherwise: verdicts alone are told by a table of bars."""
    if system.bins:
        from ..intervals import wilson

        points = []
        for each in system.bins:
            low, high = wilson(round(each.right * each.size), each.size)
            figure = Figure(value=each.right, low=low, high=high, trials=each.size, cases=each.size)
            points.append((each.confidence, figure, f"{each.size} scripts"))
        return reliability(points, f"Reliability of the assessor of {shown(system.name)}")
    rows = [(f"said {said.verdict}", said.figure) for said in system.verdicts]
    return bars(rows, f"Share of right scripts by verdict, {shown(system.name)}") if rows else None


def _cost(systems: Sequence[System]) -> Any:
    """Dollars where all prices are known, else tokens."""
    priced = all(system.row("cost_per_run").figure.value is not None for system in systems)
    name, unit = ("cost_per_run", "US dollars per run") if priced else ("tokens_per_run", "tokens per run")
    points = [
        Point(
            x=system.row(name).figure.value or 0.0,
            figure=system.row("strict_after").figure,
            label=str(shown(system.name)),
        )
        for system in systems
    ]
    return scatter(points, f"Accuracy against {unit}", unit)
