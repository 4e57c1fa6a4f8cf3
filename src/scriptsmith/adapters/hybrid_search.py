"""The entries near an action, out of many: by shared words and by the meaning of their phrases."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Protocol, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from ..core.types import Action, Target
from ..retrieval.call_text import PHRASES
from ..retrieval.postings import known_by
from ..retrieval.search import Index, SearchHit

Floats: TypeAlias = NDArray[np.float32]
Words: TypeAlias = NDArray[np.float64]
Rows: TypeAlias = NDArray[np.intp]

EXACT_UP_TO = 50_000

CLOSE = 5
"""How many entries are worth a close reading."""
_POOL = 8
"""How many entries are taken by meaning, and twice as many by words, before both are added."""
MORE = 192
"""How many phrases are asked of an approximate index: several are of one entry."""
LEADING = 64
"""How many numbers of a vector are compared at first, when they tell most of it."""
_TELLING = 0.75
"""Which share of the vectors' squared length must lie in these: chance would put a quarter there."""
_PICKED = 512
"""How many of the phrases that are nearest by their leading numbers are compared whole."""
VOTERS = 30
"""How many phrases vote."""
SHARPNESS = 12.0
"""A phrase whose cosine is greater by a twelfth weighs e times as much."""
UNKNOWN = -2.0  # less than any cosine
_EFFORT = 768  # how many it looks at; with the usual 64 it misses one entry in twenty
_PIECE = 32  # rows multiplied at once


class Vectors(Protocol):
    """Unit vectors of phrases, wherever they lie; a phrase is known by its row, its place among those given."""

    async def near(self, asked: Floats, rows: Rows, /) -> tuple[Rows, Floats]:
        """The rows that are nearest to `asked`, `rows` as well, and the cosine of each; a row may come twice."""
        ...


class Meanings(Protocol):
    """Unit vectors of texts, all by one embedder. Raises `ModelError`.

    `calibrated` says whether confidences were fitted with its cosines.
    """

    @property
    def calibrated(self) -> bool: ...

    async def kept(self, texts: Sequence[str], /) -> Vectors:
        """Those of `texts`, computed once and kept: for phrases."""
        ...

    async def of(self, text: str, /) -> Floats:
        """(dimension,), not kept: for what is asked."""
        ...


class VectorScan:
    """`vectors`, (n, dimension), in memory. All are compared up to `exact` of them; beyond, an approximate index finds
    the near ones (HNSW, Malkov and Yashunin 2018), if the extra `large` is installed.

    Where their leading numbers tell most, as those of the shipped embedder do, these are compared of all vectors, and
    all numbers of the nearest only: what is read from memory is what takes time.
    """

    def __init__(self, vectors: Floats, *, exact: int = EXACT_UP_TO) -> None:
        self.vectors = vectors
        self._all = np.arange(len(vectors), dtype=np.intp)
        self._graph = _graph(vectors) if len(vectors) > exact else None
        self._leading = _leading(vectors) if self._graph is None else None

    async def near(self, asked: Floats, rows: Rows, /) -> tuple[Rows, Floats]:
        if self._graph is not None:
            picked = self._graph.search(asked, MORE).keys.astype(np.intp)
        elif self._leading is not None:
            picked = np.argpartition(-_cosines(self._leading, asked[:LEADING]), _PICKED)[:_PICKED]
        else:
            return self._all, _cosines(self.vectors, asked)
        rows = np.concatenate([picked, rows])
        return rows, _cosines(self.vectors[rows], asked)


def _leading(vectors: Floats) -> Floats | None:
    """The first numbers of all vectors, when there are many and these tell most of them."""
    if len(vectors) <= 4 * _PICKED or vectors.shape[1] < 2 * LEADING:
        return None
    some = vectors[:: len(vectors) // _PICKED]
    told = float((some[:, :LEADING] ** 2).sum() / ((some**2).sum() or 1.0))
    return np.ascontiguousarray(vectors[:, :LEADING]) if told >= _TELLING else None


class Finder:
    """Finds near entries among those of `index`, whose phrases have the rows of `vectors`, in order."""

    def __init__(self, index: Index, vectors: Vectors) -> None:
        self._index = index
        known = index.postings
        self._sizes = np.array(known.sizes, dtype=np.intp)
        self._starts = np.cumsum(self._sizes) - self._sizes
        self._owners = np.repeat(np.arange(len(known.ids), dtype=np.intp), self._sizes)
        self._vectors = vectors
        self._fits = {target: np.array([it == target for it in known.targets]) for target in set(known.targets)}
        self._by_id = np.argsort(np.argsort(np.array(known.ids), kind="stable"), kind="stable")
        self._knowing = {
            concept: (np.asarray(numbers, np.int32), np.asarray(shares, np.float32))
            for concept, (numbers, shares) in known.speakers.items()
        }

    async def near(self, action: Action, words: Words, asked: Floats, limit: int = CLOSE) -> list[SearchHit]:
        """At most `limit` entries for the target of `action`, nearest first, by its `words` and its vector `asked`."""
        if action.target not in self._fits:
            return []
        telling = self._telling(words, self._fits[action.target], 2 * max(limit, _POOL))
        rows, cosines = await self._vectors.near(asked, self._rows(telling))
        both = [
            SearchHit(number, round(float(words[number]), 6), round(cosine, 6), round(votes, 6))
            for number, (cosine, votes) in self._compared(rows, cosines, action.target, telling).items()
        ]
        ids = self._index.postings.ids
        both.sort(key=lambda it: (-(it.words + (it.meaning or 0.0)), ids[it.number]))
        return [replace(it, phrases=self._closest(it.number, rows, cosines)) for it in both[:limit]]

    def words(self, action: Action) -> Words:
        """Of each entry how much it speaks of the action's words, by rarity: as `Index.by_words`, of all at once."""
        weights = sorted(self._index.weights(action.text).items())
        known = [(*self._knowing[concept], weight) for concept, weight in weights if concept in self._knowing]
        if not known:
            return np.zeros(len(self._sizes))
        numbers = np.concatenate([which for which, _, _ in known])
        shares = np.concatenate([share * np.float32(weight) for _, share, weight in known])
        whole = sum(weight for _, weight in weights) or 1.0
        return np.bincount(numbers, shares, len(self._sizes)) / whole

    def _telling(self, words: Words, fits: NDArray[np.bool_], limit: int) -> list[int]:
        """At most `limit` entries that fit and share the most telling words, as `Index.by_words` finds them."""
        some = np.flatnonzero((words > 0.0) & fits)
        if len(some) > limit:
            least = np.partition(words[some], len(some) - limit)[len(some) - limit]
            some = some[words[some] >= least]
        found: list[int] = some[np.lexsort((self._by_id[some], -words[some]))][:limit].tolist()
        return found

    async def meanings(
        self, asked: Floats, target: Target, numbers: Sequence[int] = ()
    ) -> dict[int, tuple[float, float]]:
        """The best cosine of each entry in `numbers`, and of those for `target` that are nearest to `asked`; and its
        share of the votes of the near phrases (a soft k-nearest-neighbours rule, Dudani 1976)."""
        return self._compared(*await self._vectors.near(asked, self._rows(numbers)), target, numbers)

    def _compared(
        self, rows: Rows, cosines: Floats, target: Target, numbers: Sequence[int]
    ) -> dict[int, tuple[float, float]]:
        best = np.full(len(self._sizes), UNKNOWN, np.float32)
        np.maximum.at(best, self._owners[rows], cosines)
        fitting = np.where(self._fits[target], best, UNKNOWN)
        top = np.argpartition(-fitting, min(_POOL, len(best) - 1))[: _POOL + 1]
        chosen = {*numbers, *(number for number in top.tolist() if fitting[number] > UNKNOWN)}
        votes = self._votes(rows, cosines)
        return {number: (max(-1.0, float(best[number])), float(votes[number])) for number in sorted(chosen)}

    def _closest(self, number: int, rows: Rows, cosines: Floats) -> tuple[int, ...]:
        """Which phrases of an entry are the nearest ones, by their places among its texts, its title (the first) left
        out."""
        first, size = int(self._starts[number]), int(self._sizes[number])
        own = np.flatnonzero((rows > first) & (rows < first + size))
        order = own[np.argsort(-cosines[own], kind="stable")]
        return tuple(dict.fromkeys((rows[order] - first).tolist()))[:PHRASES]

    def _votes(self, rows: Rows, cosines: Floats) -> Words:
        """Of each entry the share that its phrases have in what the nearest ones weigh."""
        if len(rows) > 2 * VOTERS:
            some = np.argpartition(-cosines, 2 * VOTERS)[: 2 * VOTERS]
            rows, cosines = rows[some], cosines[some]
        rows, once = np.unique(rows, return_index=True)
        nearest = np.argsort(-cosines[once], kind="stable")[:VOTERS]
        rows, cosines = rows[nearest], cosines[once][nearest]
        weights = np.exp(SHARPNESS * cosines.astype(np.float64))
        shares: Words = np.bincount(self._owners[rows], weights, len(self._sizes)) / (weights.sum() or 1.0)
        return shares

    def _rows(self, numbers: Sequence[int]) -> Rows:
        """The phrases of entries."""
        spans = [np.arange(self._starts[at], self._starts[at] + self._sizes[at]) for at in numbers]
        return np.concatenate(spans) if spans else np.zeros(0, np.intp)


def _cosines(vectors: Floats, asked: Floats) -> Floats:
    """`vectors @ asked` in pieces so small that BLAS starts no threads: to wait for them on a busy machine takes a
    hundred times as long as the work."""
    even = len(vectors) // _PIECE * _PIECE
    pieces = vectors[:even].reshape(-1, _PIECE, vectors.shape[1]) @ asked
    return np.concatenate([pieces.ravel(), vectors[even:] @ asked])


class Phrases(Sequence[str]):
    """The texts whose vectors a `Finder` is given: of each entry of `index` its title and then its phrases.

    Which they are is known without reading an entry; what they say is read when it is asked for. `targets` are those
    of the entries, as one name.
    """

    def __init__(self, index: Index) -> None:
        self._index = index
        self.digests = index.postings.texts
        self.targets = "-".join(sorted(set(index.postings.targets)))
        self._ends = tuple(accumulate(index.postings.sizes))

    def __len__(self) -> int:
        return len(self.digests)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        if isinstance(at, slice):
            return [self[it] for it in range(*at.indices(len(self)))]
        at = range(len(self))[at]
        number = bisect_right(self._ends, at)
        return self._index.entries[number].texts[at - self._ends[number]]


def digests(texts: Sequence[str]) -> Sequence[bytes]:
    """By which each of `texts` is known where its vector is kept."""
    return texts.digests if isinstance(texts, Phrases) else [known_by(text) for text in texts]


def targets(texts: Sequence[str]) -> str:
    """The name of the targets whose phrases `texts` are; empty for other texts."""
    return texts.targets if isinstance(texts, Phrases) else ""


def _graph(vectors: Floats):  # type: ignore[no-untyped-def]
    try:
        from usearch.index import Index as Graph
    except ImportError:
        return None  # slower, and never wrong
    graph = Graph(ndim=vectors.shape[1], metric="ip", dtype="i8", expansion_search=_EFFORT)
    graph.add(np.arange(len(vectors)), vectors, log=False)
    return graph
