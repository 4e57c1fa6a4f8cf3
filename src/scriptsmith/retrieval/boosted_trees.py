"""A sum of small decision trees (gradient boosting: Friedman, 2001), read from a file and evaluated by numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


class BoostedTrees:
    """Trees over named features; a feature that is not known goes the way that training found best for it.

    `document` is what `train/confidence.py` writes: `features`, a `base` score, and for all nodes of all trees, one
    after another, the arrays `feature` (-1 for a leaf), `threshold`, `left` and `right` (numbers of nodes),
    `unknown_left` and `value`; `roots` are the first nodes of the trees, `depth` the length of the longest path.
    """

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.features: tuple[str, ...] = tuple(document["features"])
        self._base = float(document["base"])
        self._roots = np.array(document["roots"], np.int32)
        feature = np.array(document["feature"], np.int32)
        self._leaf = feature < 0
        self._feature = np.maximum(feature, 0)
        self._threshold = np.array(document["threshold"], np.float64)
        self._left = np.array(document["left"], np.int32)
        self._right = np.array(document["right"], np.int32)
        self._unknown_left = np.array(document["unknown_left"], np.bool_)
        self._value = np.array(document["value"], np.float64)
        self._depth = int(document["depth"])

    def scores(self, rows: Sequence[Mapping[str, float]]) -> list[float]:
        """The log odds of each row; a feature that a row does not name is unknown."""
        x = np.array([[row.get(name, np.nan) for name in self.features] for row in rows], np.float64)
        x = x.reshape(len(rows), len(self.features))
        node: NDArray[np.int32] = np.repeat(self._roots[None, :], len(rows), axis=0)
        row = np.arange(len(rows))[:, None]
        for _ in range(self._depth):
            said = x[row, self._feature[node]]
            left = np.where(np.isnan(said), self._unknown_left[node], said <= self._threshold[node])
            node = np.where(self._leaf[node], node, np.where(left, self._left[node], self._right[node]))
        found: list[float] = (self._base + self._value[node].sum(axis=1)).tolist()
        return found
