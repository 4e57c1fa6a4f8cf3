"""What the embedder learns from and is judged by: descriptions that share a command, parted by what they describe.

Two descriptions are a paraphrase when somebody gave the same command for both. A command belongs to one part for good,
by a hash of its words without arguments, so that no near relative of a held-out command is ever learned from.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Literal

Part = Literal["learn", "choose", "report"]
MOST_PER_COMMAND = 6


@dataclass(frozen=True, slots=True)
class Row:
    """A description, its command, and the part it belongs to."""

    told: str
    command: str
    part: Part


def rows(folder: Path) -> list[Row]:
    """Every pair below `folder` (`pairs/train.jsonl`), each description once for each command."""
    found: dict[tuple[str, str], Row] = {}
    with open(folder / "pairs" / "train.jsonl", encoding="utf-8") as lines:
        for line in lines:
            raw = json.loads(line)
            told, command = " ".join(raw["nl"].split()), raw["bash"].strip()
            found.setdefault((told.lower(), command), Row(told, command, _part(command)))
    held = {row.told.lower() for row in found.values() if row.part != "learn"}
    return [row for row in found.values() if row.part != "learn" or row.told.lower() not in held]


def paraphrases(found: list[Row], part: Part) -> list[list[str]]:
    """For each command of `part` that has several descriptions, those descriptions."""
    told: dict[str, dict[str, str]] = defaultdict(dict)
    for row in found:
        if row.part == part:
            told[row.command].setdefault(_letters(row.told), row.told)
    return [list(texts.values())[:MOST_PER_COMMAND] for texts in told.values() if len(texts) > 1]


def loose_paraphrases(found: list[Row]) -> Iterator[tuple[str, str]]:
    """Pairs to learn from whose commands differ in arguments only."""
    told: dict[str, dict[str, str]] = defaultdict(dict)
    for row in found:
        if row.part == "learn":
            told[shape(row.command)].setdefault(_letters(row.told), row.told)
    for texts in told.values():
        yield from combinations(list(texts.values())[:MOST_PER_COMMAND], 2)


@dataclass(frozen=True, slots=True)
class Quiz:
    """`asked[i]` has its answer at `pool[answers[i]]`."""

    asked: list[str]
    pool: list[str]
    answers: list[int]


def quiz(found: list[Row], part: Part, *, asked: int, others: int) -> Quiz:
    """Paraphrase retrieval: one description of a command asks, another is to be found among others of that part."""
    groups = sorted(paraphrases(found, part), key=lambda texts: _number(texts[0]))[:asked]
    taken = {text for texts in groups for text in texts}
    rest = sorted({row.told for row in found if row.part == part} - taken, key=_number)[:others]
    pool = [texts[1] for texts in groups] + rest
    return Quiz([texts[0] for texts in groups], pool, list(range(len(groups))))


def shape(command: str) -> str:
    """A command without its arguments: quoted text, numbers and paths are all alike."""
    command = re.sub(r"\"[^\"]*\"|'[^']*'|\{\{[^}]*\}\}", "Q", command)
    command = re.sub(r"(?<![\w-])[~./][\w./*-]*", "P", command)
    return re.sub(r"\d+", "N", command)


def _part(command: str) -> Part:
    share = _number(shape(command)) % 100
    return "report" if share < 30 else "choose" if share < 36 else "learn"


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def _letters(text: str) -> str:
    """What is left of a description when case, spaces and punctuation are not looked at."""
    return re.sub(r"\W+", "", text.lower())
