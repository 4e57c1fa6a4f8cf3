"""How much a script reads like those that reviewers stop: a linear model over its words.

The rules know single commands and some of their combinations. What they have no word for often shows in how a whole
script is written: what is left unquoted, what goes on after a failure, what stands beside a delete.
`train.danger_words` fits the model to whole scripts by many writers, labelled dangerous or not; it says what that is
worth on writers that it never saw. It only ever adds doubt: no script is held to be safer because of it.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path

FEATURES = 1 << 14
_MOST = 20_000
"""Characters that are read: longer scripts are another kind than the model has learned from."""
_DATA = Path(__file__).parent / "data/learned_words.json"
_TOKEN = re.compile(
    r"[a-z_][\w.-]*|--?[\w-]+|\$\{?\w+[^\s\"]{0,3}|&&|\|\||[|;<>]+|\d+|/[\w/.*$-]+|\"\$|\n", re.IGNORECASE | re.ASCII
)
_DIGITS = re.compile("[0-9]+")
_APART = re.compile(r"set\s+-|trap\b")
"""What careful people begin scripts with: it tells of their habits, and nothing of what a script does."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """The log odds that reviewers would stop a script, and its most telling lines, counted from 1, the worst first."""

    score: float
    lines: tuple[int, ...]


def likeness(text: str) -> Likeness:
    """How much `text` reads like scripts that reviewers stop."""
    weights, bias, _ = _model()
    by_line = list(_by_line(text[:_MOST]))
    features = {feature for _, found in by_line for feature in found}
    norm = sqrt(len(features)) or 1.0
    told = dict[int, float]()
    for line, found in by_line:
        told[line] = sum(weights[feature] for feature in found) / norm
    worst = sorted((line for line in told if told[line] > 0), key=lambda line: -told[line])
    return Likeness(sum(weights[feature] for feature in features) / norm + bias, tuple(worst[:3]))


def is_suspect(found: Likeness) -> bool:
    """Whether so few harmless scripts read like this one that a person should look."""
    return found.score > _model()[2]


def features_of(text: str) -> set[int]:
    """The features of a script, numbers below `FEATURES`: its words, and each word with the next."""
    return {feature for _, found in _by_line(text[:_MOST]) for feature in found}


def _by_line(text: str) -> Iterator[tuple[int, set[int]]]:
    """The features of each line that is no comment; the first word of a line is also seen with the end of the last."""
    before = ""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#") or _APART.match(line):
            continue
        found = set[int]()
        for token in (*_TOKEN.findall(line), "\n"):
            word = _DIGITS.sub("0", token.lower())
            if before:
                found.add(_feature(f"{before} {word}"))
            if word != "\n":
                found.add(_feature(word))
            before = word
        yield number, found


def _feature(words: str) -> int:
    return zlib.crc32(words.encode()) % FEATURES


@cache
def _model() -> tuple[tuple[float, ...], float, float]:
    """The weights by feature, the constant, and the log odds from which on a script is suspect."""
    told = json.loads(_DATA.read_text(encoding="ascii"))
    weights = array("b", base64.b64decode(told["weights"]))
    return tuple(weight * told["scale"] for weight in weights), told["bias"], told["suspect"]
