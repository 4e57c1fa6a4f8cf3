"""Entries that are shipped, and what retrieval says of them."""

from __future__ import annotations

import asyncio
from functools import cache

from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.adapters.hybrid_search import Finder, Phrases, VectorScan
from scriptsmith.adapters.verifier import ShippedVerifier
from scriptsmith.core.types import Action, Entry, Match
from scriptsmith.retrieval.search import SERVE_ABOVE, Index
from scriptsmith.wiring import SEED


@cache
def entry(id: str) -> Entry:
    """The shipped entry `id`, read once."""
    return read_entry(next(SEED.glob(f"*/{id}")))


def match(id: str, text: str) -> Match:
    """What an index of that entry alone says to the action `text`, by words."""
    return Index([entry(id)]).nearest(Action(text=text))[0]


class Search:
    """A search among some shipped entries, all of them where none are named, as it is shipped: by words, by meaning, and
    with the verifier."""

    def __init__(self, ids: frozenset[str] = frozenset()) -> None:
        folders = [path.parent for path in sorted(SEED.glob("*/*/entry.toml"))]
        self._index = Index([entry(it.name) for it in folders if not ids or it.name in ids])
        self._embedder = StaticEmbedder()
        self._finder = Finder(self._index, VectorScan(self._embedder.vectors(Phrases(self._index))))
        self._verify = ShippedVerifier()

    def nearest(self, text: str) -> tuple[Match, ...]:
        """The nearest entries, best first."""
        action = Action(text=text)
        if self._index.knows(text):
            return self._index.nearest(action)
        (asked,) = self._embedder.vectors([text])
        near = asyncio.run(self._finder.near(action, self._finder.words(action), asked))
        return self._index.nearest(action, near=near, verify=self._verify)

    def served(self, text: str) -> Match | None:
        """The match that would be handed out without a person, if any."""
        first = next(iter(self.nearest(text)), None)
        able = first and first.confidence >= SERVE_ABOVE and not first.objections and not first.missing
        return first if able else None
