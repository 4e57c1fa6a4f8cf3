"""The vectors that retrieval compares: kept for phrases, fresh for what is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...ports import Embedder
from ..hybrid_search import Vectors
from .store import Told

Meter: TypeAlias = Callable[[str], AbstractContextManager[Told]]
"""Given what is done, a context whose value hears how much of it is done."""


def _silent(text: str) -> AbstractContextManager[Told]:
    return nullcontext(lambda done, total: None)


class Store(Protocol):
    """Where the vectors of texts by one embedder are kept."""

    async def kept(self, texts: Sequence[str], told: Told | None = None, /) -> Vectors:
        """Those of `texts`; what is missing is embedded, of which `told` hears, and stored."""
        ...


class KeptMeanings:
    """Vectors by `embedder`, those of phrases kept in `store`.

    `calibrated` says whether the shipped confidence was fitted with this embedder's cosines: those of another one
    choose the entries that are looked at, and say nothing of how sure one may be.
    """

    def __init__(self, embedder: Embedder, store: Store, *, calibrated: bool, meter: Meter = _silent) -> None:
        self.calibrated = calibrated
        self._embedder = embedder
        self._store = store
        self._meter = meter

    async def kept(self, texts: Sequence[str], /) -> Vectors:
        with self._meter(f"comparing {len(texts)} phrases with {self._embedder.model}") as told:
            return await self._store.kept(texts, told)

    async def of(self, text: str, /) -> NDArray[np.float32]:
        asked: NDArray[np.float32] = np.asarray(await self._embedder.embed([text]), dtype=np.float32)
        return asked.reshape(-1)
