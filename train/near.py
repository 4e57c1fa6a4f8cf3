"""Labelled actions with the entries near them, for `train/verifier.py` to learn from.

    python -m train.near OUT.jsonl [--asked FILE]... [--phrases]

Writes a row an action: the labels, and of the nearest entries the id and the phrases nearest to the action. With
`--phrases` every phrase of the catalogue is an action too, with the values that it binds; it is never near to itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scriptsmith.adapters.embedding.kept_vectors import KeptMeanings
from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.adapters.embedding.store import VectorStore
from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.hybrid_search import Finder, Phrases
from scriptsmith.core.types import Action, Entry
from scriptsmith.retrieval.binding import bind
from scriptsmith.retrieval.search import Index

HERE = Path(__file__).resolve().parents[1]
CATALOGUE = HERE / "src/scriptsmith/catalogue"
NEAREST, PHRASES = 6, 3


async def catalogue() -> tuple[Entry, ...]:
    """The shipped entries."""
    with tempfile.TemporaryDirectory() as folder:
        return tuple(await FolderCatalogue(Path(folder) / "own", CATALOGUE).entries())


def asked(path: Path) -> Iterator[dict[str, object]]:
    """The rows of a file of labelled actions."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            it = json.loads(line)
            labels = {"action": it["action"], "entry": it["entry"], "target": it.get("near", "")}
            yield {**labels, "parameters": it.get("parameters", {}), "source": path.stem}


def spoken(entries: tuple[Entry, ...]) -> Iterator[dict[str, object]]:
    """The phrases of the catalogue as actions; values are told only where all that must be given is bound."""
    for entry in entries:
        for phrase in entry.phrases:
            bound = bind(entry.parameters, phrase)
            whole = not bound.missing and not bound.problems
            read = {name: value for name, value in bound.values.items() if name not in bound.defaults}
            labels = {"action": phrase, "entry": entry.id, "target": ""}
            yield {**labels, "parameters": read if whole else None, "source": "phrases"}


def nearest(asked: NDArray[np.float32], action: str, phrases: Sequence[str], vectors: NDArray[np.float32]) -> list[str]:
    """The phrases, with their `vectors`, that are nearest to an action with the vector `asked`, itself left out."""
    cosines = vectors @ asked
    order = sorted(range(len(phrases)), key=lambda at: -cosines[at])
    return [phrases[at] for at in order if phrases[at] != action][:PHRASES]


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--asked", type=Path, action="append", default=[])
    parser.add_argument("--phrases", action="store_true")
    given = parser.parse_args()
    entries = await catalogue()
    found = [row for path in given.asked for row in asked(path)]
    found += spoken(entries) if given.phrases else []
    index = Index(entries)
    embedder = StaticEmbedder()
    with tempfile.TemporaryDirectory() as folder:
        meanings = KeptMeanings(embedder, VectorStore(Path(folder) / "vectors", embedder), calibrated=True)
        finder = Finder(index, await meanings.kept(Phrases(index)))
        vectors = [embedder.vectors(entry.phrases) for entry in index.entries]
        for row in found:
            action = Action(text=str(row["action"]))
            asked_for = await meanings.of(action.text)
            row["near"] = [
                {"id": entry.id, "phrases": nearest(asked_for, action.text, entry.phrases, vectors[it.number])}
                for it in await finder.near(action, finder.words(action), asked_for, NEAREST)
                for entry in (index.entries[it.number],)
            ]
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in found]
    given.out.write_text("".join(lines), encoding="utf-8")
    print(f"{len(found)} actions with the entries near them: {given.out}")


if __name__ == "__main__":
    asyncio.run(main())
