"""How several opinions become one verdict (CodeSift, section 3.3: the ensemble of both analyses).

`combine` counts what was said. `weigh` pools how sure each opinion is, where a model tells that (a logarithmic opinion
pool: Genest and Zidek, Statistical Science 1986), with weights fitted on drafts of real models that execution had
judged (`benchmarks/ensemble.py`, decision 98).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .types import Opinion, Verdict

LIKELIHOOD, AGREEMENT, TRIAL = "likelihood", "agreement", "trial"
"""The assessors that are no model and no judge: how likely a model was to write the script, how many other drafts do
the same, and how it ran in small worlds."""
DIRECT = "direct"
"""The assessor that sees the script itself. Without how sure it is, nothing is weighed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """What an opinion counts: `weight` times by how much its log odds exceed `centre`, their usual value."""

    weight: float
    centre: float


# Of 502 drafts of Qwen2.5-Coder 1.5B, half of them right, with itself as assessor. What it says of a description added
# nothing to what it says of the script, and has no weight. It was asked without the sentence on quotation marks, which
# lowers its log odds (1.304 and 0.577 there): corrected by 137 drafts that it was asked about in both ways.
INTERCEPT = 0.0
WEIGHTS: Mapping[str, Weight] = {
    DIRECT: Weight(weight=1.567, centre=0.233),
    "static": Weight(weight=0.155, centre=-1.958),
    TRIAL: Weight(weight=0.415, centre=-0.005),
    LIKELIHOOD: Weight(weight=0.577, centre=-0.074),
    AGREEMENT: Weight(weight=0.795, centre=0.058),
}
YES_FROM, NO_TO = 0.744, 0.397
"""From which chance on a script gets a yes, and up to which a no: of the drafts that they were fitted on, 85 % of those
with a yes were right, and 80 % of those with a no were wrong."""
SHORT = 400
"""Characters up to which scripts were measured: the opinions on a longer one are counted."""


def combine(opinions: Iterable[Opinion]) -> Verdict:
    """YES only when somebody says yes and nobody objects; silence is never consent.

    An *unsure* opinion neither supports nor objects: similarity saying yes and difference unsure is a yes.
    Yes against no is unsure, for a person to settle.

    >>> combine([])
    <Verdict.UNSURE: 'unsure'>
    """
    verdicts = {opinion.verdict for opinion in opinions} - {Verdict.UNSURE}
    return verdicts.pop() if len(verdicts) == 1 else Verdict.UNSURE


def weigh(opinions: Iterable[Opinion]) -> tuple[Verdict, float] | None:
    """The verdict of all opinions by how sure they are, and how likely the script is right.

    None without a direct opinion that says how sure it is. An opinion that is missing, does not say, or has no weight
    changes nothing but this: there is no yes against a no on the script itself, or against a no of both analyses.
    """
    opinions = tuple(opinions)
    sure = {each.assessor: each.confidence for each in opinions if each.confidence is not None}
    if DIRECT not in sure:
        return None
    total = INTERCEPT + sum(
        each.weight * (log_odds(sure[name]) - each.centre) for name, each in WEIGHTS.items() if name in sure
    )
    likely = 1 / (1 + math.exp(-total))
    said = {each.assessor: each.verdict for each in opinions}
    against = said[DIRECT] is Verdict.NO or all(said.get(name) is Verdict.NO for name in ("similarity", "difference"))
    if likely >= YES_FROM:
        return (Verdict.UNSURE if against else Verdict.YES), likely
    return (Verdict.NO if likely <= NO_TO else Verdict.UNSURE), likely


def log_odds(share: float) -> float:
    """The log odds of a probability, none of them endless."""
    share = min(0.99, max(0.01, share))
    return math.log(share / (1 - share))
