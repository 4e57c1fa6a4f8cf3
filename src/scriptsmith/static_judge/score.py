"""From signals to a probability, and to an opinion that names the strongest of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ..core.types import Opinion, Verdict
from .signals import NAMES, Signals
from .weights import CENTRES, NO_BELOW, PLAIN_NO_BELOW, PLAIN_SCALE, PLAIN_YES_FROM, WEIGHTS, YES_FROM

ASSESSOR = "static"
"""How this judge is named in opinions: nobody shall take it for a language model."""
FAVOURING = frozenset(
    (
        "meaning",
        "plain meaning",
        "words answered",
        "words asked for",
        "literals given",
        "literals exact",
        "literals in the right role",
        "amounts met",
        "place right",
        "kind right",
        "demands answered",
        "decisive met",
        "deeds answered",
        "things answered",
        "no objection",
    )
)
"""Signals that may only raise the score; every other one but the neutral ones may only lower it."""
TOO_LONG = 2.0
"""The signal `steps` (eight) from which on it gives no verdict: it learnt from lines, and would refuse every script."""
NEUTRAL = frozenset(("steps", "length of the action", "nothing to check"))
UNWEIGHED = frozenset(("plain command",))
"""Signals that choose the scale and the thresholds, and add nothing to the score."""


_PLAIN = NAMES.index("plain command")


def vector(signals: Signals) -> tuple[float, ...]:
    """The signals in the order of NAMES."""
    return tuple(signals.numbers[name] for name in NAMES)


def probability(signals: Signals) -> float:
    """How likely it is that the script does what was asked: a logistic model, calibrated on folds by action."""
    return probability_of(vector(signals))


def probability_of(values: Sequence[float]) -> float:
    """The same of the values of the signals, in the order of NAMES."""
    total = WEIGHTS[0] + sum(weight * value for weight, value in zip(WEIGHTS[1:], values, strict=True))
    if values[_PLAIN]:
        total = PLAIN_SCALE[0] + PLAIN_SCALE[1] * total
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def pull(signals: Signals) -> Mapping[str, float]:
    """What each signal adds to the score, beside that of an ordinary pair."""
    return {
        name: weight * (value - centre)
        for name, weight, value, centre in zip(NAMES, WEIGHTS[1:], vector(signals), CENTRES, strict=True)
    }


def opinion(signals: Signals) -> Opinion:
    """Yes, no or unsure by two thresholds, and why."""
    sure = probability(signals)
    verdict = verdict_of(sure, signals.numbers)
    return Opinion(assessor=ASSESSOR, verdict=verdict, reason=reason(signals, verdict), confidence=round(sure, 4))


def clean(numbers: Mapping[str, float]) -> bool:
    """Whether nothing at all speaks against it: the only case in which a yes is possible."""
    return not numbers["objections"]


def verdict_of(sure: float, numbers: Mapping[str, float]) -> Verdict:
    """The verdict at a probability: no yes where anything speaks against it, and none on a script that is too long.

    A plain command has thresholds of its own.
    """
    if numbers["steps"] >= TOO_LONG:
        return Verdict.UNSURE
    plain = bool(numbers["plain command"])
    if sure < (PLAIN_NO_BELOW if plain else NO_BELOW):
        return Verdict.NO
    if sure < (PLAIN_YES_FROM if plain else YES_FROM) or not clean(numbers):
        return Verdict.UNSURE
    return Verdict.YES


def reason(signals: Signals, verdict: Verdict) -> str:
    """The strongest signals in words, those for the verdict first; no model has read the script."""
    pulls = pull(signals)
    against = sorted(signals.against, key=lambda name: pulls[name])
    favour = sorted(signals.speaking_for, key=lambda name: -pulls[name])
    objections = [signals.against[name] for name in against[:3]]
    merits = [signals.speaking_for[name] for name in favour[:2]]
    if verdict is Verdict.YES:
        said = merits or ["its description is near to the action"]
    elif verdict is Verdict.NO:
        said = objections or ["its description is far from the action"]
    elif signals.numbers["steps"] >= TOO_LONG:
        said = ["the script has more steps than this judge can weigh", *objections[:1]]
    else:
        said = [*objections[:2], *merits[:1]] or ["its description is neither near to the action nor far from it"]
    return "; ".join(said)
