"""How many case runs a second the bench does, beside a bare box in the same loop.

    python benchmarks/bench_run.py [--data FOLDER] [--rounds 5] > benchmarks/bench_run.md

A case run is one sample through `forge` and its grade: its log written, its script run in a box of its own and tested
there. Scenarios beyond the first are left out, so that a run is one box. `FOLDER` holds InterCode-ALFA, whose cases are
judged by what references do. Nothing is asserted; the goal stands beside.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TypeAlias

from scriptsmith.adapters.folder.journal import FolderJournal
from scriptsmith.adapters.programs import BashSyntax, ShellCheck
from scriptsmith.adapters.sandbox.bubblewrap import Bubblewrap
from scriptsmith.bench.baselines import NoCatalogue, baseline_kit
from scriptsmith.bench.command_observer import Observer
from scriptsmith.bench.equivalence.ours import ours
from scriptsmith.bench.folder import find
from scriptsmith.bench.importers import alfa
from scriptsmith.bench.ledger import Ledger, Sources
from scriptsmith.bench.model import Case, Grader
from scriptsmith.bench.plan import System, baseline, tasks
from scriptsmith.bench.reference_grading import gold_grader
from scriptsmith.bench.run import run
from scriptsmith.bench.score import Grades
from scriptsmith.bench.trial import grade, grader
from scriptsmith.pipeline import Kit
from scriptsmith.ports import BoxLimits, BoxSpec, Checker
from scriptsmith.testing.doubles import StaticChecker

Work: TypeAlias = Callable[[], Awaitable[int]]
TRUE = ["bash", "-c", "true"]
CPUS = len(os.sched_getaffinity(0))
JOBS = 2 * CPUS
"""As `bench run` does: while a log is made durable, boxes go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Runs a second, and processor seconds for each, those of boxes among them as far as they are told."""

    rate: float
    spent: float


def processor() -> float:
    """Processor seconds of this process so far: what the bench itself takes, boxes left out."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def paced(works: Sequence[tuple[str, Work]], rounds: int) -> list[tuple[str, Pace]]:
    """The pace of each work, which says how many runs it did: all in turns, so that the machine's mood meets all."""
    done, took, used = Counter[str](), Counter[str](), Counter[str]()
    for number in range(rounds + 1):
        if number == 1:  # the first round only warms up
            for counter in (done, took, used):
                counter.clear()
        for name, work in works:
            gc.collect()
            began, before = time.perf_counter(), processor()
            done[name] += await work()
            took[name] += time.perf_counter() - began  # type: ignore[assignment]
            used[name] += processor() - before  # type: ignore[assignment]
    return [(name, Pace(rate=done[name] / took[name], spent=used[name] / done[name])) for name, _ in works]


async def boxes(sandbox: Bubblewrap, commands: int, runs: int = 60) -> int:
    """`runs` bare boxes, as many at a time as there are CPUs, with so many commands that do nothing in each."""
    turn = asyncio.Semaphore(CPUS)

    async def one() -> None:
        async with turn, sandbox.open(BoxSpec()) as box:
            for _ in range(commands):
                await box.execute(TRUE)

    await asyncio.gather(*(one() for _ in range(runs)))
    return runs


def bench(system: System, cases: Sequence[Case], judge: Grader, checkers: Sequence[Checker]) -> Work:
    """A bench over all cases in a new folder, each time."""
    setup, turns = baseline(system), count()
    kit = Kit(catalogue=NoCatalogue(), syntax=checkers[0], checkers=checkers[1:])

    async def work() -> int:
        samples = 1
        with tempfile.TemporaryDirectory() as folder:
            ledger, planned = Ledger(Path(folder)), tasks(cases, samples, setup)
            kit_of = baseline_kit(system, setup, samples, kit)
            with ledger.held():
                ledger.begin(setup, planned, Sources())
                grades = Grades(ledger, judge, f"{next(turns)}", jobs=JOBS)
                told = await run(planned, kit_of, ledger, FolderJournal(ledger.runs, durable=False), grades, jobs=JOBS)
        if told.done != told.total:
            raise SystemExit(f"runs went wrong: {dict(list(told.problems.items())[:3])}")
        return told.done

    return work


async def measured(data: Path | None, rounds: int) -> list[tuple[str, Pace]]:
    """Every row of the table, a name and its pace."""
    sandbox, limits = Bubblewrap(), BoxLimits()
    judge = grader(scenarios=grade(sandbox, limits))
    one_box = [replace(case, scenarios=case.scenarios[:1]) for case in find("lines")]
    none: list[Checker] = [StaticChecker()]
    real: list[Checker] = [BashSyntax(), ShellCheck(obey=False)]
    works: list[tuple[str, Work]] = [
        ("bare box, one command", lambda: boxes(sandbox, 1)),
        ("bare box, two commands, as a case run has", lambda: boxes(sandbox, 2)),
        ("`lines`, noop", bench("noop", one_box, judge, none)),
        ("`lines`, gold", bench("gold", one_box, judge, none)),
        ("`lines`, gold, with bash -n and shellcheck, as `bench run` does", bench("gold", one_box, judge, real)),
    ]
    if data:
        rows = [replace(case, golds=case.golds[:1]) for case in alfa.load(data) if not case.problem]

        def compared(system: System) -> Work:
            observer = Observer(sandbox, jobs=JOBS, limits=limits)
            return bench(system, rows, grader(scenarios=judge, golds=gold_grader(observer, ours(observer))), none)

        works += [
            ("ALFA, gold against what it did before", compared("gold")),
            ("ALFA, noop, by `ours`", compared("noop")),
        ]
    return await paced(works, rounds)


def main() -> None:
    """Print the table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="folder of InterCode-ALFA")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is done, all in turns")
    chosen = parser.parse_args()
    load = os.getloadavg()[0]
    rows = asyncio.run(measured(chosen.data, chosen.rounds))
    given = f"--rounds {chosen.rounds}" + (" --data FOLDER" if chosen.data else "")
    print("# Case runs a second\n")
    print(f"`python benchmarks/bench_run.py {given}`, {CPUS} CPU cores, load {load:.1f} before it began.")
    print("The goal is 80 case runs a second where one is one box. The ratio is to bare boxes of two commands.\n")
    print("| what | runs/s | ratio | own processor time for each |\n|---|--:|--:|--:|")
    floor = rows[1][1].rate
    for name, pace in rows:
        print(f"| {name} | {pace.rate:.0f} | {pace.rate / floor:.2f} | {1000 * pace.spent:.1f} ms |")


if __name__ == "__main__":
    main()
