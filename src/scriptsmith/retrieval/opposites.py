"""Whether an action asks for the opposite of what an entry's title says: the smallest files, and not the largest."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from ..core.types import Entry
from . import words

ANTONYMS = Path(__file__).with_name("data") / "antonyms.txt"

_WORD = re.compile(r"[a-z]{3,}")
_DEGREE = re.compile(r"(.{2,}?)(?:e?r|e?st)")
_RARELY = 10
"""An entry hardly uses a word that it says so many times less often than the opposite."""


class Qualities(NamedTuple):
    """What an entry says in adjectives and adverbs: in its title and id, and in how many of its texts."""

    title: frozenset[str]
    texts: Mapping[str, int]


def qualities(entry: Entry) -> Qualities:
    """The adjectives and adverbs of `entry` that have an antonym."""
    texts = Counter(it for text in entry.texts for it in _qualities(text))
    return Qualities(frozenset(_qualities(f"{entry.title} {entry.id}")), texts)


def opposite_quality(entry: Qualities, action: str, values: Iterable[str]) -> tuple[str, str] | None:
    """A quality in `action` that the entry hardly uses, and the one of its title or id that this is the antonym of.

    None when there is none. What stands in `values` is somebody's name, and who says both means both.
    """
    asked = _asked(action)
    own = asked.keys() - _qualities(" ".join(values)).keys()
    for form in sorted(own):
        others = _antonyms("quality")[form]
        against = sorted(others & entry.title - asked.keys())
        if against and entry.texts.get(form, 0) * _RARELY <= sum(entry.texts.get(it, 0) for it in others):
            return asked[form], against[0]
    return None


def opposite_verb(verb: str, verbs: Sequence[str]) -> str:
    """The first of `verbs`, those of an action, when it is the antonym of an entry's `verb` and that is not among them;
    otherwise an empty string. All are concepts of `retrieval.words`."""
    return verbs[0] if verbs and verb not in verbs and verbs[0] in _opposite_verbs().get(verb, ()) else ""


def _qualities(text: str) -> dict[str, str]:
    """The adjectives and adverbs of `text` that have an antonym, without degree of comparison, each with the word as it
    was said."""
    found: dict[str, str] = {}
    for word in _WORD.findall(text.lower()):
        if word in words.FILLER:  # "all" and "some"
            continue
        degree = _DEGREE.fullmatch(word)
        for form in (word, *_positives(degree[1])) if degree else (word,):
            if form in _antonyms("quality"):
                found.setdefault(form, word)
    return found


_asked = lru_cache(maxsize=8)(_qualities)  # one action is held against each of its candidates


def _positives(stem: str) -> tuple[str, ...]:
    """What "smaller", "larger", "busier" and "bigger" may be made of."""
    undoubled = stem[:-1] if stem[-2:-1] == stem[-1] else stem
    return stem, stem + "e", stem.removesuffix("i") + "y", undoubled


@cache
def _opposite_verbs() -> Mapping[str, frozenset[str]]:
    """Which concepts are antonyms, by the words that stand for them."""
    found: dict[str, set[str]] = defaultdict(set)
    for word, others in _antonyms("verb").items():
        found[words.verb(word)] |= {words.verb(it) for it in others}
    return {concept: frozenset(others - {"", concept}) for concept, others in found.items() if concept}


@cache
def _antonyms(kind: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for line in ANTONYMS.read_text(encoding="utf-8").splitlines():
        head, _, others = line.partition(": ")
        if head.startswith(kind):
            one = head.split()[1]
            for other in others.split():
                found[one].add(other)
                found[other].add(one)
    return {word: frozenset(others) for word, others in found.items()}
