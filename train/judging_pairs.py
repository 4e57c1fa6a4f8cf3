"""Actions with right and wrong commands of today, made from pairs of text and Bash: for training and for a report.

A pair is right as it stands. It is made wrong in two ways: with the command of a near action, and with one thing about
its own command changed: a comparison, a number, a flag, a name, a place, a deed. A part of all actions, chosen by their
digest, is held out of training.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scriptsmith.adapters.embedding.static import StaticEmbedder
from scriptsmith.static_judge.describe import describe

SOURCES = ("nl2bash", "nlc2cmd")
HELD_OUT = 5
"""One action in so many is held out."""
ALIKE = 0.93
"""Actions nearer than this may well mean the same, so that the command of one is no wrong one for the other."""


@dataclass(frozen=True, slots=True)
class Pair:
    """`kind` says how the command was come by: right, near, or the name of a change."""

    action: str
    command: str
    kind: str

    @property
    def correct(self) -> bool:
        return self.kind == "right"


def held_out(action: str) -> bool:
    """Whether an action is kept out of training; equal but for case and blanks is the same action."""
    plain = re.sub(r"\W+", " ", action.lower()).strip()
    return int(hashlib.sha256(plain.encode()).hexdigest()[:8], 16) % HELD_OUT == 0


def _swap(one: str, other: str) -> Callable[[str], str | None]:
    """Replaces the first match of `one` by `other`; None where there is none."""
    pattern = re.compile(one)

    def change(command: str) -> str | None:
        return pattern.sub(other, command, count=1) if pattern.search(command) else None

    return change


def _other_number(command: str) -> str | None:
    found = [
        it for it in re.finditer(r"(?<![\w./\\$'\"-])([+-]?)(\d+)(?=[ckMGbw]?(?:\s|$))", command) if int(it[2]) > 0
    ]
    if not found:
        return None
    one = found[-1]
    return f"{command[: one.start()]}{one[1]}{int(one[2]) * 2 + 1}{command[one.end() :]}"


def _other_name(command: str) -> str | None:
    found = re.search(r"-i?name\s+(['\"]?)([^'\"\s]+)\1", command)
    if not found:
        return None
    return f"{command[: found.start(2)]}{'*.bak' if '*' in found[2] else 'notes.cfg'}{command[found.end(2) :]}"


def _other_place(command: str) -> str | None:
    found = re.match(r"find\s+(\S+)(?=\s)", command)
    if not found or found[1].startswith(("-", "(", "\\", "!")):
        return None
    return f"{command[: found.start(1)]}{'/srv/data' if found[1].startswith('.') else '.'}{command[found.end(1) :]}"


CHANGES: dict[str, tuple[Callable[[str], str | None], ...]] = {
    "comparison": (
        _swap(r"(-[amc]?(?:time|min) |-size )\+(\d)", r"\1-\2"),
        _swap(r"(-[amc]?(?:time|min) |-size )-(\d)", r"\1+\2"),
        _swap(r"-newer ", r"! -newer "),
    ),
    "number": (_other_number,),
    "kind": (_swap(r"-type f", "-type d"), _swap(r"-type d", "-type f"), _swap(r"-type l", "-type f")),
    "negation": (_swap(r"(?:\\?! |-not )(?=-)", ""), _swap(r"\bgrep -v", "grep"), _swap(r"\bgrep (?!-)", "grep -v ")),
    "flag": (
        _swap(r"\bwc -l", "wc -c"),
        _swap(r"\bsort -n?r", "sort"),
        _swap(r"\bsort -n\b", "sort -nr"),
        _swap(r"\buniq -d", "uniq -u"),
        _swap(r"\bgrep -l\b", "grep -L"),
        _swap(r"-maxdepth \d+ ?", ""),
        _swap(r"-mindepth", "-maxdepth"),
        _swap(r"-empty", ""),
        _swap(r"\bln -s\b", "ln"),
        _swap(r"\bgrep -c\b", "grep"),
        _swap(r"-user\b", "-group"),
        _swap(r"-atime", "-mtime"),
        _swap(r"\bchmod \+x", "chmod -x"),
        _swap(r"\btar (-?)c", r"tar \1x"),
        _swap(r"\btar (-?)x", r"tar \1t"),
    ),
    "name": (_other_name,),
    "place": (_other_place,),
    "deed": (
        _swap(r"\bhead\b", "tail"),
        _swap(r"\btail\b", "head"),
        _swap(r"-delete", "-print"),
        _swap(r"\brm( -\w+)*", "ls -l"),
        _swap(r"\bcp\b", "mv"),
        _swap(r"\bmv\b", "cp"),
        _swap(r"\bgzip\b", "gunzip"),
        _swap(r"\bxargs grep\b", "xargs rm"),
        _swap(r"(-print)\s*$", "-delete"),
        _swap(r"(find [^|;]*[^|;\\ ])\s*$", r"\1 | wc -l"),
        _swap(r"\s*\|\s*wc -l\s*$", ""),
        _swap(r"\bcut -d", "cut --complement -d"),
        _swap(r"\bmkdir\b", "rmdir"),
    ),
}


def described(command: str) -> str | None:
    """The description of a command; None where there is none."""
    return describe(command) or None


def pairs(path: Path, *, held: bool, count: int, seed: int = 5) -> list[Pair]:
    """`count` actions, each with its right command, that of a near action, and where one applies a changed one."""
    rows = [row for line in path.read_text().splitlines() if (row := json.loads(line))["source"] in SOURCES]
    rows = [row for row in rows if held_out(row["nl"]) == held]
    chance = random.Random(seed)
    chance.shuffle(rows)
    told = [described(row["bash"]) for row in rows]
    vectors = StaticEmbedder().vectors([row["nl"] for row in rows])
    found: list[Pair] = []
    taken: set[str] = set()
    for at, row in enumerate(rows):
        if len(taken) >= count:
            break
        if told[at] is None or row["nl"] in taken:
            continue
        taken.add(row["nl"])
        found.append(Pair(row["nl"], row["bash"], "right"))
        found.extend(_near(rows, told, vectors @ vectors[at], at, chance))
        found.extend(_changed(row["nl"], row["bash"], told[at], chance))
    return found


def _near(
    rows: Sequence[dict[str, str]],
    told: Sequence[str | None],
    likeness: np.ndarray[tuple[int], np.dtype[np.float32]],
    at: int,
    chance: random.Random,
) -> list[Pair]:
    nearest = np.argsort(-likeness)[:40]
    able = [it for it in nearest if likeness[it] < ALIKE and told[it] is not None and told[it] != told[at]][:6]
    return [Pair(rows[at]["nl"], rows[chance.choice(able)]["bash"], "near")] if able else []


def _changed(action: str, command: str, told: str | None, chance: random.Random) -> list[Pair]:
    able = []
    for kind, ways in CHANGES.items():
        for way in ways:
            made = way(command)
            if made is not None and described(made) not in (None, told):
                able.append(Pair(action, made, kind))
    kinds = sorted({it.kind for it in able})
    chosen = chance.sample(kinds, min(2, len(kinds)))
    return [chance.choice([it for it in able if it.kind == kind]) for kind in chosen]
