"""`scriptsmith bench score`: what is recorded is graded by the tests as they are now, and told in figures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import Conflict
from ..wiring import App, journal_in
from .bench_meter import cpus
from .bench_setup import equivalence_option, grades_of, imports_of
from .output import bar, print_json, say
from .session import json_option, with_app

if TYPE_CHECKING:
    from ..bench.ledger import Ledger, Sources
    from ..bench.model import Case
    from ..bench.score import Grades, ScoredResults
    from ..ports import Journal


@click.command("score")
@click.argument("folder", metavar="FOLDER")
@click.argument("suites", nargs=-1, metavar="[SUITE|FOLDER]…")
@click.option(
    "--import", "imports", multiple=True, metavar="NAME=PATH", help="Where an imported benchmark lies by now."
)
@click.option("--afresh", is_flag=True, help="Grade again what is graded, and name each label that differs.")
@equivalence_option
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Runs at a time.  [default: one for each CPU]")
@json_option
def score(
    folder: str,
    suites: tuple[str, ...],
    imports: tuple[str, ...],
    afresh: bool,
    equivalence: str,
    jobs: int | None,
    as_json: bool,
) -> int:
    """Score the runs recorded in FOLDER by the tests as they are now, without asking a model.

    What was graded by the same tests is not graded again. Writes FOLDER/results.jsonl, for `bench report` and
    `bench compare`. The cases are those that were run; SUITE or --import names other places.
    """
    from ..bench.ledger import Ledger, Sources
    from ..bench.sources import chosen

    ledger = Ledger(Path(folder))
    ledger.exists()
    before = ledger.sources()
    sources = Sources(suites=suites or before.suites, imports={**before.imports, **imports_of(imports)})
    cases = chosen(sources).cases

    async def work(app: App) -> int:
        with ledger.held():
            grades = grades_of(app, ledger, equivalence, afresh=afresh)
            many = jobs or cpus()
            scored = await score_all(ledger, journal_in(Path(folder) / "runs"), cases, grades, many, sources)
        for each in sorted(grades.changed):
            say(f"graded otherwise: {each}")
        tell_figures(scored, as_json=as_json, more={})
        say(f"{len(scored.results)} results are in {Path(folder) / 'results.jsonl'}")
        return 0

    return with_app(work)


async def score_all(
    ledger: Ledger,
    journal: Journal,
    cases: Sequence[Case],
    grades: Grades,
    jobs: int,
    sources: Sources,
    *,
    limited: bool = False,
) -> ScoredResults:
    """Score what is recorded, results written; no limit or level of this run leaves out a case of an earlier one."""
    from ..bench.score import score as scored_by
    from ..bench.sources import chosen

    known = ledger.sources()
    if limited or known != sources:
        cases = chosen(known).cases
    with bar("scoring") as heard:
        scored = await scored_by(ledger, journal, cases, grades, jobs=jobs, heard=heard)
    try:
        ledger.write(scored.results)
    except Conflict as error:
        raise Conflict(f"{error} ({'; '.join(scored.left_out[:3]) or 'no run came to its end'})") from None
    return scored


def tell_figures(scored: ScoredResults, *, as_json: bool, more: dict[str, Any]) -> None:
    """The main metrics of what is recorded, on standard output."""
    from ..bench.report import document
    from ..bench.report import report as report_of
    from .bench_report import figures

    for why in scored.left_out:
        say(why)
    told = report_of(scored.results, "Bench")
    if as_json:
        print_json({**more, "report": document(told)})
    else:
        click.echo(figures(told))
