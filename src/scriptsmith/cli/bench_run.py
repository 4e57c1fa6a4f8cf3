"""`scriptsmith bench run`: cases go through `forge`, the one that users run, and every script is graded in a box."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import BadInput, UsageError
from ..wiring import App, journal_in
from .bench_meter import cpus, meter
from .bench_score import score_all, tell_figures
from .bench_setup import absolute, equivalence_option, grades_of, imports_of, stages_of, system_of
from .output import say, table
from .session import json_option, model_flags, model_options, with_app

if TYPE_CHECKING:
    from ..bench.model import Case
    from ..bench.plan import SampleTask, System
    from ..bench.run import BenchEnding
    from ..bench.score import ScoredResults

NEEDS_PERSON, UNAVAILABLE, BROKEN = 4, 7, 1
JOBS = 8
"""Runs at a time with a model, which mostly wait for it."""


@click.command("run")
@click.argument("suites", nargs=-1, metavar="[SUITE|SUITE/CASE|FOLDER]…")
@click.option(
    "--import",
    "imports",
    multiple=True,
    metavar="NAME=PATH",
    help="Cases of a public benchmark: alfa, bashkit, eabench.",
)
@click.option("--out", required=True, metavar="FOLDER", help="Where runs are recorded; runs that are there go on.")
@click.option("--system", type=click.Choice(["model", "noop", "gold"]), default="model", show_default=True,
              help="What drafts: a model, or a baseline: the empty script, the references (twice each).")  # fmt: skip
@click.option("--model", metavar="PROVIDER:MODEL", help="Model for all roles that have none; --generator is the same.")
@click.option("--samples", type=click.IntRange(min=1), metavar="K", help="Runs of each case.  [default: 1; gold: 2]")
@click.option("--drafts", type=click.IntRange(1, 20), metavar="K",
              help="Drafts of each run, the best that most agree with is taken (policy.samples).")  # fmt: skip
@click.option("--stages", default="draft,assess,refine", show_default=True, metavar="LIST",
              help="What follows the draft: any of draft,assess,refine,rehearse.")  # fmt: skip
@click.option(
    "--strategy", metavar="NAME", help="How to draft: reasoning, plain, markdown, examples, nearest, constrained."
)
@click.option("--catalogue", is_flag=True, help="Serve from the catalogue too, as users do; else all is drafted.")
@equivalence_option
@click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Runs at a time.  [default: 8; baselines: two for each CPU]"
)
@click.option("--level", "levels", type=click.IntRange(1, 3), multiple=True, metavar="N",
              help="Only this level of actions that are told at three (may be repeated).")  # fmt: skip
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N cases.")
@click.option(
    "--limit-cost", type=click.FloatRange(min=0), metavar="USD", help="Begin no further run when so much is spent."
)
@json_option
@model_options
def run(
    suites: tuple[str, ...],
    imports: tuple[str, ...],
    out: str,
    system: System,
    model: str | None,
    samples: int | None,
    drafts: int | None,
    stages: str,
    strategy: str | None,
    catalogue: bool,
    equivalence: str,
    jobs: int | None,
    levels: tuple[int, ...],
    limit: int | None,
    limit_cost: float | None,
    as_json: bool,
    generator: str | None,
    assessor: str | None,
    refiner: str | None,
) -> int:
    """Send the cases of each SUITE through `forge` and grade every script in a box. Killed or interrupted, the same
    command goes on where it stopped.

    Exit code 0: all runs are recorded and graded, 1: a reference does not pass its case, 4: the cost limit is reached,
    7: some runs met a model, tool or box that does not work, and are tried again by the same command.
    """
    from ..bench.ledger import Sources
    from ..bench.sources import chosen

    if model and generator:
        raise UsageError("--model and --generator are the same: give one of them")
    if drafts and system != "model":
        raise UsageError("--drafts is for a model: a baseline has one draft")
    if not suites and not imports:
        raise UsageError("say what to run: a suite as in `bench list`, a folder, or --import NAME=PATH")
    wanted = stages_of(stages)
    sources = Sources(suites=tuple(absolute(name) for name in suites), imports=imports_of(imports))
    picked = chosen(sources, limit, levels)
    for case in picked.unusable:
        say(f"cannot be used: {case.key}: {case.problem}")

    async def work(app: App) -> int:
        from ..bench.ledger import Ledger
        from ..bench.plan import tasks
        from ..bench.proving import TIMES
        from ..bench.run import run as run_all

        setup, kit_of = system_of(app, system, wanted, catalogue, samples or TIMES)
        planned = tasks(picked.cases, samples or (TIMES if system == "gold" else 1), setup)
        if not planned:
            raise BadInput("there is nothing to run: no case can be used")
        ledger, journal = Ledger(Path(out)), journal_in(Path(out) / "runs", durable=system == "model")
        many = jobs or (JOBS if system == "model" else 2 * cpus())
        with ledger.held():
            ledger.begin(setup, planned, sources)
            grades = grades_of(app, ledger, equivalence)
            with meter(limit_cost) as heard:
                told = await run_all(
                    planned, kit_of, ledger, journal, grades, jobs=many, limit_cost=limit_cost, heard=heard
                )
            part = limit is not None or bool(levels)
            scored = await score_all(ledger, journal, picked.cases, grades, many, sources, limited=part)
        limited = limit_cost is not None
        return _end(told, scored, planned, picked.cases, system, as_json=as_json, out=out, limited=limited)

    flags = {
        "models__generator__strategy": strategy,
        "policy__samples": drafts,
        **model_flags(generator or model, assessor, refiner),
    }
    return _interruptible(lambda: with_app(work, **flags), out)


def _end(
    told: BenchEnding, scored: ScoredResults, planned: Sequence[SampleTask], cases: Sequence[Case], system: System,
    *, as_json: bool, out: str, limited: bool,
) -> int:  # fmt: skip
    """Tell how the bench ended, and with which exit code."""
    causes: dict[str, list[str]] = {}
    for task in planned:
        if task.run in told.problems:
            causes.setdefault(told.problems[task.run], []).append(f"{task.case.key} ({task.sample})")
    failing = _failing(told, cases) if system == "gold" else {}
    status = BROKEN if failing else NEEDS_PERSON if told.spent else UNAVAILABLE if told.problems or told.stopped else 0
    document = {
        "runs": told.total,
        "done": told.done,
        "cost": round(told.cost, 6),
        "stopped": told.stopped,
        "problems": [{"problem": why, "runs": which} for why, which in sorted(causes.items())],
        "failing": [{"case": key, "why": why} for key, why in failing.items()],
        "exit": status,
    }
    tell_figures(scored, as_json=as_json, more=document)
    for why, which in sorted(causes.items()):
        say(f"problem of {len(which)} runs ({', '.join(which[:3])}{', …' if len(which) > 3 else ''}): {why}")
    if failing and not as_json:
        say(f"references that do not pass every time ({len(failing)}):")
        click.echo(table(list(failing.items()), ("CASE", "WHY")), err=True)
    if told.stopped:
        say(told.stopped)
    if told.unpriced and limited:
        say(f"{told.unpriced} calls that were recorded before have no known price and count as free")
    left = told.total - told.done
    again = f"; the same command takes up the other {left}" if left else ""
    say(f"{told.done} of {told.total} runs are recorded and graded in {out}, for {told.cost:.4f} US dollars{again}")
    return status


def _failing(told: BenchEnding, cases: Sequence[Case]) -> dict[str, str]:
    """The cases whose references do not pass each time, with why."""
    return {**{case.key: "it has no reference" for case in cases if not case.golds}, **told.failing}


def _interruptible(work: Callable[[], int], out: str) -> int:
    from .exit_codes import Terminated

    try:
        return work()
    except (KeyboardInterrupt, Terminated):
        say(f"what is recorded stays in {out}: the same command goes on from there")
        raise
