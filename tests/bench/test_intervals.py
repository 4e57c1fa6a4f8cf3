"""Confidence intervals against published values, simulation and their own promises."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scriptsmith.bench.intervals import bootstrap, bootstrap_difference, ratio, wilson, wilson_clustered

counts = st.integers(1, 400).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total)))


@pytest.mark.parametrize(
    ("successes", "total", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_by_hand(successes: int, total: int, low: float, high: float) -> None:
    """Wilson's interval has the values that Newcombe tabulated."""
    assert wilson(successes, total) == pytest.approx((low, high), abs=5e-5)


@given(counts, st.floats(0.5, 0.999))
def test_wilson_holds_the_share(count: tuple[int, int], level: float) -> None:
    """The interval lies in [0, 1], holds the share, mirrors with it, and grows with the level."""
    successes, total = count
    low, high = wilson(successes, total, level)
    assert 0 <= low <= successes / total <= high <= 1
    assert wilson(total - successes, total, level) == pytest.approx((1 - high, 1 - low))
    wider = wilson(successes, total, (1 + level) / 2)
    assert wider[0] <= low
    assert wider[1] >= high


def test_nothing_tried() -> None:
    """Without a trial nothing is known, and nothing is divided by 0."""
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson_clustered([], []) == (0.0, 1.0)
    assert bootstrap([], ratio) is None
    assert bootstrap([(0.0, 0.0)] * 3, ratio) is None
    assert bootstrap_difference([], [], ratio) is None


@pytest.mark.parametrize(("successes", "total"), [(-1, 5), (6, 5)])
def test_counts_that_are_none(successes: int, total: int) -> None:
    """More successes than trials, or fewer than none, are refused."""
    with pytest.raises(ValueError, match="no share"):
        wilson(successes, total)


def test_a_level_outside() -> None:
    """A level is a probability."""
    with pytest.raises(ValueError, match="level"):
        wilson(1, 2, 95)


@given(st.lists(st.booleans(), min_size=1, max_size=60))
def test_one_trial_each_is_wilson(outcomes: list[bool]) -> None:
    """With one trial for each case, cases and trials are the same."""
    assert wilson_clustered([float(each) for each in outcomes], [1.0] * len(outcomes)) == wilson(
        sum(outcomes), len(outcomes)
    )


def test_copies_add_nothing() -> None:
    """Ten samples that always agree with each other tell as much as one: the interval stays that of the cases."""
    once = wilson(30, 50)
    ten = wilson_clustered([10.0] * 30 + [0.0] * 20, [10.0] * 50)
    assert ten == pytest.approx(once, abs=0.01)
    assert ten[1] - ten[0] > 2 * (wilson(300, 500)[1] - wilson(300, 500)[0])
    assert wilson_clustered([10.0] * 20, [10.0] * 20) == wilson(20, 20)


def test_independent_samples_add_much() -> None:
    """Ten samples without likeness tell about as much as ten cases."""
    source = np.random.default_rng(5)
    parts = [float(each) for each in source.binomial(10, 0.6, size=200)]
    low, high = wilson_clustered(parts, [10.0] * 200)
    plain = wilson(round(sum(parts)), 2000)
    assert high - low == pytest.approx(plain[1] - plain[0], rel=0.2)


def test_the_clustered_interval_covers() -> None:
    """Of 400 simulated suites with likeness among samples, the interval holds the truth in about 95 of 100."""
    source = np.random.default_rng(7)
    held = 0
    for _ in range(400):
        chances = source.beta(1.2, 0.8, size=60)
        parts = source.binomial(5, chances)
        low, high = wilson_clustered([float(each) for each in parts], [5.0] * 60)
        held += low <= 0.6 <= high
    assert 0.92 <= held / 400 <= 0.98


def test_the_bootstrap_covers() -> None:
    """Of 300 simulated means, the interval holds the truth in about 95 of 100."""
    source = np.random.default_rng(11)
    held = 0
    for _ in range(300):
        interval = bootstrap([(float(each), 1.0) for each in source.exponential(2.0, size=80)], ratio)
        assert interval
        held += interval[0] <= 2.0 <= interval[1]
    assert 0.88 <= held / 300 <= 0.98


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=30))
@settings(max_examples=30)
def test_the_bootstrap_is_seeded(values: list[float]) -> None:
    """The same values give the same interval, within their range."""
    rows = [(value, 1.0) for value in values]
    interval = bootstrap(rows, ratio)
    assert interval is not None
    assert interval == bootstrap(rows, ratio)
    assert min(values) - 1e-9 <= interval[0] <= interval[1] <= max(values) + 1e-9


def test_pairing_removes_what_both_share() -> None:
    """Systems that differ by the same amount in every case differ for certain, however much cases differ."""
    source = np.random.default_rng(3)
    first = [(float(each), 1.0) for each in source.normal(0, 50, size=40)]
    second = [(value + 1.0, 1.0) for value, _ in first]
    assert bootstrap_difference(first, second, ratio) == pytest.approx((1.0, 1.0))
    apart = bootstrap_difference(first, list(reversed(second)), ratio)
    assert apart is not None
    assert apart[1] - apart[0] > 10


def test_other_cases_cannot_be_paired() -> None:
    """Unequal lists are refused rather than cut."""
    with pytest.raises(ValueError, match="same cases"):
        bootstrap_difference([(1.0, 1.0)], [], ratio)
