"""`scriptsmith bench report` and `bench compare`: what recorded results say, and how two systems differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import BadInput, NotFound, UsageError
from .input_files import open_source, source_name
from .output import in_a_folder, print_json, say, table
from .session import json_option
from .visible import visible

if TYPE_CHECKING:
    from ..bench.compare import Comparison
    from ..bench.records import Result
    from ..bench.report import BenchReport
    from ..bench.report.summary import MetricRow


@click.command("report")
@click.argument("files", nargs=-1, required=True, metavar="RESULTS…")
@click.option(
    "-o", "--output", callback=in_a_folder, metavar="FILE.html", help="Write one page that needs nothing else."
)
@click.option("--inspect", metavar="FOLDER", help="Write a log of each system, for the viewer of inspect_ai.")
@click.option("--title", default="Bench report", show_default=True, help="The page's title.")
@json_option
def report(files: tuple[str, ...], output: str | None, inspect: str | None, title: str, as_json: bool) -> int:
    """Tell what recorded RESULTS (JSON lines) say: each metric with its interval, failures, infrastructure errors."""
    from ..bench.report import document, render
    from ..bench.report import report as report_of

    if output == "-" and as_json:
        raise UsageError("the page and the document cannot both go to standard output: name a file for the page")
    results = read(files)
    told = report_of(results, title)
    if inspect:
        _write_logs(results, Path(inspect))
    if output == "-":
        click.echo(render(told), nl=False)
    elif output:
        from ..adapters.folder.files import writing_out

        with writing_out(output) as file:
            file.write(render(told).encode("utf-8"))
        say(f"written to {output}")
    if as_json:
        print_json(document(told))
    elif not output and not inspect:
        click.echo(figures(told))
    return 0


@click.command("compare")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--system-a", metavar="NAME", help="The system of A, where it holds several.")
@click.option("--system-b", metavar="NAME", help="The system of B, where it holds several.")
@json_option
def compare(first: str, second: str, system_a: str | None, system_b: str | None, as_json: bool) -> int:
    """Compare the results in A with those in B on the cases that both have: the differences, B less A."""
    from ..bench.compare import compare as compared
    from ..bench.compare import document

    ones, others = _system(read([first]), first, system_a, "a"), _system(read([second]), second, system_b, "b")
    names = ones[0].system or source_name(first), others[0].system or source_name(second)
    found = compared(ones, others, names=names)
    if as_json:
        print_json(document(found))
    else:
        click.echo(_comparison(found))
    return 0


def read(files: Iterable[str]) -> Sequence[Result]:
    """The results in all `files`; raises `NotFound`, `BadInput` or `StorageError` that names the file."""
    from ..bench.records import read_results

    found: list[Result] = []
    for path in files:
        name = source_name(path)
        with open_source(path) as stream:
            some = read_results(stream, name)
        if not some:
            raise BadInput(f"{name} holds no result")
        found += some
    return found


def _write_logs(results: Sequence[Result], folder: Path) -> None:
    import json
    from datetime import UTC, datetime

    from ..adapters.folder.files import write_atomically
    from ..bench.report.inspect import eval_log, file_name

    for system in sorted({each.system for each in results}):
        told = [each for each in results if each.system == system]
        log = eval_log(told, datetime.now(UTC).isoformat(timespec="seconds"))
        path = folder / file_name(log)
        write_atomically(path, json.dumps(log))
        say(f"written to {path}")


def _system(results: Sequence[Result], path: str, wanted: str | None, side: str) -> Sequence[Result]:
    from ..bench.records import unique

    names = sorted({each.system for each in results})
    if wanted is None and len(names) > 1:
        raise UsageError(
            f"{source_name(path)} holds the systems {', '.join(names)}: name one of them with --system-{side}"
        )
    if wanted is not None and wanted not in names:
        raise NotFound(f"{source_name(path)} holds no system {wanted!r}: it has {', '.join(names) or 'none'}")
    return unique([each for each in results if wanted is None or each.system == wanted])


def figures(told: BenchReport) -> str:
    """Every figure of a report as tables for a terminal."""
    from ..bench.report.page import amount

    lines: list[str] = []
    for system in told.systems:
        lines += [f"{system.name}: {system.cases} cases, {system.trials} samples that count"]
        rows = [*_rows((*system.execution, *system.passes, *system.static, *system.playbooks))]
        for each in system.assessors:
            pair = " on ".join(name for name in (each.who.model, each.who.writer) if name)
            who = (
                f"{each.who.assessor}{f', {pair}' if pair else ''}{f' ({each.who.review})' if each.who.review else ''}"
            )
            rows += _rows(each.rows, f"{who}: ")
        lines += [table([*rows, *_rows(system.cost)], ("METRIC", "VALUE", "95 % INTERVAL", "TRIALS", "CASES")), ""]
        for group in system.passes_by:
            shown = [f"{row.metric.title} {amount(row.figure.value, row.metric.unit)}" for row in group.rows]
            lines.append(f"{group.by} {group.value}: {', '.join(shown)}")
        if system.labels:
            told_labels = [f"{each.label} {each.count}" for each in system.labels if each.count]
            lines += [f"playbooks failed by: {', '.join(told_labels)}", ""]
    lines.append(f"{len(told.failures)} samples failed, {len(told.problems)} were lost to infrastructure errors")
    causes = Counter(lost.problem for lost in told.problems)
    lines += [f"  {count} × {problem}" for problem, count in causes.most_common()]
    return visible("\n".join(lines))


def _rows(rows: Sequence[MetricRow], before: str = "") -> list[tuple[str, ...]]:
    from ..bench.report.page import amount, interval

    return [
        (
            before + row.metric.title,
            amount(row.figure.value, row.metric.unit),
            interval(row.figure, row.metric.unit),
            str(row.figure.trials),
            str(row.figure.cases),
        )
        for row in rows
        if row.figure.value is not None
    ]


def _comparison(found: Comparison) -> str:
    from ..bench.metrics import Figure
    from ..bench.report.page import amount, interval

    rows = []
    for row in found.rows:
        it, unit = row.difference, row.metric.unit
        apart = "change" if unit in ("share", "mean", "change") else unit
        rows.append(
            (
                row.metric.title,
                amount(it.first, unit),
                amount(it.second, unit),
                amount(it.value, apart),
                interval(Figure(value=it.value, low=it.low, high=it.high), apart),
                str(it.cases),
                it.probably,
            )
        )
    head = ("METRIC", "A", "B", "B - A", "95 % INTERVAL", "CASES", "")
    lines = "\n".join(
        [
            f"A is {found.first}, B is {found.second}; {found.shared} cases are in both",
            f"only in A: {len(found.only_first)} cases; only in B: {len(found.only_second)} cases",
            "",
            table(rows, head),
            "",
            f"Of {len(rows)} intervals at 95 % one in twenty leaves out 0 by chance alone.",
        ]
    )
    return visible(lines)
