"""How well retrieval answers: precision and coverage of what is served, calibration, and what is taken for what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..core.flow import Policy, reusable
from ..core.offers import probables
from ..core.run import Run
from ..core.types import Action, Entry, Match, Parameter
from ..ports import Catalogue
from .names import unit_name

_BINS = 10
_NEAREST = 5
"""How many entries are looked up for one action."""


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
    """What retrieval said to one of them: the entries, best first, the one that is served, if any, and those that are
    offered else."""

    asked: LabelledAction
    matches: tuple[Match, ...]
    served: Match | None
    offered: tuple[Match, ...] = ()

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
        return self.served is not None and self._answers(self.served)

    @property
    def is_reached(self) -> bool:
        """Whether the entry that was meant is served or offered, with every value that was given."""
        return any(self._answers(it) for it in ((self.served,) if self.served else self.offered))

    @property
    def is_near_miss(self) -> bool:
        """Whether what was asked is near to an entry that does not answer it."""
        return bool(self.asked.near) and self.asked.near != self.asked.entry

    def _answers(self, match: Match) -> bool:
        if match.entry.id != self.asked.entry:
            return False
        known = {it.name: it for it in match.entry.parameters}
        return all(
            is_labelled(known[name], match.parameters.get(name), label)
            if name in known
            else match.parameters.get(name) == label
            for name, label in self.asked.parameters.items()
        )


async def answered(
    asked: LabelledAction, catalogue: Catalogue, policy: Policy, entries: Mapping[str, Entry] | None = None
) -> Answered:
    """What `catalogue` says to `asked`, and what a run under `policy` would serve or offer of it.

    It is asked in the language of the entry that is meant, or that a near miss is near to, where `entries` knows it.
    """
    action = asked_for(asked.action, asked.entry or asked.near, entries or {})
    matches = tuple(await catalogue.nearest(action, limit=_NEAREST))
    served = reusable(Run(action=action, matches=matches), policy)
    return Answered(asked=asked, matches=matches, served=served, offered=() if served else tuple(probables(matches)))


def asked_for(text: str, meant: str | None, entries: Mapping[str, Entry]) -> Action:
    """The words in the language of the entry that is meant; in Bash where `entries` does not have it."""
    entry = entries.get(meant or "")
    return Action(text=text, target=entry.script.target if entry else "bash")


def is_labelled(parameter: Parameter, value: str | None, label: str) -> bool:
    """Whether a value is the labelled one, as it was labelled or as the name of the unit that it means."""
    return value in (label, unit_name(parameter, label))


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
    every value right as well. `reached` is the share of the answerable ones that are served or offered their entry
    with every value. `lacking` counts those whose entry came first and only lacked a value. `near_served` is the share
    of near misses that are served the entry which they are near to, `foreign_served` that of actions which are near to
    nothing and that nothing answers. `grave` counts wrong answers whose entry is not safe. `risks` and `areas` tell
    of each how many it answers, how many are served it, and how many are reached.
    """

    asked: int
    answerable: int
    first: float | None
    coverage: float | None
    precision: float | None
    exact: float | None
    reached: float | None
    near_served: float | None
    foreign_served: float | None
    grave: int
    served: int
    lacking: int
    wrong: tuple[tuple[str, str, str], ...]
    kinds: Mapping[str, tuple[int, int]]
    risks: Mapping[str, tuple[int, int, int]]
    areas: Mapping[str, tuple[int, int, int]]
    error: float | None
    bins: tuple[Bin, ...]
    confused: tuple[tuple[str, str, int], ...]


def report(answers: Sequence[Answered], entries: Mapping[str, Entry]) -> Report:
    """All figures for `answers`; `entries` are those of the catalogue, by id."""
    answerable = [it for it in answers if it.asked.entry]
    served = [it for it in answers if it.served]
    right = [it for it in served if it.is_right]
    near = [it for it in answers if it.is_near_miss]
    foreign = [it for it in answers if not it.asked.entry and not it.asked.near]
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
        reached=_share(sum(it.is_reached for it in answerable), len(answerable)),
        near_served=_share(
            sum(it.served is not None and it.served.entry.id == it.asked.near for it in near), len(near)
        ),
        foreign_served=_share(sum(it.served is not None for it in foreign), len(foreign)),
        grave=sum(it.served is not None and not it.is_right and it.served.entry.risk != "safe" for it in answers),
        served=len(served),
        lacking=sum(it.first is not None and bool(it.first.missing) and not it.first.objections for it in first),
        wrong=tuple(
            (it.asked.action, it.asked.entry or "", it.served.entry.id)
            for it in served
            if it.served and not it.is_exact
        ),
        kinds={kind: (size, count) for kind, (size, count) in sorted(kinds.items())},
        risks=_groups([(entries[it.asked.entry].risk, it) for it in answerable if it.asked.entry]),
        areas=_groups([(entries[it.asked.entry].area, it) for it in answerable if it.asked.entry]),
        error=error,
        bins=bins,
        confused=tuple((one, other, count) for (one, other), count in confused.most_common(20)),
    )


def _groups(named: Sequence[tuple[str, Answered]]) -> dict[str, tuple[int, int, int]]:
    counts: dict[str, list[int]] = {}
    for name, it in named:
        group = counts.setdefault(name, [0, 0, 0])
        for at, counted in enumerate((True, it.is_right, it.is_reached)):
            group[at] += counted
    return {name: (asked, right, reached) for name, (asked, right, reached) in sorted(counts.items())}


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
