"""What each phrase of a description tells, whatever its values: looked up once in the table `data/facts.txt`.

The phrases are those that the table of programs (`programs/data`) and `describe` put together. A fact is a name:
`deleting`, `ignoring case`, or `answers sort` of what can answer the demand to sort.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

TABLE = Path(__file__).parent / "data" / "facts.txt"
_NEVER = "(?!)"


class Fact(NamedTuple):
    """`asked` finds it in an action (lower case), `told` in a phrase."""

    asked: re.Pattern[str]
    told: re.Pattern[str]


class Phrase(NamedTuple):
    """`facts` are the names of what it tells, `role` says what its values are for, `unit` and `sign` what its numbers
    count and how they are compared; each of these is empty where there is none."""

    facts: frozenset[str]
    role: str
    unit: str
    sign: str


def read_facts(text: str) -> dict[str, dict[str, Fact]]:
    """The groups of a table, in its order; the head of the table describes its form."""
    groups: dict[str, dict[str, Fact]] = {}
    joined = re.sub(r"\n {3,}", "", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    for part in re.split(r"^\[(?=\w+\])", joined, flags=re.MULTILINE)[1:]:
        group, *blocks = re.split(r"\n\n+", part.strip())
        found = groups.setdefault(group.partition("]")[0], {})
        for block in blocks:
            name, *lines = block.splitlines()
            patterns = dict(line.strip().split(": ", 1) for line in lines)
            asked = patterns.get("asked", _NEVER)
            found[name] = Fact(re.compile(rf"\b(?:{asked})"), re.compile(patterns.get("told", _NEVER)))
    return groups


GROUPS: Mapping[str, Mapping[str, Fact]] = read_facts(TABLE.read_text(encoding="utf-8"))
ANSWERS = {name: f"answers {name}" for name in GROUPS["demand"]}
"""For each demand, the fact that is an answer to it."""


@lru_cache(maxsize=4096)
def look_up(template: str) -> Phrase:
    """What a phrase tells; `{}` stands for its values."""
    facts = {
        ANSWERS[name] if group == "demand" else name
        for group in ("decisive", "manner", "change", "care", "output", "demand", "fact")
        for name, fact in GROUPS[group].items()
        if fact.told.search(template)
    }
    role, unit, sign = (
        next((name for name, fact in GROUPS[group].items() if fact.told.search(template)), "")
        for group in ("role", "unit", "sign")
    )
    return Phrase(frozenset(facts), role, unit, sign)
