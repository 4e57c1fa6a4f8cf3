"""How several opinions become one verdict (CodeSift, section 3.3: the ensemble of both analyses)."""

from __future__ import annotations

from collections.abc import Iterable

from .types import Opinion, Verdict


def combine(opinions: Iterable[Opinion]) -> Verdict:
    """YES only when somebody says yes and nobody objects; silence is never consent.

    An *unsure* opinion neither supports nor objects: similarity saying yes and difference unsure is a yes.
    Yes against no is unsure, for a person to settle.

    >>> combine([])
    <Verdict.UNSURE: 'unsure'>
    """
    verdicts = {opinion.verdict for opinion in opinions} - {Verdict.UNSURE}
    return verdicts.pop() if len(verdicts) == 1 else Verdict.UNSURE
