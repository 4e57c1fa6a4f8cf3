"""An embedder with a span for each exchange."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...core.types import Vector
    from ...ports import Embedder
    from .tracing import Tracing


class WatchedEmbedder:
    """The same embedder, watched; `named` is `provider:model`, as the settings have it."""

    def __init__(self, embedder: Embedder, tracing: Callable[[], Tracing], named: str) -> None:
        self._embedder, self._tracing = embedder, tracing
        self._provider, _, self._name = named.partition(":")

    @property
    def model(self) -> str:
        return self._embedder.model

    @property
    def dimension(self) -> int:
        return self._embedder.dimension

    async def embed(self, texts: Sequence[str], /) -> Sequence[Vector]:
        with self._tracing().embeddings(self._provider, self._name, len(texts)):
            return await self._embedder.embed(texts)
