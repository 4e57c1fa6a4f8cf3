"""How likely a model holds a script to be right, and how likely it was to write it: from how likely its tokens were."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .types import Verdict

_KEY = re.compile(r'"verdict"\s*:\s*"', re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenToken:
    """One token of a reply, how likely each of the likeliest tokens was in its place, and how likely it was itself
    (0 where that is not told)."""

    text: str
    odds: Mapping[str, float] = field(default_factory=dict)
    share: float = 0.0


def verdict_odds(tokens: Sequence[WrittenToken], verdict: Verdict) -> float | None:
    """How likely *yes* was where `verdict` is written, *unsure* counting half; None where the tokens do not tell.

    The last verdict counts, as it does for whoever reads the reply, and the first word where there is no object; what
    is neither of the three words is left out.
    """
    text = "".join(token.text for token in tokens)
    places = [found.end() for found in _KEY.finditer(text)] or [len(text) - len(text.lstrip())]
    if not text[places[-1] :].lower().startswith(verdict.value):
        return None
    place, start = places[-1], 0
    for token in tokens:
        if start + len(token.text) > place:
            return _yes(token, max(0, place - start))
        start += len(token.text)
    return None


def _yes(token: WrittenToken, skipped: int) -> float | None:
    """The share of *yes* among what `token` could have been, its first `skipped` letters as they are."""
    shares = dict.fromkeys(Verdict, 0.0)
    for text, share in token.odds.items():
        word = re.match(r"[a-z]*", text[skipped:].lower())
        said = [each for each in Verdict if word and word[0] and each.value.startswith(word[0])]
        if text[:skipped] == token.text[:skipped] and len(said) == 1:
            shares[said[0]] += share
    total = sum(shares.values())
    return (shares[Verdict.YES] + shares[Verdict.UNSURE] / 2) / total if total > 0 else None


def log_probability(tokens: Sequence[WrittenToken], part: str) -> float | None:
    """The natural logarithm of how likely a model was to write `part`, given all before it; None if that is not told.

    `part` is whole lines, the last of the reply that are the same, and its first and last tokens count whole.
    """
    text = "".join(token.text for token in tokens)
    places = [found.start() for found in re.finditer(rf"^{re.escape(part)}$", text, re.MULTILINE)] if part else []
    if not places:
        return None
    first = places[-1]
    total, start = 0.0, 0
    for token in tokens:
        end = start + len(token.text)
        if start < first + len(part) and end > first:
            if token.share <= 0:
                return None
            total += math.log(token.share)
        start = end
    return total
