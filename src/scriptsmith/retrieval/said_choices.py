"""Choices that are said in other words: "-9" for a signal, "powered off for good" for a flag, "skip to the end".

What speaks for which choice of a shipped entry was learned from labelled actions (`train/choices.py`): a word or a pair
of words weighs for or against each choice. A choice that stands in the action itself needs none of that.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import TypedDict

from ..core.types import Entry, Parameter
from . import words
from .action_reading import ActionReading
from .binding import Binding
from .candidates import names_choice
from .confidence import DATA, HARMFUL

CHOICES = DATA / "choice_words.json"
LIKELY, SURE = 0.5, 0.8
"""How likely a choice must be that is not said itself, and so that it is no problem where no great harm is done."""
_WORDS = re.compile(r"(?<!\w)-\d+\b|[^\W\d_][\w']*")


class Weights(TypedDict):
    """For each of `choices` what it starts with, and what a word or a pair of words adds."""

    choices: list[str]
    base: list[float]
    words: dict[str, list[float]]


def features(text: str) -> frozenset[str]:
    """What of `text` may speak for a choice: its words without their endings, and each two that follow one another."""
    said = [words.stem(word) for word in _WORDS.findall(text.lower())]
    return frozenset(said) | {f"{one} {two}" for one, two in pairwise(said)}


def with_said_choices(entry: Entry, reading: ActionReading, bound: Binding) -> Binding:
    """`bound` with the choices of `entry` that the action says in other words.

    Where one is not what would be taken else, and the entry may do great harm, or changes something and the choice is
    not sure, that is a problem: nothing says it outright, so the entry is offered with it.
    """
    learned = _learned().get(entry.id, {})
    chosen: dict[str, str] = {}
    problems: list[str] = []
    for parameter in entry.parameters if learned else ():
        name = parameter.name
        if name not in learned or not (name in bound.defaults or name in bound.missing) or _stands(parameter, reading):
            continue
        choice, likely = _likeliest(learned[name], reading.text)
        known = likely >= LIKELY and choice in parameter.choices
        if known and choice != bound.values.get(name) and not _left(choice, reading):
            chosen[name] = choice
            if entry.risk in HARMFUL or (entry.risk == "notable" and likely < SURE):
                problems.append(f"ambiguous value: {name} is probably {choice!r}, and nothing says so outright")
    if not chosen:
        return bound
    both = {**bound.values, **chosen}
    return replace(
        bound,
        values={it.name: both[it.name] for it in entry.parameters if it.name in both},
        defaults=tuple(it for it in bound.defaults if it not in chosen),
        missing=tuple(it for it in bound.missing if it not in chosen),
        problems=(*bound.problems, *problems),
    )


def _stands(parameter: Parameter, reading: ActionReading) -> bool:
    """Whether the default is said itself."""
    return any(token.text == (parameter.default or "").lower() for token in reading.tokens)


def _left(choice: str, reading: ActionReading) -> bool:
    """Whether it is said, and to be left: "out of drain"."""
    return any(names_choice(token.text, choice) and reading.leaves(at) for at, token in enumerate(reading.tokens))


def _likeliest(weights: Weights, text: str) -> tuple[str, float]:
    """The likeliest choice by the words of `text`, and how likely it is."""
    sums = list(weights["base"])
    for said in sorted(features(text) & weights["words"].keys()):
        sums = [one + more for one, more in zip(sums, weights["words"][said], strict=True)]
    most = max(sums)
    return weights["choices"][sums.index(most)], 1 / sum(math.exp(it - most) for it in sums)


@cache
def _learned() -> Mapping[str, Mapping[str, Weights]]:
    found: Mapping[str, Mapping[str, Weights]] = json.loads(CHOICES.read_text(encoding="utf-8"))["entries"]
    return found
