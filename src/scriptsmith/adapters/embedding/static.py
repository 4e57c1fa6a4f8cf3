"""The shipped embedder: a vector for each token, added up. No model runs, and nothing leaves the machine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from ...core.types import Vector

SHIPPED = Path(__file__).resolve().parents[2] / "embedder"
_LONGEST = 4096  # characters: an action is a sentence or two, and a whole log pasted in says no more


class StaticEmbedder:
    """An `Embedder` from a folder with `tokens.npy` (int8, one row per token), `scales.npy` and `tokenizer.json`.

    A text's vector is the sum of its tokens' vectors, made unit length; a text without a known token gives zeros, which
    are near to nothing. Equal on every machine, in every batch. Made by `train/embedder.py`: token vectors distilled
    from all-MiniLM-L6-v2 (Model2Vec, Tulkens and van Dongen, 2024) and tuned on paraphrases.
    """

    def __init__(self, folder: Path = SHIPPED) -> None:
        self._folder = folder

    @cached_property
    def model(self) -> str:
        """The name of the vectors, with the first digits of their digest."""
        return (self._folder / "name").read_text().strip()

    @property
    def dimension(self) -> int:
        return int(self._tokens.shape[1])

    async def embed(self, texts: Sequence[str], /) -> Sequence[Vector]:
        return [tuple(row) for row in self.vectors(texts).tolist()]

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(len(texts), dimension), each row of length 1 or 0."""
        cut = [text[:_LONGEST].encode("utf-8", "replace").decode() for text in texts]  # no lone surrogates
        out = np.zeros((len(cut), self.dimension), dtype=np.float32)
        for row, encoded in enumerate(self._tokenizer.encode_batch_fast(cut, add_special_tokens=False)):
            if ids := encoded.ids:
                out[row] = self._scales[ids] @ self._tokens[ids].astype(np.float32)
        lengths = np.linalg.norm(out, axis=1, keepdims=True)
        np.divide(out, lengths, out=out, where=lengths > 0)
        return out

    @cached_property
    def _tokens(self) -> NDArray[np.int8]:
        table: NDArray[np.int8] = np.load(self._folder / "tokens.npy", mmap_mode="r")
        return table

    @cached_property
    def _scales(self) -> NDArray[np.float32]:
        return np.asarray(np.load(self._folder / "scales.npy"), dtype=np.float32)

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer

        return Tokenizer.from_file(str(self._folder / "tokenizer.json"))
