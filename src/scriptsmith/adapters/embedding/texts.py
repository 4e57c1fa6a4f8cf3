"""What of a text an embedder is shown, and how its answer becomes unit vectors."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..model_exchange import unbroken

LONGEST = 4096
"""Characters of a text that are read: an action is a sentence or two, and a whole log pasted in says no more."""
BLANK = "."
"""Stands for a text without anything in it, which many models refuse."""


def readable(text: str) -> str:
    """`text` as any tokenizer takes it: not too long, no lone surrogates, no NUL, never blank."""
    return unbroken(text[:LONGEST]).replace("\0", " ").strip() or BLANK


def unit(rows: Any, texts: list[str]) -> NDArray[np.float32]:
    """(len(texts), dimension): `rows` made unit length, zeros for the texts that are `BLANK`.

    Raises ValueError unless `rows` are finite numbers, as many in each.
    """
    vectors = np.array(rows, dtype=np.float64)
    if vectors.ndim != 2 or len(vectors) != len(texts) or not vectors.shape[1]:
        raise ValueError(f"vectors of shape {vectors.shape} for {len(texts)} texts")
    if not np.isfinite(vectors).all():
        raise ValueError("a number that is not finite")
    vectors /= np.maximum(np.abs(vectors).max(axis=1, keepdims=True), np.finfo(np.float64).tiny)  # no overflow below
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    np.divide(vectors, lengths, out=vectors, where=lengths > 0)
    vectors[[text == BLANK for text in texts]] = 0.0
    return vectors.astype(np.float32)
