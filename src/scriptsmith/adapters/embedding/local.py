"""The `Embedder` port over models on this machine that sentence-transformers runs; an extra, for it brings torch."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .library import explained, extra, mark
from .texts import readable, unit

if TYPE_CHECKING:
    from ...core.types import Vector

_BATCH = 32


class LocalEmbedder:
    """An `Embedder` from a folder or a name that sentence-transformers knows, which it may download once.

    Nothing is loaded before the first text. The model runs in a thread, one call at a time, and takes of a text what
    fits into it. Raises `ModelError` where the extra is missing or the model cannot be loaded or run.
    """

    def __init__(self, name: str) -> None:
        self._folder = Path(name).expanduser()
        self._name = name
        self._one = threading.Lock()
        self._dimension = 0

    @cached_property
    def model(self) -> str:
        """The name, for a folder with a mark of the files in it."""
        return f"sentence-transformers:{self._name}{f'#{mark(self._folder)}' if self._folder.is_dir() else ''}"

    @property
    def dimension(self) -> int:
        return self._dimension

    async def embed(self, texts: Sequence[str], /) -> Sequence[Vector]:
        if not texts:
            return []
        return await asyncio.to_thread(self._embed, [readable(text) for text in texts])

    def _embed(self, texts: list[str]) -> list[Vector]:
        with self._one:
            model = self._loaded
            with explained(self._name, "could not be run", "check embedder.model"):
                raw = model.encode(texts, batch_size=_BATCH, show_progress_bar=False, convert_to_numpy=True)
                rows = unit(raw, texts)
        self._dimension = rows.shape[1]
        return [tuple(row) for row in rows.tolist()]

    @cached_property
    def _loaded(self) -> Any:
        library = extra("sentence_transformers", "sentence-transformers", f"sentence-transformers:{self._name}")
        name = str(self._folder) if self._folder.is_dir() else self._name
        with explained(self._name, "could not be loaded", "check that embedder.model names a folder or a model"):
            return library.SentenceTransformer(name, trust_remote_code=False)
