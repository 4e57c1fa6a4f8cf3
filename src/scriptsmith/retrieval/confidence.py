"""How sure it is that an entry is what was asked for: a probability, learned from actions with known answers.

Gradient-boosted trees over what the search found for an entry: how like it is by words and by meaning, how far it is
ahead of the others, what became of the values; then, where the verifier read the entry, its verdict and what the entry
does not mention, by logistic regression. The numbers come from `train/confidence.py` and lie in `data/`, with how many
actions they were learned from and how well they hold; none is set by hand.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.types import Risk

if TYPE_CHECKING:
    from .boosted_trees import BoostedTrees

DATA = Path(__file__).with_name("data")
STEPS, TREES = DATA / "confidence_steps.json", DATA / "confidence_trees.json"
GRAVITY: Mapping[Risk, float] = {"safe": 0.0, "notable": 1.0, "dangerous": 2.0}
HARMFUL: frozenset[Risk] = frozenset({"dangerous", "unanalysable"})
"""Entries that may do great harm, or of which nobody can tell: they are asked more."""
BY_MEANING = frozenset({"meaning", "votes", "lead"})
"""Features that are unknown where meanings were not compared."""

Features = Mapping[str, float]


def probabilities(rows: Sequence[Features]) -> list[float]:
    """For each candidate the probability that it is what was asked for, by its features alone."""
    return [_share(score) for score in _trees().scores(rows)]


def with_verdict(sure: float, odds: float, other: float, unknown: float) -> float:
    """The probability of a candidate to which the verifier gives these log odds, with what the entry does not mention:
    whether an `other` product is named, and which share of the words is `unknown`."""
    said = (1.0, log_odds(sure), odds, other, unknown)
    return _share(sum(weight * each for weight, each in zip(_numbers()["verdict"], said, strict=True)))


def log_odds(sure: float) -> float:
    """Within what numbers can tell apart."""
    return math.log(max(sure, 1e-6) / max(1 - sure, 1e-6))


def on_one_scale(sure: float, risk: Risk) -> float:
    """A probability by trees and verdict as that of an entry that only looks, so that one least probability serves all.

    Linear between steps of like precision: what changes something is right less often when it is as sure.
    """
    if risk == "safe":
        return sure
    marks, top = [(0.0, 0.0)], 1.0
    for precision, to in _numbers()["steps"]["safe"]:
        from_ = next((least for reached, least in _numbers()["steps"]["others"] if reached >= precision), 1.0)
        if from_ == 1.0:  # never reached: however sure, it stays below
            top = min(top, to)
        elif marks[-1][0] < from_ and to < 1.0:
            marks.append((from_, to))
    marks.append((1.0, max(marks[-1][1], top - 1e-4 if top < 1.0 else top)))
    for (low, start), (high, end) in pairwise(marks):
        if sure <= high:
            return start + (end - start) * (sure - low) / (high - low)
    return sure


def least_probability(precision: float) -> float:
    """The probability from which on at least the share `precision` of served entries was right when it was learned."""
    return next((least for reached, least in _numbers()["steps"]["safe"] if reached >= precision), 1.0)


def _share(odds: float) -> float:
    """Log odds as a probability."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))


@cache
def _numbers() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(STEPS.read_text(encoding="utf-8"))
    return found


@cache
def _trees() -> BoostedTrees:
    from .boosted_trees import BoostedTrees

    return BoostedTrees(json.loads(TREES.read_text(encoding="utf-8")))
