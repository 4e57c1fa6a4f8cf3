"""How well retrieval answers: precision and coverage of what is served, calibration, and what is taken for what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..core.types import Match

_BINS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledAction:
    """An action and what answers it: an entry by id, or None when the catalogue holds nothing for it.

    `kind` says why it was written: `paraphrase`, or for a near miss `opposite`, `object`, `scope` or `outside`.
    `near` names the entry that a near miss is near to. `parameters` are values that must be bound; others may be.
    """

    action: str
    entry: str | None = None
    kind: str = "paraphrase"
    near: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What retrieval said to one of them: the entries, best first, and the one that is served, if any."""

    asked: LabelledAction
    matches: tuple[Match, ...]
    served: Match | None

    @property
    def first(self) -> Match | None:
        return self.matches[0] if self.matches else None

    @property
    def is_right(self) -> bool:
        """Whether what was served is the entry that was meant."""
        return self.served is not None and self.served.entry.id == self.asked.entry

    @property
    def is_exact(self) -> bool:
        """Whether it was, with every value that was given."""
        it = self.served
        if it is None or not self.is_right:
            return False
        return all(it.parameters.get(name) == value for name, value in self.asked.parameters.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Answers of like confidence: how many, how sure they were on average, and which share was right."""

    size: int
    confidence: float
    right: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Shares lie in [0, 1]; `None` where there was nothing to count.

    `first` and `coverage` are shares of the actions that an entry answers: how many find it first, and how many are
    served it. `precision` is the share of right entries among all that were served, and `exact` the share that had
    every value right as well. `lacking` counts those whose entry came first and only lacked a value.
    """

    asked: int
    answerable: int
    first: float | None
    coverage: float | None
    precision: float | None
    exact: float | None
    served: int
    lacking: int
    wrong: tuple[tuple[str, str, str], ...]
    kinds: Mapping[str, tuple[int, int]]
    error: float | None
    bins: tuple[Bin, ...]
    confused: tuple[tuple[str, str, int], ...]


def report(answers: Sequence[Answered]) -> Report:
    """All figures for `answers`."""
    answerable = [it for it in answers if it.asked.entry]
    served = [it for it in answers if it.served]
    right = [it for it in served if it.is_right]
    first = [it for it in answerable if it.first and it.first.entry.id == it.asked.entry]
    kinds: dict[str, list[int]] = {}
    for it in answers:
        counts = kinds.setdefault(it.asked.kind, [0, 0])
        counts[0] += 1
        counts[1] += it.served is not None
    bins, error = reliability(
        [(it.first.confidence, it.first.entry.id == it.asked.entry) for it in answers if it.first]
    )
    confused = Counter(
        (it.asked.entry or it.asked.near or "nothing", it.first.entry.id if it.first else "nothing")
        for it in answerable
        if it not in first
    )
    return Report(
        asked=len(answers),
        answerable=len(answerable),
        first=_share(len(first), len(answerable)),
        coverage=_share(sum(it.asked.entry is not None for it in right), len(answerable)),
        precision=_share(len(right), len(served)),
        exact=_share(sum(it.is_exact for it in served), len(served)),
        served=len(served),
        lacking=sum(it.first is not None and bool(it.first.missing) and not it.first.objections for it in first),
        wrong=tuple(
            (it.asked.action, it.asked.entry or "", it.served.entry.id)
            for it in served
            if it.served and not it.is_exact
        ),
        kinds={kind: (size, count) for kind, (size, count) in sorted(kinds.items())},
        error=error,
        bins=bins,
        confused=tuple((one, other, count) for (one, other), count in confused.most_common(20)),
    )


def reliability(said: Sequence[tuple[float, bool]]) -> tuple[tuple[Bin, ...], float | None]:
    """Bins of equal size by confidence, and the expected calibration error: how far on average confidence and the
    share of right ones lie apart (Naeini, Cooper and Hauskrecht, 2015)."""
    if not said:
        return (), None
    ordered = sorted(said, key=lambda it: it[0])
    size = max(1, -(-len(ordered) // _BINS))
    bins = []
    for start in range(0, len(ordered), size):
        part = ordered[start : start + size]
        confidence = sum(sure for sure, _ in part) / len(part)
        bins.append(Bin(size=len(part), confidence=confidence, right=sum(good for _, good in part) / len(part)))
    error = sum(it.size * abs(it.confidence - it.right) for it in bins) / len(ordered)
    return tuple(bins), error


def _share(count: int, of: int) -> float | None:
    return count / of if of else None
