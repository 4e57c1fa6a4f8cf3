"""From features to a probability, and from a wanted precision to the least probability."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scriptsmith.retrieval.boosted_trees import BoostedTrees
from scriptsmith.retrieval.confidence import least_probability, on_one_scale, probabilities, with_verdict

shares = st.floats(0, 1)
counts = st.integers(0, 9)
risks = st.sampled_from(["safe", "notable", "dangerous", "unanalysable"])


@given(shares, shares, st.floats(-1, 1), counts, st.booleans())
def test_a_probability(phrase: float, words: float, meaning: float, loose: int, by_meaning: bool) -> None:
    """Whatever the features, what comes out is a probability; unknown ones are no error."""
    row = {"phrase": phrase, "words": words, "loose": float(loose), **({"meaning": meaning} if by_meaning else {})}
    assert all(0.0 <= it <= 1.0 for it in probabilities([row, {}]))


def test_likeness_makes_an_entry_surer() -> None:
    """A full likeness, far ahead of the rest, is surer than hardly any."""
    good = {"phrase": 1.0, "words": 1.0, "meaning": 0.95, "votes": 0.9, "lead": 0.4, "ahead": 0.4, "loose": 0.0}
    bad = {"phrase": 0.2, "words": 0.3, "meaning": 0.3, "votes": 0.0, "lead": -0.3, "ahead": -0.3, "loose": 2.0}
    high, low = probabilities([good, bad])
    assert high > 0.5 > low


@given(shares, st.floats(-9, 9), st.floats(-9, 9), st.sampled_from([0.0, 1.0]), shares, risks)
def test_a_better_verdict_is_worth_more(
    sure: float, one: float, two: float, other: float, unknown: float, risk: str
) -> None:
    """On every scale, and what comes out is a probability."""
    verdicts = sorted((one, two))
    low, high = (on_one_scale(with_verdict(sure, each, other, unknown), risk) for each in verdicts)  # type: ignore[arg-type]
    assert 0.0 <= low <= high <= 1.0


@given(shares, st.floats(-9, 9), shares)
def test_what_an_entry_does_not_mention_speaks_against_it(sure: float, odds: float, unknown: float) -> None:
    """Another product, and words that it does not use."""
    best = with_verdict(sure, odds, 0.0, 0.0)
    assert with_verdict(sure, odds, 1.0, 0.0) <= best
    assert with_verdict(sure, odds, 0.0, unknown) <= best


@given(shares)
def test_an_entry_that_only_looks_sets_the_scale(sure: float) -> None:
    """Its probability is its confidence; that of others is put on the same scale."""
    assert on_one_scale(sure, "safe") == sure
    assert on_one_scale(0.0, "dangerous") == 0.0


def test_a_higher_precision_needs_more() -> None:
    """The least probability grows with the precision that is wanted; what was never reached shows 1: the very words."""
    least = [least_probability(precision) for precision in (0.0, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)]
    assert least == sorted(least)
    assert least[-1] == 1.0


TREES = {
    "features": ["a", "b"],
    "base": 0.5,
    "roots": [0, 3],
    "depth": 1,
    "feature": [0, -1, -1, 1, -1, -1],
    "threshold": [1.0, 0.0, 0.0, 2.0, 0.0, 0.0],
    "left": [1, 0, 0, 4, 0, 0],
    "right": [2, 0, 0, 5, 0, 0],
    "unknown_left": [0, 0, 0, 1, 0, 0],
    "value": [0.0, 1.0, 2.0, 0.0, 10.0, 20.0],
}


@pytest.mark.parametrize(
    ("row", "score"),
    [
        ({"a": 1.0, "b": 2.0}, 11.5),
        ({"a": 1.5, "b": 2.5}, 22.5),
        ({}, 12.5),
        ({"a": math.nan, "b": math.nan, "c": 7.0}, 12.5),
    ],
)
def test_trees_are_summed(row: dict[str, float], score: float) -> None:
    """Each row ends in one leaf of each tree; what is unknown goes the way that the tree says."""
    assert BoostedTrees(TREES).scores([row]) == [score]
