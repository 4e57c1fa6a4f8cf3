"""What it brings to keep the vectors of phrases in PostgreSQL. Prints two Markdown tables.

    python benchmarks/vectors.py [--rounds 5] [--phrases 100000] [--asked 200]

First the start of a process that searches, side by side: with vectors from the database, from a cache folder of its
own, and embedding afresh. Then pgvector's index against comparing all in memory. An embedded server in a temporary
folder; nothing is asserted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from retrieval import ACTIONS, NEAREST, load, memory, spread, varied

from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.hybrid_search import Finder, Phrases, Vectors, VectorScan
from scriptsmith.adapters.postgres import vectors as adapter
from scriptsmith.adapters.postgres.database import Database
from scriptsmith.adapters.postgres.embedded import Embedded
from scriptsmith.adapters.postgres.vectors import PostgresVectors
from scriptsmith.core.types import Action
from scriptsmith.retrieval.search import Index
from scriptsmith.wiring import SEED

START = """
import asyncio, json, sys, time
begun = time.perf_counter()
from scriptsmith.core.types import Action
from scriptsmith.settings import environment, load
from scriptsmith.wiring import build
from scriptsmith.retrieval.search import Index
from scriptsmith.adapters.hybrid_search import Phrases
async def main():
    environ = environment()
    async with build(load(environ, {}), environ) as app:
        texts = Phrases(Index(await app.catalogue.entries()))
        before = time.perf_counter()
        await app.meanings().kept(texts)
        kept = time.perf_counter() - before
        await app.catalogue.nearest(Action(text="take the web server offline"), limit=1)
        print(json.dumps([kept, time.perf_counter() - begun]))
asyncio.run(main())
"""


def starts(url: str, folder: Path, rounds: int) -> None:
    """Print what a process needs for its vectors, and until its first answer, in three ways by turns."""
    ways = {
        "vectors from the database": {"DATABASE_URL": url, "SCRIPTSMITH_PATHS__CACHE": str(folder / "none")},
        "vectors from a folder": {"SCRIPTSMITH_DATABASE__STORAGE": "folder", "SCRIPTSMITH_PATHS__CACHE": str(folder)},
        "embedding afresh": {"SCRIPTSMITH_DATABASE__STORAGE": "folder", "SCRIPTSMITH_PATHS__CACHE": "/dev/null/none"},
    }
    own = {"SCRIPTSMITH_CONFIG": str(folder / "none.toml"), "SCRIPTSMITH_PATHS__CATALOGUE": str(folder / "catalogue")}
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for lap in range(rounds + 1):  # the first one fills what is kept
        for name, way in ways.items():
            done = subprocess.run(
                [sys.executable, "-c", START], env=os.environ | own | way, capture_output=True, text=True, check=True
            )
            if lap:
                taken[name].append(json.loads(done.stdout))
    print(f"Start of a process, {rounds} rounds in turns, medians in ms; load {load()}.\n")
    print("| | phrases have vectors | first answer |\n|---|--:|--:|")
    for name, pairs in taken.items():
        kept, first = (statistics.median(it) * 1000 for it in zip(*pairs, strict=True))
        print(f"| {name} | {kept:,.0f} | {first:,.0f} |")


async def answered(finder: Finder, actions: Sequence[Action], embedder: StaticEmbedder) -> tuple[list[set[int]], str]:
    """The nearest entries of each action by meaning, and how long it takes to find them."""
    asked = [embedder.vectors([action.text])[0] for action in actions]
    found, took = [], []
    for vector in [asked[0], *asked]:
        started = time.perf_counter()
        near = await finder.meanings(vector, "bash")
        took.append(time.perf_counter() - started)
        found.append(set(sorted(near, key=lambda it: -near[it][0])[:NEAREST]))
    return found[1:], "{:.1f} / {:.1f}".format(*spread(took[1:]))


async def index(url: str, count: int, asked: int) -> None:
    """Print how the index of `count` phrases compares with comparing all."""
    database, embedder = Database(url), StaticEmbedder()
    shipped = await FolderCatalogue(SEED).entries()
    entries = varied(shipped, round(count / (sum(1 + len(it.phrases) for it in shipped) / len(shipped))))
    entries_index = Index(entries)
    texts = Phrases(entries_index)
    lines = [json.loads(line) for line in ACTIONS.read_text(encoding="utf-8").splitlines()]
    actions = [Action(text=row["action"]) for row in lines[:: max(1, len(lines) // asked)]][:asked]
    steps = [time.perf_counter()]
    await PostgresVectors(database, embedder, exact=len(texts)).kept(texts)
    steps.append(time.perf_counter())
    await PostgresVectors(database, embedder, exact=1).kept(texts)
    steps.append(time.perf_counter())
    held: dict[str, tuple[Vectors, float, float]] = {}
    for name, exact in (("index", 1), ("memory", len(texts))):
        before, started = memory(), time.perf_counter()
        made = await PostgresVectors(database, embedder, exact=exact).kept(texts)
        if isinstance(made, VectorScan):
            made = VectorScan(made.vectors, exact=len(texts))
        held[name] = made, time.perf_counter() - started, memory() - before
    print(f"\n{len(texts):,} phrases of {len(entries):,} entries: embedded and stored in {steps[1] - steps[0]:.0f} s, "
          f"indexed in {steps[2] - steps[1]:.0f} s; {asked} actions, ms p50 / p95; load {load()}.\n")  # fmt: skip
    print("| | recall of the 8 nearest entries | nearest found | ready after, s | memory, MiB |\n|---|--:|--:|--:|--:|")
    scan, ready, mib = held["memory"]
    wanted, took = await answered(Finder(entries_index, scan), actions, embedder)
    print(f"| all compared in memory | 1 | {took} | {ready:.1f} | {mib:,.0f} |")
    indexed, ready, mib = held["index"]
    finder, used = Finder(entries_index, indexed), adapter._EFFORT
    for effort in ("200", "400", "768", "1000"):
        adapter._EFFORT = effort
        found, took = await answered(finder, actions, embedder)
        recall = statistics.mean(len(a & b) / len(a) for a, b in zip(wanted, found, strict=True))
        name = f"pgvector, `ef_search` {effort}{' (used)' if effort == used else ''}"
        print(f"| {name} | {recall:.4f} | {took} | {ready:.1f} | {mib:,.0f} |")
    await database.aclose()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--phrases", type=int, default=100_000)
    parser.add_argument("--asked", type=int, default=200, help="how many actions")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="scriptsmith-vectors-") as folder:
        embedded = Embedded(Path(folder) / "db")
        url = embedded.join()
        try:
            asyncio.run(Database(url).upgrade())
            starts(url, Path(folder) / "cache", chosen.rounds)
            asyncio.run(index(url, chosen.phrases, chosen.asked))
        finally:
            embedded.leave()


if __name__ == "__main__":
    main()
