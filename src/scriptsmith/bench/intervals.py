"""Confidence intervals: Wilson's for shares, the bootstrap over cases for everything else. Seeded, so repeatable."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Interval: TypeAlias = tuple[float, float]
Array: TypeAlias = NDArray[np.float64]
Combine: TypeAlias = Callable[[Array], Array]
"""From sums, (…, n), to values, (…); NaN where there is nothing to divide by."""

LEVEL = 0.95
DRAWS = 2000
SEED = 20_260_101
_MOST = 4_000_000  # numbers that say how often a case is drawn: 32 MB
_FEWEST = 400


def wilson(successes: int, total: int, level: float = LEVEL) -> Interval:
    """The interval of a share of `total` independent trials (Wilson 1927; Brown, Cai and DasGupta 2001, section 3.1).

    Both ends lie in [0, 1] and hold the share between them; (0, 1) when there was no trial, since nothing is known.
    Raises ValueError for counts that are none, and for a level outside of (0, 1).
    """
    if not 0 <= successes <= total:
        raise ValueError(f"{successes} of {total} is no share")
    return _wilson(successes / total, total, level) if total else (0.0, 1.0)


def wilson_clustered(parts: Sequence[float], wholes: Sequence[float], level: float = LEVEL) -> Interval:
    """The interval of sum(parts) / sum(wholes) where the trials of one case resemble each other.

    One count of successes and of trials for each case. Wilson's interval at the effective sample size, which comes
    from the linearised variance over cases (Korn and Graubard 1998; Dean and Pagano 2015). It is never more than the
    trials, and the number of cases where all trials agree and no variance can be seen. With one trial
    for each case it is `wilson`.
    """
    kept = [(part, whole) for part, whole in zip(parts, wholes, strict=True) if whole]
    cases, trials = len(kept), sum(whole for _, whole in kept)
    if not trials:
        return 0.0, 1.0
    share = min(1.0, max(0.0, sum(part for part, _ in kept) / trials))
    if trials == cases and all(whole == 1 for _, whole in kept):
        return _wilson(share, trials, level)
    variance = sum((part - share * whole) ** 2 for part, whole in kept) / trials**2
    variance *= cases / (cases - 1) if cases > 1 else 0
    effective = share * (1 - share) / variance if variance > 0 else cases
    return _wilson(share, min(max(effective, 1.0), trials), level)


def bootstrap(
    rows: Sequence[Sequence[float]],
    combine: Combine,
    *,
    level: float = LEVEL,
    draws: int = DRAWS,
    seed: int = SEED,
) -> Interval | None:
    """The interval of combine(sum of rows), one row for each case, cases drawn with replacement.

    The percentile method (Efron and Tibshirani 1993, section 13.3) on those draws that have a value. Cases are drawn,
    not samples, because the samples of a case resemble each other. None when there is no case or no draw with a value.
    With very many cases fewer draws are made.
    """
    if not rows:
        return None
    sums = _weights(len(rows), draws, seed) @ np.asarray(rows, dtype=np.float64)
    return _percentiles(combine(sums), level)


def bootstrap_difference(
    first: Sequence[Sequence[float]],
    second: Sequence[Sequence[float]],
    combine: Combine,
    *,
    level: float = LEVEL,
    draws: int = DRAWS,
    seed: int = SEED,
) -> Interval | None:
    """The interval of the second value less the first, where the same cases are drawn for both: a paired bootstrap.

    Rows are in the same order of cases (Koehn 2004; Efron and Tibshirani 1993). None when no
    draw has a value in both. Raises ValueError when the two differ in length.
    """
    if len(first) != len(second):
        raise ValueError("a paired bootstrap needs the same cases in both")
    if not first:
        return None
    weights = _weights(len(first), draws, seed)
    one, other = (combine(weights @ np.asarray(rows, dtype=np.float64)) for rows in (first, second))
    return _percentiles(other - one, level)


def ratio(sums: Array) -> Array:
    """The first sum over the second."""
    with np.errstate(divide="ignore", invalid="ignore"):
        value: Array = np.where(sums[..., 1] != 0, sums[..., 0] / sums[..., 1], np.nan)
    return value


@lru_cache(maxsize=2)
def _weights(cases: int, draws: int, seed: int) -> Array:
    """How often each case is drawn in each draw: rows that add up to `cases`."""
    draws = min(draws, max(_FEWEST, _MOST // cases))
    source = np.random.default_rng(seed)
    counts = np.empty((draws, cases))
    for number in range(draws):
        counts[number] = np.bincount(source.integers(0, cases, size=cases), minlength=cases)
    counts.setflags(write=False)
    return counts


def _percentiles(values: Array, level: float) -> Interval | None:
    _quantile(level)
    values = values[np.isfinite(values)]
    if not values.size:
        return None
    low, high = np.quantile(values, ((1 - level) / 2, (1 + level) / 2))
    return float(low), float(high)


def _wilson(share: float, total: float, level: float) -> Interval:
    z = _quantile(level)
    spread = z * z / total
    centre = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / total + spread / (4 * total)) / (1 + spread)
    return min(share, max(0.0, centre - half)), max(share, min(1.0, centre + half))


def _quantile(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, and {level:g} does not")
    return NormalDist().inv_cdf((1 + level) / 2)
