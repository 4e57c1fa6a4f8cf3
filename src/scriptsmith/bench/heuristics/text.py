"""Similarities of two texts, and the heuristics that only read the commands: nothing is run."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from ...ports import Embedder
from ..model import Heuristic, Judgement, Pair
from .utilities import Utility, utilities

Similarity: TypeAlias = Callable[[str, str], Awaitable[float]]
"""How alike two texts are, 1 for equal ones; what lies below 0 counts as 0."""

THRESHOLD = 0.75
"""From which on two commands count as equivalent (NL2SH, section 4.1)."""
_WORD = re.compile(r"\b\w\w+\b")
_LONGEST = 20_000  # characters that BLEU reads: it counts runs of them


def bleu(reference: str, candidate: str) -> float:
    """BLEU of one sentence with up to four characters in a run and no smoothing (Papineni et al., 2002, section 2.3).

    NL2SH does not say what its tokens are. Of runs of up to four, those of characters come nearest to its recall of
    0.39 on the dev rows: 0.40, where words give 0.09 and words and signs 0.22; single words and signs come as near
    (0.38). It is what NLTK computes for texts in place of tokens. A run length without a match, thus also a text below
    four characters, makes it 0. Only the first 20,000 characters are read.
    """
    first, second = reference[:_LONGEST], candidate[:_LONGEST]
    logs = 0.0
    for size in range(1, 5):
        wanted, found = _runs(first, size), _runs(second, size)
        matched = sum(min(count, wanted[run]) for run, count in found.items())
        if not matched:
            return 0.0
        logs += math.log(matched / found.total()) / 4
    shorter = min(0.0, 1 - len(first) / len(second))
    return math.exp(shorter + logs)


def tfidf(first: str, second: str) -> float:
    """The cosine of the TF-IDF vectors of two texts, fitted on just these two (InterCode; icalfa).

    Words of two signs and more, in lower case; smooth idf ln((1 + n) / (1 + df)) + 1 with n = 2, raw counts, unit
    length: the defaults of scikit-learn's vectoriser. Texts without any word are alike only when they are equal.
    """
    one, two = (Counter(_WORD.findall(text.lower())) for text in (first, second))
    if not one and not two:
        return float(first == second)
    rare = math.log(3 / 2) + 1  # of a word that only one of the two has; of one in both it is 1
    weights = {word: 1.0 if word in one and word in two else rare for word in {*one, *two}}
    return _cosine(*({word: count * weights[word] for word, count in it.items()} for it in (one, two)))


def nl2cmd(truth: str, predicted: str) -> float:
    """The metric of the NLC2CMD competition (Agarwal et al., 2021), in [-1, 1].

    Utilities are compared place by place: -1 for another one, else (1 + F) / 2 with F the overlap of its flags,
    (2 |both| - |either|) / max(|one|, |other|), 1 where there are none; the mean over the longer list. 0 for what is
    not Bash. Ours reads the commands with our own parser, and flags in a bunch (`-rf`) one by one.
    """
    one, two = utilities(truth), utilities(predicted)
    if not one or not two:
        return 0.0
    places = max(len(one), len(two))
    padded = ((*each, *[None] * (places - len(each))) for each in (one, two))
    return sum(_place(*both) for both in zip(*padded, strict=True)) / places


def of_texts(measure: Callable[[str, str], float]) -> Similarity:
    """A plain function as a `Similarity`."""

    async def similarity(first: str, second: str) -> float:
        return measure(first, second)

    return similarity


def of_meaning(embedder: Embedder) -> Similarity:
    """The cosine of the vectors of two texts; raises `ModelError` where there is a server that does not answer."""

    async def similarity(first: str, second: str) -> float:
        if not first.strip() or not second.strip():
            return float(first.strip() == second.strip())  # servers refuse an empty text
        one, two = await embedder.embed([first, second])
        return sum(a * b for a, b in zip(one, two, strict=True))

    return similarity


def reading(similarity: Similarity, threshold: float = THRESHOLD) -> Heuristic:
    """Two commands are equivalent when their texts are alike enough."""

    async def judge(pair: Pair) -> Judgement:
        score = await similarity(pair.first, pair.second)
        return Judgement(equivalent=score >= threshold, score=clamped(score), why=f"the commands: {score:.3f}")

    return judge


def clamped(score: float) -> float:
    """`score` moved into [0, 1]."""
    return min(1.0, max(0.0, score))


def _runs(text: str, size: int) -> Counter[str]:
    return Counter(text[at : at + size] for at in range(len(text) - size + 1))


def _cosine(one: Mapping[str, float], two: Mapping[str, float]) -> float:
    lengths = math.prod(math.sqrt(sum(weight * weight for weight in each.values())) for each in (one, two))
    return sum(weight * two.get(word, 0.0) for word, weight in one.items()) / lengths if lengths else 0.0


def _place(one: Utility | None, two: Utility | None) -> float:
    if one is None or two is None or one.name.lower() != two.name.lower():
        return -1.0
    most = max(len(one.flags), len(two.flags))
    overlap = (2 * len(one.flags & two.flags) - len(one.flags | two.flags)) / most if most else 1.0
    return (1 + overlap) / 2
