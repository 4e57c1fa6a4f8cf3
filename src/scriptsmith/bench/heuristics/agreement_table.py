"""The table of NL2SH: how often each heuristic is right about pairs that are known to be equivalent, or not to be."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ...errors import BadInput
from ..intervals import wilson
from ..model import Case, Heuristic, Judgement, Pair

ROTATION = 10
_AT_ONCE = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A share with its 95 % interval; None where nothing was counted."""

    value: float | None
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledPair:
    """A pair, and whether its commands are equivalent."""

    pair: Pair
    equivalent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """The pairs that a table is made of, and (case, reason) for each case that none could be made of."""

    known: tuple[LabelledPair, ...]
    skipped: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HeuristicCounts:
    """One heuristic: its counts, and every pair that it was wrong about. Pairs that it could not judge are in none."""

    name: str
    true_positives: int = 0
    false_positives: int = 0
    true_negatives: int = 0
    false_negatives: int = 0
    unjudged: tuple[tuple[str, str], ...] = ()
    wrong: tuple[tuple[str, bool, str], ...] = ()

    @property
    def judged(self) -> int:
        return self.true_positives + self.false_positives + self.true_negatives + self.false_negatives

    @property
    def precision(self) -> Share:
        """Of the pairs called equivalent, those that are."""
        return share(self.true_positives, self.true_positives + self.false_positives)

    @property
    def recall(self) -> Share:
        """Of the equivalent pairs, those that were called so."""
        return share(self.true_positives, self.true_positives + self.false_negatives)

    @property
    def accuracy(self) -> Share:
        return share(self.true_positives + self.true_negatives, self.judged)

    @property
    def f1(self) -> Share:
        """2 J / (1 + J), where J is the share of true positives in all but the true negatives; so are its ends."""
        found = share(self.true_positives, self.judged - self.true_negatives)
        return Share(value=None if found.value is None else _f1(found.value), low=_f1(found.low), high=_f1(found.high))


def share(part: int, whole: int) -> Share:
    """`part` of `whole` with Wilson's interval."""
    low, high = wilson(part, whole)
    return Share(value=part / whole if whole else None, low=low, high=high)


def pairs_of(cases: Sequence[Case], *, all_rows: bool = False, rotation: int = ROTATION) -> Pairs:
    """Each case's first reference with its second, and with the second of the case `rotation` places on (NL2SH, 4.1).

    Both in the world of the case itself, as upstream does. Cases with a problem are skipped before rotating, unless
    `all_rows`: then only those without two references are. Raises `BadInput` where too few are left.
    """
    usable = [case for case in cases if len(case.golds) > 1 and (all_rows or not case.problem)]
    skipped = tuple((case.key, case.problem or "it has no two references") for case in cases if case not in usable)
    if len(usable) <= rotation:
        raise BadInput(f"{len(usable)} usable cases cannot be rotated by {rotation}")
    known = []
    for at, case in enumerate(usable):
        other = usable[(at + rotation) % len(usable)]
        known.append(LabelledPair(pair=_pair(case, case, "second"), equivalent=True))
        known.append(LabelledPair(pair=_pair(case, other, f"second-of-{other.id}"), equivalent=False))
    return Pairs(known=tuple(known), skipped=skipped)


async def table(
    pairs: Pairs, heuristics: Mapping[str, Heuristic], told: Callable[[int, int], None] = lambda done, total: None
) -> tuple[HeuristicCounts, ...]:
    """One line for each heuristic, in order, all on the same pairs; `told` hears how many judgements are done.

    Raises what a heuristic raises: a broken tool is no judgement.
    """
    total, done = len(pairs.known) * len(heuristics), 0
    turn = asyncio.Semaphore(_AT_ONCE)

    async def judge(heuristic: Heuristic, pair: Pair) -> Judgement:
        nonlocal done
        async with turn:
            judgement = await heuristic(pair)
        done += 1
        told(done, total)
        return judgement

    lines = []
    for name, heuristic in heuristics.items():
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(judge(heuristic, each.pair)) for each in pairs.known]
        except BaseExceptionGroup as several:
            raise several.exceptions[0] from None
        lines.append(_line(name, pairs.known, [task.result() for task in tasks]))
    return tuple(lines)


def _line(name: str, known: Sequence[LabelledPair], judgements: Sequence[Judgement]) -> HeuristicCounts:
    counts = {(said, truth): 0 for said in (True, False) for truth in (True, False)}
    unjudged, wrong = [], []
    for each, judgement in zip(known, judgements, strict=True):
        if judgement.equivalent is None:
            unjudged.append((each.pair.id, judgement.why))
            continue
        counts[judgement.equivalent, each.equivalent] += 1
        if judgement.equivalent is not each.equivalent:
            wrong.append((each.pair.id, judgement.equivalent, judgement.why))
    return HeuristicCounts(
        name=name,
        true_positives=counts[True, True],
        false_positives=counts[True, False],
        true_negatives=counts[False, False],
        false_negatives=counts[False, True],
        unjudged=tuple(unjudged),
        wrong=tuple(wrong),
    )


def _pair(case: Case, other: Case, name: str) -> Pair:
    return Pair(
        id=f"{case.key}+{name}",
        action=case.action,
        first=case.golds[0].text,
        second=other.golds[1].text,
        fixture=case.fixture,
        workdir=case.workdir,
    )


def _f1(jaccard: float) -> float:
    return 2 * jaccard / (1 + jaccard)
