"""How fast retrieval answers as the catalogue grows, and how well its embedder finds paraphrases.

    python benchmarks/retrieval.py [--sizes 1000,10000,100000]      speed, and benchmarks/retrieval.svg
    python benchmarks/retrieval.py --quality --data ../shared/data  recall and latency beside MiniLM and BM25

Speed needs the extra `large` beyond 50,000 phrases; quality what `train/README.md` sets up and the package `bm25s`.
Nothing is asserted; the goals stand beside. Both print Markdown.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scriptsmith.adapters.embedding.static import SHIPPED, StaticEmbedder
from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.adapters.hybrid_search import EXACT_UP_TO, Finder, Phrases, VectorScan
from scriptsmith.core.types import Action, Entry
from scriptsmith.retrieval.search import Index
from scriptsmith.wiring import SEED

ACTIONS = Path(__file__).resolve().parents[1] / "train" / "data" / "fit.jsonl"
PLOT = Path(__file__).with_suffix(".svg")
GOALS = {1_000: "≤ 2 ms", 100_000: "≤ 5 ms"}
NEAREST = 8
SYSTEMS = ["billing", "checkout", "catalog", "inventory", "shipping", "loyalty", "payroll", "identity", "mailer"]
SYSTEMS += ["analytics", "ranking", "video", "telemetry", "booking", "pricing", "warehouse"]
PARTS = ["queue", "cache", "bucket", "shard", "replica", "pipeline", "topic", "table", "job", "worker", "session"]
PARTS += ["token", "ledger", "snapshot", "manifest", "probe"]


def varied(shipped: Sequence[Entry], count: int) -> list[Entry]:
    """`count` entries: the shipped ones, then the same about other things ("the billing queue")."""
    found = list(shipped[:count])
    for number in range(count - len(found)):
        lap, at = divmod(number, len(shipped))
        entry = shipped[at]
        thing = f"{SYSTEMS[lap % len(SYSTEMS)]} {PARTS[(lap + lap // len(SYSTEMS)) % len(PARTS)]}"
        noun = (entry.labels.get("object", "").split() or [entry.area])[-1].rstrip("s")
        about = re.compile(rf"\b{re.escape(noun)}(?:s|es)?\b", re.IGNORECASE)
        title, *texts = (
            about.sub(thing, text, count=1) if about.search(text) else f"{text} of the {thing}" for text in entry.texts
        )
        name = f"{entry.id}-{thing.replace(' ', '-')}"
        labels = {**entry.labels, "object": thing}
        found.append(replace(entry, id=name, title=title, phrases=tuple(texts), labels=labels))
    return found


def memory() -> float:
    """MiB that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20


def spread(seconds: Sequence[float]) -> tuple[float, float]:
    """Median and 95th percentile, in ms."""
    ordered = sorted(seconds)
    return ordered[len(ordered) // 2] * 1000, ordered[int(len(ordered) * 0.95)] * 1000


def measured(count: int, asked: int) -> dict[str, Any]:
    """Everything about a catalogue of `count` entries, in this process."""
    entries = varied([read_entry(path.parent) for path in sorted(SEED.glob("*/*/entry.toml"))], count)
    lines = [json.loads(line) for line in ACTIONS.read_text(encoding="utf-8").splitlines()]
    actions = [Action(text=row["action"]) for row in lines[:: max(1, len(lines) // asked)]][:asked]
    before, steps = memory(), [time.perf_counter()]
    index = Index(entries)
    steps.append(time.perf_counter())
    embedder = StaticEmbedder(SHIPPED)
    vectors = embedder.vectors(Phrases(index))
    steps.append(time.perf_counter())
    finder = Finder(index, VectorScan(vectors))
    steps.append(time.perf_counter())
    loop = asyncio.new_event_loop()
    took, held = [after - before for before, after in pairwise(steps)], memory() - before

    def answer(action: Action) -> tuple[float, float]:
        wall, busy = time.perf_counter(), time.thread_time()
        near = None
        if not index.knows(action.text):
            asked = embedder.vectors([action.text])[0]
            near = loop.run_until_complete(finder.near(action, finder.words(action), asked, NEAREST))
        index.nearest(action, 5, near)
        return time.perf_counter() - wall, time.thread_time() - busy

    first = time.perf_counter()
    answer(Action(text="restart the nginx service"))
    first = time.perf_counter() - first
    cold, warm = [answer(it) for it in actions], [answer(it) for it in actions for _ in range(3)]
    recall = None
    if len(vectors) > EXACT_UP_TO:
        exact, shares = Finder(index, VectorScan(vectors, exact=len(vectors))), []
        for action in actions:
            vector = embedder.vectors([action.text])[0]
            wanted, found = (
                sorted(cosine for cosine, _ in loop.run_until_complete(it.meanings(vector, "bash")).values())[-NEAREST:]
                for it in (exact, finder)
            )
            shares.append(sum(cosine >= wanted[0] - 1e-6 for cosine in found) / len(wanted))
        recall = statistics.mean(shares)
    return {
        "entries": count,
        "phrases": len(vectors),
        "first": first * 1000,
        **{f"{name}_wall": spread([wall for wall, _ in taken]) for name, taken in (("cold", cold), ("warm", warm))},
        **{f"{name}_busy": spread([busy for _, busy in taken]) for name, taken in (("cold", cold), ("warm", warm))},
        "built": dict(zip(("words", "vectors", "finder"), took, strict=True)),
        "mib": held,
        "recall": recall,
    }


def growth(sizes: Sequence[int], asked: int) -> Iterator[dict[str, Any]]:
    """Each size in a process of its own, so that none warms or fills the next."""
    for size in sizes:
        command = [sys.executable, __file__, "--one", str(size), "--asked", str(asked)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        yield json.loads(done.stdout)


def speed(sizes: Sequence[int], asked: int) -> None:
    """Print the page's first half and draw the plot."""
    rows = list(growth(sizes, asked))
    print(f"`python benchmarks/retrieval.py`, {asked} actions; load {load()}. Times in ms, p50 / p95.\n")
    print(
        "| entries | phrases | warm | goal (p50) | warm, processor time | cold | first of all | recall of the search |"
    )
    print("|--:|--:|--:|--:|--:|--:|--:|--:|")
    for row in rows:
        warm, busy, cold = ("{:.1f} / {:.1f}".format(*row[it]) for it in ("warm_wall", "warm_busy", "cold_wall"))
        recall = "exact" if row["recall"] is None else f"{row['recall']:.4f}"
        cells = [f"{row['entries']:,}", f"{row['phrases']:,}", warm, GOALS.get(row["entries"], ""), busy, cold]
        print(f"| {' | '.join([*cells, format(row['first'], '.0f'), recall])} |")
    print("\n| entries | words read, s | phrases embedded, s | search built, s | memory, MiB |\n|--:|--:|--:|--:|--:|")
    for row in rows:
        built = " | ".join(f"{seconds:.1f}" for seconds in row["built"].values())
        print(f"| {row['entries']:,} | {built} | {row['mib']:,.0f} |")
    PLOT.write_text(plotted(rows), encoding="utf-8")


def plotted(rows: Sequence[dict[str, Any]]) -> str:
    """Bars of ms by size: p50 dark, p95 light."""
    widest = max(row[kind][1] for row in rows for kind in ("warm_wall", "cold_wall"))
    parts, top = [], 30
    for row in rows:
        for kind in ("warm", "cold"):
            middle, high = row[f"{kind}_wall"]
            parts += [
                f'<text x="150" y="{top + 12}" text-anchor="end">{row["entries"]:,} entries, {kind}</text>',
                f'<rect x="160" y="{top}" width="{400 * high / widest:.1f}" height="15" fill="#b7cde6"/>',
                f'<rect x="160" y="{top}" width="{400 * middle / widest:.1f}" height="15" fill="#2f6db0"/>',
                f'<text x="{166 + 400 * high / widest:.1f}" y="{top + 12}">{middle:.1f} / {high:.1f} ms</text>',
            ]
            top += 22
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="680" height="{top + 6}" font-family="sans-serif" '
    title = '<text x="160" y="16">One action answered: p50 (dark) and p95</text>'
    return "\n".join(
        [f'{head}font-size="12">', '<rect width="100%" height="100%" fill="white"/>', title, *parts, "</svg>\n"]
    )


def load() -> str:
    return f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


def wanted(name: str) -> Any:
    """A module that only the comparison needs."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        sys.exit(f"{error.name or name} is not installed: --quality needs what train/README.md sets up, and bm25s")


def quality(data: Path) -> None:
    """Print the page's second half."""
    if not (data / "pairs" / "train.jsonl").is_file():
        sys.exit(f"{data / 'pairs' / 'train.jsonl'} is missing: name the folder with the pairs by --data")
    torch, bm25s, pairs = wanted("torch"), wanted("bm25s"), wanted("train.pairs")
    minilm = wanted("train.minilm").MiniLM(wanted("train.embedder").teacher_folder())
    quiz = pairs.quiz(pairs.rows(data), "report", asked=600, others=3000)
    ours = StaticEmbedder(SHIPPED)
    bm25 = bm25s.BM25()
    bm25.index(bm25s.tokenize(quiz.pool, show_progress=False), show_progress=False)
    columns = list(bm25s.tokenize(quiz.asked, show_progress=False, return_ids=False))
    scores = {
        "MiniLM": minilm.encode(quiz.asked).numpy() @ minilm.encode(quiz.pool).numpy().T,
        "ours": ours.vectors(quiz.asked) @ ours.vectors(quiz.pool).T,
        "BM25": np.array([bm25.get_scores(words) if words else np.zeros(len(quiz.pool)) for words in columns]),
    }
    ways: dict[str, tuple[int, Callable[[str], object]]] = {
        "MiniLM": (1, lambda text: minilm.encode([text])),
        "MiniLM, 2 threads": (2, lambda text: minilm.encode([text])),
        "ours": (1, lambda text: ours.vectors([text])),
        "BM25": (
            1,
            lambda text: bm25.get_scores(bm25s.tokenize(text, show_progress=False, return_ids=False)[0] or ["-"]),
        ),
    }
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for text in quiz.asked[:200]:  # in turns, so that the machine's mood meets all of them
        for name, (threads, way) in ways.items():
            torch.set_num_threads(threads)
            started = time.perf_counter()
            way(text)
            taken[name].append(time.perf_counter() - started)
    print(f"`--quality`: {len(quiz.asked)} asked, {len(quiz.pool):,} descriptions; load {load()}.\n")
    print("| | recall@1 | recall@5 | MRR | one query, ms (p50) | times ours |\n|---|--:|--:|--:|--:|--:|")
    for name in ways:
        middle = statistics.median(taken[name]) * 1000
        ratio = statistics.median(taken[name]) / statistics.median(taken["ours"])
        said = found(scores[name], quiz.answers) if name in scores else ("", "", "")
        print(f"| {name} | {' | '.join(said)} | {middle:.2f} | {ratio:.1f} |")


def found(scores: Any, answers: Sequence[int]) -> tuple[str, str, str]:
    """Recall@1, recall@5 and mean reciprocal rank; of equal scores the right one counts as last."""
    ranks = np.array([(row >= row[answer]).sum() for row, answer in zip(scores, answers, strict=True)])
    return f"{(ranks <= 1).mean():.3f}", f"{(ranks <= 5).mean():.3f}", f"{(1 / ranks).mean():.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--asked", type=int, default=200, help="how many actions")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--quality", action="store_true", help="recall beside MiniLM and BM25 instead")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="the folder with the data sets")
    chosen = parser.parse_args()
    if chosen.one:
        print(json.dumps(measured(chosen.one, chosen.asked)))
    elif chosen.quality:
        quality(chosen.data)
    else:
        speed([int(it) for it in chosen.sizes.split(",")], chosen.asked)


if __name__ == "__main__":
    main()
