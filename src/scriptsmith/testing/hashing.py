"""Vectors without a model: words and letter triples hashed into a fixed number of places."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Sequence

from ..core.types import Vector
from ..retrieval.words import FILLER, concept

_WORDS = re.compile(r"\w+")
_TRIPLE = 0.3
"""What a letter triple weighs beside a whole word: enough to bridge a typing error, not to outvote a word."""


class HashingEmbedder:
    """An `Embedder` that needs nothing: equal on every machine, and near for texts that share words.

    Signed feature hashing (Weinberger et al., 2009) of concepts and letter triples. A text without a word gives
    the zero vector, which is near to nothing; every other vector has length 1.
    """

    def __init__(self, dimension: int = 512) -> None:
        if dimension < 1:
            raise ValueError("an embedder has at least one dimension")
        self._dimension = dimension

    @property
    def model(self) -> str:
        """The name of the vectors: how they are made, and how many places they have."""
        return f"hashing-{self._dimension}"

    @property
    def dimension(self) -> int:
        return self._dimension

    async def embed(self, texts: Sequence[str], /) -> Sequence[Vector]:
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> Vector:
        places = [0.0] * self._dimension
        for word in _WORDS.findall(text.lower()):
            if word in FILLER:
                continue
            self._add(places, f"w:{concept(word)}", 1.0)
            padded = f"^{word}$"
            for start in range(len(padded) - 2):
                self._add(places, f"t:{padded[start : start + 3]}", _TRIPLE)
        length = math.sqrt(sum(place * place for place in places))
        return tuple(place / length for place in places) if length else tuple(places)

    def _add(self, places: list[float], feature: str, weight: float) -> None:
        hashed = zlib.crc32(feature.encode("utf-8", "surrogatepass"))
        places[hashed % self._dimension] += weight if hashed & 0x80000000 else -weight
