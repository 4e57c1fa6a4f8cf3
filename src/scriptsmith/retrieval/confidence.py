"""How sure it is that an entry is what was asked for: a probability, fitted on actions with known answers.

Logistic regression over what retrieval found (Platt, 1999, with features instead of one score). The numbers come from
`train/confidence.py`, which says on what they were fitted and how well they hold; none is set by hand.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter, mul

from .weights import NEARLY_SPOKEN, STEPS, STEPS_WITHOUT_MEANING, WEIGHTS, WEIGHTS_WITHOUT_MEANING

DOUBTED = (
    *("unknown", "beside", "narrow", "apart", "perhaps", "within"),
    *("unknown_verb", "unknown_head", "unsaid", "in_passing", "stateless", "elsewhere", "guessed", "picks"),
)
"""The signals that count doubts, in the order of their weights."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """What retrieval found for one entry: each in [0, 1] unless it is a count or a difference.

    `phrase`     how well the action's words meet the words of the entry's best phrase, both ways
    `words`      the share of the action's words, values left out, that the entry knows at all, by rarity
    `meaning`    the cosine between the action and the entry's nearest phrase
    `bare`       the same with the values left out of both; -1 where nobody looked
    `votes`      the entry's share of all phrases near to the action, the nearer the weightier
    `lead`       `meaning` minus that of the best other entry, `ahead` the same of `phrase`, and `alone` the same of
                 both together among the entries with nothing against them
    `verb`       1 when the entry does what is asked, `object` when it does it to what is asked
    `named`      1 when the action names the thing that the entry is for
    `unknown`    words that the entry does not know, `beside` things that it does not mention, `narrow` what it is for
                 and was not asked, `apart` circumstances and near verbs, `perhaps` unknown words that could be a value,
                 `within` and `unknown_head` unknown words in what is asked for and as its head, `unknown_verb` verbs,
                 `unsaid` an object that goes without saying, `stateless` a state that does, `in_passing` what is said
                 in passing, `elsewhere` words of another entry's title, `guessed` values bound by elimination, `picks`
                 clauses that narrow what is meant: counts of doubts
    `against`    objections, `missing` required values without one: counts
    """

    phrase: float = 0.0
    words: float = 0.0
    meaning: float = 0.0
    bare: float = -1.0
    votes: float = 0.0
    lead: float = 0.0
    ahead: float = 0.0
    alone: float = 0.0
    verb: float = 0.0
    object: float = 0.0
    named: float = 0.0
    unknown: int = 0
    beside: int = 0
    narrow: int = 0
    apart: int = 0
    perhaps: int = 0
    within: int = 0
    unknown_verb: int = 0
    unknown_head: int = 0
    unsaid: int = 0
    in_passing: int = 0
    stateless: int = 0
    elsewhere: int = 0
    guessed: int = 0
    picks: int = 0
    against: int = 0
    missing: int = 0

    @property
    def clean(self) -> bool:
        """Whether there is neither a doubt nor an objection."""
        return not (self.against or any(self.doubts))

    @property
    def doubts(self) -> tuple[int, ...]:
        """The counts of doubts."""
        found: tuple[int, ...] = _doubts(self)
        return found


_NAMES = tuple(Signals.__dataclass_fields__)
_doubts, _all = attrgetter(*DOUBTED), attrgetter(*_NAMES)


def features(it: Signals, *, meaning: bool = True) -> tuple[float, ...]:
    """The numbers that the weights belong to, the constant first."""
    likeness = [it.phrase, it.words, it.ahead, min(it.alone, 1.0), it.verb, it.object, it.named]
    likeness += [it.meaning, it.lead, it.meaning * it.phrase, it.votes] if meaning else []
    against, clean = (min(it.against, 3), it.missing > 0), it.clean
    found = (
        1.0,
        *likeness,
        *[min(count, 3) for count in it.doubts],
        *against,
        clean,
        *[clean * said for said in likeness],  # without doubts the same signals say something else
    )
    return tuple(map(float, found))


def probability(it: Signals, *, meaning: bool = True) -> float:
    """The probability that the entry is what was asked for; without `meaning` from words alone."""
    weights: Sequence[float] = WEIGHTS if meaning else WEIGHTS_WITHOUT_MEANING
    total = sum(map(mul, weights, features(it, meaning=meaning)))
    sure = 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
    sure = sure if meaning else _as_with_meaning(sure)
    return max(sure, NEARLY_SPOKEN) if nearly_spoken(it) else sure


def _as_with_meaning(sure: float) -> float:
    """A probability from words alone as the one that is as precise when meanings are compared: one threshold for both.

    Linear between the steps of equal precision, since words alone are right less often when they are as sure.
    """
    known = [(alone, both) for (_, alone), (_, both) in zip(STEPS_WITHOUT_MEANING, STEPS, strict=True) if alone < 1]
    marks = [(0.0, 0.0), *known, (1.0, 1.0)]
    for (low, from_), (high, to) in pairwise(marks):
        if sure <= high and low < high:
            return from_ + (to - from_) * (sure - low) / (high - low)
    return sure


def nearly_spoken(it: Signals) -> bool:
    """Whether an action is one of the entry's phrases but for its values and little words, with no rival near it.

    Such actions are plainer than those that the weights were fitted on, so that their share of right ones was counted
    apart (`NEARLY_SPOKEN`). What is compared without its values is not farther from an entry because it names another
    service than the phrases do.
    """
    if not worded_alike(it):
        return False
    if it.bare < 0.0:
        return it.alone >= 0.3 and it.lead > -0.1
    return it.alone >= 0.0 and (it.bare >= 0.93 or (it.bare >= 0.7 and it.lead >= 0.0))


def worded_alike(it: Signals) -> bool:
    """Whether an action has the words of one of the entry's phrases, values aside, and nothing speaks against it."""
    return it.phrase >= 0.95 and it.verb == 1.0 and it.clean


def least_probability(precision: float) -> float:
    """The probability from which on at least the share `precision` of served entries was right when it was fitted."""
    return next((least for reached, least in STEPS if reached >= precision), 1.0)


def parts(it: Signals) -> Mapping[str, float]:
    """The signals by name, rounded, for whoever wants to see why."""
    return {name: round(float(said), 4) if said else 0.0 for name, said in zip(_NAMES, _all(it), strict=True)}
