"""What a draft's own making says of it: how likely its model was to write it, and how many other drafts do the same."""

from __future__ import annotations

import math
from collections.abc import Iterator

from .attempts import Attempt
from .ensemble import AGREEMENT, LIKELIHOOD
from .types import Opinion, Verdict

LEAST = -30.0
"""Log probabilities below say no more than this one."""
FEWEST = 5
"""How many drafts have to be compared before the share that agrees is an opinion: it was measured of eight."""
BY_LIKELIHOOD = (0.954, 0.1898)
BY_AGREEMENT = (-1.389, 2.4943)
"""Offset and slope of the log odds that a draft is right, by its log probability and by the share that does the same:
fitted with the weights of the ensemble, on drafts of one or few commands."""


def made_of(attempt: Attempt) -> Iterator[Opinion]:
    """The opinions on `attempt` that its making gives. Neither is a yes or a no by itself.

    On a correction they are those on the draft that it corrects: its own words stood in the question for the most part,
    and it may not shed what speaks against the draft.
    """
    whose = "" if attempt.by == "generator" else "Of the draft that it corrects: "
    if attempt.log_probability is not None:
        likely = attempt.log_probability
        yield Opinion(
            assessor=LIKELIHOOD,
            verdict=Verdict.UNSURE,
            reason=f"{whose}The model gave it, of all that it could have written, a probability of {_share(likely)}.",
            confidence=_odds(BY_LIKELIHOOD, max(LEAST, likely)),
        )
    if attempt.drafts >= FEWEST:
        said = f"{attempt.agreeing} of {attempt.drafts} drafts do the same, this one included."
        if not attempt.agreeing:
            said = f"It could not be compared with the other {attempt.drafts - 1} drafts."
        yield Opinion(
            assessor=AGREEMENT,
            verdict=Verdict.UNSURE,
            reason=f"{whose}{said}",
            confidence=_odds(BY_AGREEMENT, attempt.agreeing / attempt.drafts),
        )


def _odds(by: tuple[float, float], value: float) -> float:
    return round(1 / (1 + math.exp(-by[0] - by[1] * value)), 4)


def _share(log_probability: float) -> str:
    share = math.exp(log_probability)
    return f"{share:.1%}" if share >= 0.001 else "less than 0.1%"
