"""A description against an action: all signals."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..retrieval import words
from ..retrieval.vocabulary import several
from . import amounts, literals
from .care import without_care
from .dataflow import faults
from .deeds import deed_signals
from .english import read
from .features import demands, features, kinds
from .name_forms import placeholders
from .places import place_signals
from .signals import Signals
from .steps import Description, Step, facts
from .turned import turned_signals
from .value_signals import amount_signals, literal_signals, name_signals

_VALUES = re.compile(r"`[^`]*`")
_WORDS = re.compile(r"[a-z][a-z-]*[a-z]")
_NOT_SENSITIVE = re.compile(r"\b(?:not|non)[- ]case[- ]sensitive(?:ly)?\b", re.IGNORECASE)


def compare(action: str, description: str, likeness: tuple[float, float]) -> Signals:
    """The signals of `description` against `action`; `likeness` is that of their meanings, with and without values.

    A `Description` is compared by its steps; of any other text the steps are read first.
    """
    action = _NOT_SENSITIVE.sub("case insensitive", action)
    lower = action.lower()
    description, steps = without_care(description, steps_of(description), lower)
    asked = literals.asked(action)
    told = facts(steps)
    found = Signals()
    found.add("meaning", likeness[0])
    found.add("plain meaning", likeness[1])
    _words(found, asked.bare, description)
    literal_signals(found, asked, lower, steps)
    amount_signals(found, asked.bare, steps)
    name_signals(found, asked, lower, steps)
    place_signals(found, asked, steps)
    kinds(found, asked.bare, steps)
    demands(found, asked.bare, told)
    features(found, lower, told, steps)
    deed_signals(found, action, steps)
    turned_signals(found, asked, lower, steps)
    holes = placeholders(steps)
    found.add("placeholders", min(3.0, holes), f"{holes} place-holders are not filled in")
    faulty = faults(steps)
    found.add("faults", min(3.0, len(faulty)), "; ".join(faulty[:2]))
    strange = sum(step.head.tells("unknown program") for step in steps)
    found.add("unknown", min(2.0, strange), "it runs a program that is not known here")
    found.add("steps", min(8, len(steps)) / 4)
    length = len(_WORDS.findall(lower))
    found.add("length of the action", min(40, length) / 20)
    found.add("nothing to check", float(not asked.literals and not amounts.asked(asked.bare)))
    to_the_word = len(steps) == 1 and found.numbers["nothing to check"] and not found.numbers["words unanswered"]
    found.add("plain command", float(bool(to_the_word) or _plain(steps)))
    objections = len(found.against)
    found.add("objections", min(4, objections))
    found.add("no objection", float(not objections))
    return found


def _plain(steps: Sequence[Step]) -> bool:
    """Whether there are one or two steps, of which none is about files or text: what persons' judgements are about."""
    return 0 < len(steps) <= 2 and not any(step.head.tells("about files or text") for step in steps)


def steps_of(description: str) -> tuple[Step, ...]:
    """The steps of a description; of any other text they are read first."""
    return description.steps if isinstance(description, Description) else read(description)


def without_values(description: str) -> str:
    """The description without what stands between backquotes."""
    return _VALUES.sub(" ", description)


def concepts(text: str) -> set[str]:
    """What the words of `text` stand for, filler left out."""
    out = set()
    for word in _WORDS.findall(text.lower()):
        if word in words.FILLER or word in _EMPTY:
            continue
        meaning = words.verb(word) or words.concept(word)
        if meaning:
            out.add(_ALIKE.get(meaning, meaning))
    return out


_EMPTY = several("current below them it each all line lines only then also named like exactly system path")
_ALIKE = {
    "link": "symlink",
    "symbolic": "symlink",
    "folder": "directory",
    "modifi": "edit",
    "modify": "edit",
    "access": "read",
    "matche": "match",
    "contain": "match",
    "search": "show",
    "sub-directory": "directory",
}


def _words(found: Signals, bare: str, description: str) -> None:
    asked, told = concepts(bare), concepts(description)
    both = asked & told
    found.add("words unanswered", min(4.0, len(asked - both)))
    found.add("words answered", len(both) / len(asked) if asked else 0.5)
    found.add("words asked for", len(both) / len(told) if told else 0.5)
