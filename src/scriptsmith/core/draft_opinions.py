"""What a draft's own making says of it: how likely its model was to write it, and how many other drafts do the same."""

from __future__ import annotations

import math
from collections.abc import Iterator

from .attempts import Attempt
from .comparison import agreement_line
from .ensemble import AGREEMENT, LIKELIHOOD
from .types import Opinion, Verdict

LEAST = -30.0
"""Log probabilities below say no more than this one."""
SHORT = 400
"""Characters from which on a script is too long for its probability to be compared with that of others."""
BY_LIKELIHOOD = (0.954, 0.1898)
BY_AGREEMENT = (-1.389, 2.4943)
"""Offset and slope of the log odds that a draft is right, by its log probability and by the share that does the same:
fitted with the weights of the ensemble, on drafts of one or few commands."""


def made_of(attempt: Attempt) -> Iterator[Opinion]:
    """The opinions on `attempt` that its making gives. Neither is a yes or a no by itself.

    A correction is likely whatever it is worth, since most of it stood in the question: nothing is said of that.
    """
    script, likely, compared = attempt.script, attempt.log_probability, attempt.compared
    if script and likely is not None and attempt.by == "generator" and len(script.text) <= SHORT:
        yield Opinion(
            assessor=LIKELIHOOD,
            verdict=Verdict.UNSURE,
            reason=f"The model gave this script, of all that it could have written, a probability of {_share(likely)}.",
            confidence=_odds(BY_LIKELIHOOD, max(LEAST, likely)),
        )
    if compared and compared.of > 1 and compared.group:
        yield Opinion(
            assessor=AGREEMENT,
            verdict=Verdict.UNSURE,
            reason=f"{agreement_line(compared).capitalize()}.",
            confidence=_odds(BY_AGREEMENT, compared.size / compared.of),
        )


def _odds(by: tuple[float, float], value: float) -> float:
    return round(1 / (1 + math.exp(-by[0] - by[1] * value)), 4)


def _share(log_probability: float) -> str:
    share = math.exp(log_probability)
    return f"{share:.1%}" if share >= 0.001 else "less than 0.1%"
