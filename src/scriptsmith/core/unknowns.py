"""Words of an action that an entry does not know, and what each may mean: a name, a scope, a state, or nothing."""

from __future__ import annotations

import re
from functools import lru_cache

from . import words
from .binding import Binding
from .items import Item
from .lexical import Wording
from .names import identifier
from .reading import DETERMINERS, Reading
from .vocabulary import several

_NAMES_FOLLOW = several("on as of by with for from to via user")
"""Words after which a name may stand that the entry has a parameter for, and nobody understood."""

_CONTRAST = several("rather instead")
_AWAITED = several("when whenever if unless")
"""Words after which a script would have to wait for something, or ask first."""

_ORDINARY = several("run runs running last lasts listen free slow full stuck dead new big top")
"""States that are as often said of something else than what the action is about."""

_BETWEEN, _DIGIT = re.compile(r"[._:/-]+"), re.compile(r"\d")
_TOUCHING = several("touch touching includ affect chang delet remov stop restart reboot los")


def strangers(reading: Reading, binding: Binding, entry: Wording, present: frozenset[str]) -> list[str]:
    """Every word that carries something must be one that the entry's words know."""
    asked = frozenset(item.first for item in asked_for(reading))
    return [
        _unknown(item, entry, reading, binding, asked)
        for item in reading.items
        if item.kind == "word"
        and item.concept in present
        and item.first not in binding.used
        and (
            (item.word not in entry.vocabulary and item.concept not in entry.vocabulary)
            or (item.word in words.ENTITIES and not _about(item.word, entry))
            or (item.word in words.STATES and f"!{item.concept}" in entry.vocabulary)
            or (binding.open and item.word not in entry.ordinary and identifier(reading.tokens[item.first].raw))
        )
    ]


def _about(product: str, entry: Wording) -> bool:
    """Whether the entry itself, and not only an example in a phrase, is about a product."""
    return words.product(product) in words.products(entry.ordinary)


def _unknown(item: Item, entry: Wording, reading: Reading, binding: Binding, asked: frozenset[int]) -> str:
    before = reading.word(item.first - 1)
    further = reading.word(item.first - 2)
    if item.concept.startswith("!"):
        meant = item.concept[1:].removesuffix("+ed")
        about = entry.verbs | entry.objects | {it.removesuffix("+ed") for it in entry.vocabulary}
        if not ({meant, words.verb(meant)} & about or meant in _TOUCHING or not meant):
            kind = "scope or condition" if entry.changes and "without" in (before, further) else "circumstance"
            return f"{kind}: the entry knows no {item.word!r}"
        return f"negation: the action says {item.word!r}, the entry does not"
    if item.word in words.STATES and f"!{item.concept}" in entry.vocabulary:
        return f"negation: the entry is for what is not {item.word}"
    if item.concept.startswith("~"):
        kind = "circumstance" if item.word in words.CIRCUMSTANCES else "scope or condition"
        if item.word in _CONTRAST:
            return f"contrast: the action says {item.word!r}, and the entry does it one way"
        if item.word in _AWAITED and entry.changes:
            kind = "scope or condition"
        return f"{kind}: the entry knows no {item.word!r}"
    if item.concept in ("<", ">", "recent", "old"):
        return f"direction: the entry does not go by {item.word!r}"
    if item.word in words.STATES and entry.states and f"!{item.concept}" not in entry.vocabulary:
        return f"opposite state: the entry is for {sorted(entry.states)[0]}, not for {item.word!r}"
    if item.word in words.STATES and (entry.changes or item.word not in _ORDINARY):
        return f"other state: the entry does not speak of {item.word!r}"
    parts = [words.concept(part) for part in _BETWEEN.split(item.word) if part.isalpha()]
    if len(parts) > 1 and not _DIGIT.search(item.word) and not entry.vocabulary.isdisjoint(parts):
        return f"unknown word: the entry does not speak of {item.word!r}"
    if item.word in words.ENTITIES or identifier(item.word):  # seen to in `_words` when only an example names it
        return f"name without a place: the entry does not speak of {item.word!r}"
    raw = reading.tokens[item.first].raw
    if binding.open and (before in ("as", "user") or (before in _NAMES_FOLLOW and not words.known(item.word))):
        return f"name without a place: {raw!r} could be a value of {binding.open[0]}"
    if item.first and raw != raw.lower() and not _about(item.word, entry) and before not in (".", "!", "?", ":"):
        return f"name without a place: the entry does not speak of {raw!r}"
    if before == "by" or (words.noun(item.word) and {"per", "each", "every", "by"} & {before, further}):
        return f"dimension: the entry knows no '{before} {item.word}'"
    kind = "" if item.first not in asked else "unknown object" if item.first == max(asked) else "unknown quality"
    if kind and entry.changes:
        kind = "other object"
    if words.noun(item.word):
        return f"{kind or 'beside it'}: the entry does not speak of {item.word!r}"
    return f"{kind or 'unknown word'}: the entry does not speak of {item.word!r}"


@lru_cache(maxsize=8)
def asked_for(reading: Reading) -> tuple[Item, ...]:
    """The words that say of what something is asked: "the query log" in "turn off the query log on db"."""
    start = next((at for at, item in enumerate(reading.items) if item.kind == "verb"), -1)
    run: list[Item] = []
    for item in reading.items[start + 1 :]:
        if item.kind == "word" and not item.concept.startswith("~"):
            run.append(item)
        elif item.kind in ("stop", "value", "verb") or (run and item.word not in DETERMINERS):
            break
    return tuple(run)
