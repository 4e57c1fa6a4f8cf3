"""What an action speaks of and an entry does not: other products than its own, and other words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..core.types import Entry

PRODUCTS = Path(__file__).with_name("data") / "products.txt"

_NAME, _WORD = re.compile(r"\.?[a-z][a-z0-9-]*[a-z0-9]"), re.compile(r"[a-z]{3,}")
_BEGINNING = 5
"""So many letters tell words apart, and not their endings."""
_FEWEST = 2
"""Counted beside the words of an action, so that one unknown word among three says less than ten among thirty."""


class Mentions(NamedTuple):
    """What a text speaks of: products, each by the first of its names, and the beginnings of its words."""

    products: frozenset[str]
    words: frozenset[str]


def mentions(entry: Entry) -> Mentions:
    """What the title, phrases, id and parameters of `entry` speak of."""
    said = " ".join((entry.id, *entry.texts, *(it.description for it in entry.parameters))).lower()
    return Mentions(_products(said), frozenset(_words(said)))


def unmentioned(known: Mentions, action: str, values: Iterable[str]) -> tuple[float, float]:
    """Whether `action` names a product that is none of the entry's and in none of the `values` that were read from it,
    as 0 or 1; and the share of its words that the entry does not use."""
    said = action.lower()
    others = _products(said) - known.products - _products(" ".join(values).lower())
    words = _words(said)
    return float(bool(others)), sum(it not in known.words for it in words) / (len(words) + _FEWEST)


def _words(said: str) -> list[str]:
    return [it[:_BEGINNING] for it in _WORD.findall(said)]


def _products(said: str) -> frozenset[str]:
    names = _names()
    return frozenset(names[it] for it in _NAME.findall(said) if it in names)


@cache
def _names() -> Mapping[str, str]:
    """Every name in the table, with the first of the product's names."""
    lines = PRODUCTS.read_text(encoding="utf-8").splitlines()
    groups = [group.split() for line in lines if not line.startswith("#") for group in line.split("|")]
    return {name: names[0] for names in groups for name in names}
