"""What a base reaches on the bench, and what it reaches with an adapter: shares with intervals of 95 %.

    python -m train.evaluate --base smollm2-135m.gguf [--adapter smith.gguf]... --data ../shared/data --out measured

Each is served by llama.cpp as it will be used, and asked for one draft, greedily, through `scriptsmith bench run`; with
`--drafts` for several, the first of them greedily, of which what most do is taken. What is recorded in `--out` is not
asked for again, so the same command goes on where it was stopped. Needs `scriptsmith[local]`, no torch. The table is
printed, and written to `OUT/table.md`.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scriptsmith.bench.intervals import wilson
from scriptsmith.bench.metrics import Figure
from scriptsmith.bench.records import read_results
from scriptsmith.bench.report.summary import report

SHOWN = ("strict_before", "strict_after", "syntax_pass", "robust_warn_rate", "robust_pass", "func_rate", "full_rate")
COSTS = ("tokens_per_run", "seconds_per_run")
STARTS_IN = 300.0
LONGEST = 120
"""Tokens of a reply: a small model that goes round in circles is cut off."""


def server(base: Path, adapter: Path | None, port: int, threads: int) -> None:
    """Serve a base, with an adapter or without one, until the process is ended."""
    import xllamacpp

    wanted = xllamacpp.CommonParams()
    wanted.model.path = str(base)
    wanted.hostnames, wanted.port = ["127.0.0.1"], port
    wanted.n_parallel, wanted.n_ctx = 2, 8192
    wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = threads
    wanted.use_jinja, wanted.warmup, wanted.ui = True, False, False
    if adapter:
        wanted.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(str(adapter), 1.0)]
    served = xllamacpp.Server(wanted)
    while served:
        time.sleep(60)


@contextmanager
def serving(base: Path, adapter: Path | None, threads: int) -> Iterator[str]:
    """The address of a server in a process of its own, which ends with the block."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    words = [sys.executable, "-m", "train.evaluate", "--serve", str(port), "--base", str(base)]
    words += ["--threads", str(threads), *(("--adapter", str(adapter)) if adapter else ())]
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        began = time.monotonic()
        while not _answers(f"http://127.0.0.1:{port}/health"):
            if child.poll() is not None or time.monotonic() - began > STARTS_IN:
                raise SystemExit(f"llama.cpp did not serve {base} {adapter or ''}")
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        child.kill()
        child.wait()


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5):
            return True
    except (OSError, urllib.error.URLError):
        return False


def measure(address: str, name: str, cases: str, strategy: str, out: Path, given: argparse.Namespace) -> None:
    """One run of the bench over `cases`, recorded in `out`."""
    asked = ["--import", f"alfa={given.data / 'intercode_alfa'}"] if cases == "alfa" else [cases]
    settings = {
        "MODELS__GENERATOR__BASE_URL": address,
        "MODELS__GENERATOR__TEMPERATURE": "0",
        "MODELS__GENERATOR__MAX_TOKENS": str(LONGEST),
        **({"MODELS__GENERATOR__PAIRS": str(given.data / "pairs/train.jsonl")} if strategy == "nearest" else {}),
    }
    command = [sys.executable, "-m", "scriptsmith", "bench", "run", *asked, "--strategy", strategy, "--stages", "draft"]
    command += ["--generator", f"openai-compatible:{name}", "--jobs", "2", "--out", str(out)]
    command += ["--limit", str(given.limit)] if given.limit else []
    command += ["--drafts", str(given.drafts)] if given.drafts > 1 else []
    environment = os.environ | {f"SCRIPTSMITH_{key}": value for key, value in settings.items()}
    done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)
    if done.returncode:
        print(f"{' '.join(command)} ended with {done.returncode}", file=sys.stderr)


def table(out: Path) -> str:
    """A row for each run that is recorded: what was measured, by what, and the figures with their intervals.

    A reply that goes round in circles until it is cut off is no script: its case counts as a wrong one.
    """
    lines = list[str]()
    for file in sorted(out.glob("*/*/*/results.jsonl")):
        with file.open("rb") as recorded:
            (system,) = report(read_results(recorded, str(file))).systems
        asked = len(file.with_name("index.jsonl").read_text(encoding="utf-8").splitlines())
        cases, strategy, name = file.parts[-4:-1]
        if not lines:
            titles = [system.row(each).metric.title for each in (*SHOWN, *COSTS)]
            lines += ["| cases | strategy | model | asked | without a reply | " + " | ".join(titles) + " |"]
            lines += ["|---|---|---|--:|--:|" + "--:|" * len(titles)]
        told = [
            share(row.figure, row.figure.cases if row.metric.conditional else asked) for row in map(system.row, SHOWN)
        ]
        told += [f"{system.row(each).figure.value or 0:.1f}" for each in COSTS]
        lines.append(f"| {cases} | {strategy} | {name} | {asked} | {asked - system.cases} | {' | '.join(told)} |")
    return "\n".join(lines) + "\n"


def share(figure: Figure, asked: int) -> str:
    """A share of the cases that had a reply, as one of all that were `asked`, in percent with its interval."""
    if not asked:
        return "–"
    right = round((figure.value or 0.0) * figure.cases)
    low, high = wilson(right, asked)
    return f"{right / asked * 100:.1f} ({low * 100:.0f}–{high * 100:.0f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--adapter", type=Path, action="append", default=[], help="a GGUF file of `train/export.py`")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, default=Path("measured"))
    parser.add_argument("--cases", action="append", choices=("alfa", "lines", "scripts"), help="alfa unless given")
    parser.add_argument("--strategy", action="append", choices=("markdown", "nearest"), help="markdown unless given")
    parser.add_argument("--limit", type=int, help="only the first N cases of each")
    parser.add_argument("--drafts", type=int, default=1, help="drafts of each action, compared by what they do")
    parser.add_argument("--no-base", action="store_true", help="measure the adapters alone")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--serve", type=int, metavar="PORT", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        server(given.base, given.adapter[0] if given.adapter else None, given.serve, given.threads)
    for adapter in [*([] if given.no_base else [None]), *given.adapter]:
        name = adapter.stem if adapter else "base"
        with serving(given.base, adapter, given.threads) as address:
            for cases in given.cases or ["alfa"]:
                for strategy in given.strategy or ["markdown"]:
                    way = f"{strategy}-{given.drafts}" if given.drafts > 1 else strategy
                    measure(address, name, cases, strategy, given.out / cases / way / name, given)
    told = table(given.out)
    (given.out / "table.md").write_text(told)
    print(told)


if __name__ == "__main__":
    main()
