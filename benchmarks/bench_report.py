"""How long a report of many recorded results takes, as a ratio to reading their file.

    python benchmarks/bench_report.py [--results 10000] > benchmarks/bench_report.md

Nothing is asserted; the goals stand beside. The results are made up by a seed, of the size that real ones have.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench.made_results import results

from scriptsmith.bench.compare import compare
from scriptsmith.bench.records import dump_result, read_results
from scriptsmith.bench.report import document, render, report

T = TypeVar("T")
SHAPES = ((200, 50), (2000, 5), (10000, 1))
"""Cases and samples of each, for 10,000 results."""


def timed(work: Callable[[], T], rounds: int) -> tuple[T, float]:
    """What `work` gives, and its least processor time in seconds."""
    best = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        value = work()
        best = min(best, time.process_time() - started)
    return value, best


def main() -> None:
    """Print the table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=int, default=10_000, help="how many results there are")
    parser.add_argument("--rounds", type=int, default=2, help="the least of so many is told")
    chosen = parser.parse_args()
    print("# Reports of many results\n")
    given = f"--results {chosen.results} --rounds {chosen.rounds}"
    print(f"`python benchmarks/bench_report.py {given}`, {os.cpu_count()} CPU cores, with other work running beside.")
    print("Processor seconds; the ratio is to parsing the file's lines with `json`. The goal is 10 s for all three.\n")
    print("| cases × samples | file | json | read | numbers | page | all three | ratio | compare |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for cases, samples in SHAPES:
        count = cases * chosen.results // 10_000
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.jsonl"
            with path.open("wb") as file:
                file.writelines(dump_result(each) + b"\n" for each in results(count, samples, skill=0.4))
            size = path.stat().st_size
            lines = path.read_bytes().splitlines()
            _, parsing = timed(lambda lines=lines: [json.loads(line) for line in lines], chosen.rounds)  # type: ignore[misc]
            found, reading = timed(lambda lines=lines: read_results(lines), chosen.rounds)  # type: ignore[misc]
        told, numbers = timed(lambda found=found: report(found), chosen.rounds)  # type: ignore[misc]
        _, page = timed(lambda told=told: (render(told), document(told)), chosen.rounds)  # type: ignore[misc]
        _, comparing = timed(lambda found=found: compare(found, found), 1)  # type: ignore[misc]
        everything = reading + numbers + page
        print(
            f"| {count:,} × {samples} | {size / 2**20:.0f} MiB | {parsing:.2f} s | {reading:.1f} s | {numbers:.1f} s "
            f"| {page:.1f} s | {everything:.1f} s | {everything / parsing:.0f} × | {comparing:.1f} s |",
            flush=True,
        )


if __name__ == "__main__":
    main()
