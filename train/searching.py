"""The shipped catalogue, searched by the programs of this folder as everybody searches it, without the verifier."""

from __future__ import annotations

import asyncio
import hashlib
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scriptsmith.adapters.embedding.kept_vectors import KeptMeanings
from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.adapters.embedding.store import VectorStore
from scriptsmith.adapters.folder.catalogue import FolderCatalogue
from scriptsmith.adapters.hybrid_search import Finder, Phrases
from scriptsmith.core.plain_data import shaped
from scriptsmith.core.types import Action, Entry, Match
from scriptsmith.retrieval.evaluation import LabelledAction, asked_for
from scriptsmith.retrieval.search import Index, SearchHit

HERE = Path(__file__).resolve().parents[1]
CATALOGUE = HERE / "src/scriptsmith/catalogue"
PHRASES = 3
"""How many of the phrases nearest to an action are told."""


def labelled(source: str) -> list[LabelledAction]:
    """The labelled actions of a set, of this folder or of those that are shipped."""
    path = HERE / f"train/data/{source}.jsonl"
    path = path if path.exists() else HERE / f"src/scriptsmith/evaluation/{source}.jsonl"
    return [shaped(LabelledAction, json.loads(line)) for line in path.read_text().splitlines() if line.strip()]


async def catalogue() -> tuple[Entry, ...]:
    """The shipped entries."""
    with tempfile.TemporaryDirectory() as folder:
        return tuple(await FolderCatalogue(Path(folder) / "own", CATALOGUE).entries())


class Searcher:
    """Searches `entries` with the shipped embedder."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.embedder = StaticEmbedder()
        self._index = Index(entries)
        self._entries = {it.id: it for it in entries}
        with tempfile.TemporaryDirectory() as folder:
            meanings = KeptMeanings(
                self.embedder, VectorStore(Path(folder) / "vectors", self.embedder), calibrated=True
            )
            self._finder = Finder(self._index, asyncio.run(meanings.kept(Phrases(self._index))))
        self._vectors = {it.id: self.embedder.vectors(it.phrases) for it in self._index.entries}

    def near(self, action: Action, limit: int) -> list[SearchHit]:
        """At most `limit` entries near `action`."""
        return asyncio.run(self._finder.near(action, self._finder.words(action), self._vector(action.text), limit))

    def nearest(self, action: Action, limit: int) -> tuple[Match, ...]:
        """The same, read closely."""
        return self._index.nearest(action, limit, self.near(action, limit))

    def action(self, text: str, meant: str | None) -> Action:
        """The action as it is asked for in the language of the entry that is `meant`, or that it is near to."""
        return asked_for(text, meant, self._entries)

    def entry(self, near: SearchHit) -> Entry:
        """The entry that is meant by its number."""
        return self._index.entries[near.number]

    def phrases(self, action: str, entry: Entry) -> list[str]:
        """The phrases of `entry` that are nearest to `action`, the action itself left out."""
        cosines = self._vectors[entry.id] @ self._vector(action)
        order = sorted(range(len(cosines)), key=lambda at: -cosines[at])
        return [entry.phrases[at] for at in order if entry.phrases[at] != action][:PHRASES]

    def _vector(self, text: str) -> NDArray[np.float32]:
        found: NDArray[np.float32] = self.embedder.vectors([text])[0]
        return found


def fold(named: str, folds: int = 5) -> int:
    """In which of so many parts belongs what is about `named`, always the same."""
    return int(hashlib.sha256(named.encode()).hexdigest()[:8], 16) % folds
