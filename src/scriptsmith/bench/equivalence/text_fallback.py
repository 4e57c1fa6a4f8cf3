"""What is left to say of two commands when no world shows anything: their words are compared."""

from __future__ import annotations

import re

from ..model import Pair
from . import statics
from .information_kind import named, topics
from .statics import Difference

_CHOOSERS = frozenset(["find", "grep", "sort", "uniq", "wc", "cut", "head", "tail"])
_FILTERS = frozenset(["grep", "sort", "head", "tail", "uniq", "wc", "awk", "sed"])


def judge(pair: Pair, one: Difference) -> tuple[float, str]:
    """A score, and a sentence, for two commands of which nothing could be seen."""
    if one.kind == "literal":
        return 0.1, f"nothing can be seen, and {' '.join(one.removed)!r} is {' '.join(one.added)!r} in the second"
    chosen = one.kind == "option" and bool(_CHOOSERS & statics.touched(pair.first, pair.second))
    adds = one.kind == "option" and not (one.removed and one.added) and bool(topics(pair.first)) and not chosen
    if statics.harmless(one) or adds:
        return 0.6, "nothing can be seen, and the commands differ by an option that adds to what is told"
    if one.kind in ("option", "operator"):
        return 0.2, f"nothing can be seen, and {' '.join(one.removed)!r} is {' '.join(one.added)!r} in the second"
    if one.kind == "program" and not topics(pair.first) & topics(pair.second):
        return 0.3, f"nothing can be seen, and {one.removed[0]!r} is {one.added[0]!r} in the second"
    if not one.added and _FILTERS & set(one.removed):
        return 0.35, f"nothing can be seen, and {' '.join(one.removed)!r} is left out of the second"
    if (turn := opposed(pair.first, pair.second)) or (turn := lacking(pair)):
        return 0.25, f"nothing can be seen, and {turn}"
    mine, theirs = statics.literals(pair.first), statics.literals(pair.second)
    share = len(mine & theirs) / len(mine | theirs) if mine | theirs else 0.0
    programs = statics.programs(pair.first) & statics.programs(pair.second)
    score = 0.1 + 0.35 * share + 0.35 * one.alike + 0.3 * bool(programs)
    shared = topics(pair.first) & topics(pair.second)
    if shared:
        score += 0.3
        if named(pair.first, pair.second, pair.action):
            score = max(score, 0.55)
    if _outlines(pair) and share >= 0.3:
        score = max(score, 0.6)
    return min(score, 0.9), "nothing can be seen, and the commands are judged by their words"


_SIGNS = (
    ("type", re.compile(r"-type ([a-z])")),
    ("end", re.compile(r"\b(head|tail)\b")),
    ("field", re.compile(r"print \$(\d)\b|cut .*-f *(\d)")),
    ("order", re.compile(r"sort(?: -\w*?(r)\b| -\w*?(r)\w*)?")),
    ("turned", re.compile(r"grep(?:(?= (?:-\w+ )*-\w*(v)))?")),
    ("writing", re.compile(r"(?<![>&\d])(>>?)(?![>&])")),
)


def _outlines(pair: Pair) -> bool:
    """Whether one draws a tree with `tree`, the other lists it, and both name the same numbers."""
    one, other = statics.programs(pair.first), statics.programs(pair.second)
    numbers = [set(re.findall(r"(?<![\w/])\d+(?![\w/])", command)) for command in (pair.first, pair.second)]
    listed = (one | other) & {"find", "ls", "du"}
    return ("tree" in one) != ("tree" in other) and bool(listed) and numbers[0] == numbers[1]


def opposed(first: str, second: str) -> str:
    """A clause that says in which of a few things the two do the opposite of each other; empty where in none."""
    for name, pattern in _SIGNS:
        one, other = ({"".join(filter(None, it.groups())) for it in pattern.finditer(text)} for text in (first, second))
        if one and other and not one & other:
            return f"they differ in {name}: {' '.join(sorted(one)) or 'none'} and {' '.join(sorted(other)) or 'none'}"
    return ""


def lacking(pair: Pair) -> str:
    """A clause that says which word or path the action and the first command name and the second does not."""
    for word in re.findall(r"[\w.-]*[./_-]?[\w/.-]*\w", re.sub(r"[\"']", " ", pair.action)):
        named = re.search(r"[/.\d]", word) or f'"{word}"' in pair.action or f"'{word}'" in pair.action
        if named and len(word) > 1 and _has(pair.first, word) and not _has(pair.second, word):
            return f"the second lacks {word!r}, which the action names"
    return ""


def _has(command: str, word: str) -> bool:
    return bool(re.search(rf"(?<![\w]){re.escape(word.strip('/'))}(?![\w])", command, re.I))
