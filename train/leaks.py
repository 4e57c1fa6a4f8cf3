"""What is evaluated on is not learned from: finds the pairs that are near an evaluation case."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scriptsmith.bench.folder import read_suite
from scriptsmith.bench.places import SUITES

from .pairs import shape

NEAR, RELATED = 0.75, 0.5
"""From this share of common words on an action is that of an evaluation case; and where the commands are alike too."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """The actions and commands of every evaluation set."""

    texts: tuple[str, ...]
    commands: frozenset[str]
    shapes: Mapping[str, tuple[frozenset[str], ...]]


def evaluated(data: Path) -> Evaluated:
    """What lies in the data folder and in our own suites."""
    cases: list[tuple[str, list[str]]] = []
    for row in _rows(data / "intercode_alfa/dev.jsonl"):
        cases.append((row["query"], [each for each in (row["gold"], row["gold2"]) if each]))
    cases += [(row["prompt"], [row["gold"]]) for row in _rows(data / "eabench/bash_1.jsonl")]
    cases += [(row["prompt"], []) for row in _rows(data / "bashkit/dev.jsonl")]
    cases += [(row["action"], [row["command"]]) for row in _rows(data / "itbench/actions.jsonl")]
    for name in ("dev", "stc"):
        rows = _rows(data / f"judgements/{name}.jsonl")
        cases += [(row["action"], [row["command"]] if row["correct"] else []) for row in rows]
    for suite in ("lines", "scripts"):
        for case in read_suite(SUITES / suite):
            cases.append((case.action, [each.text for each in case.golds]))
    shapes = defaultdict(list)
    for text, commands in cases:
        for command in filter(None, commands):
            shapes[shape(squeezed(command))].append(words(text))
    return Evaluated(
        tuple(text for text, _ in cases),
        frozenset(squeezed(command) for _, commands in cases for command in commands if command),
        {key: tuple(found) for key, found in shapes.items()},
    )


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():  # not every benchmark is there everywhere
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


def squeezed(command: str) -> str:
    """A command without `#!` and comment lines, and with single spaces."""
    lines = [line for line in command.splitlines() if not line.lstrip().startswith("#")]
    return " ".join(" ".join(lines).split())


def words(text: str) -> frozenset[str]:
    """The words of a text, small, without punctuation."""
    return frozenset(re.findall(r"[\w./*-]+", text.lower()))


def alike(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of the words of both that both have (Jaccard)."""
    return len(one & other) / max(1, len(one | other))


class NearTexts:
    """Finds whether a text is near one of many. Two sets that share enough share one of their rarest words."""

    def __init__(self, texts: Sequence[str]) -> None:
        sets = [words(text) for text in texts]
        self._often = Counter(word for each in sets for word in each)
        self._by_word = defaultdict[str, list[frozenset[str]]](list)
        for each in sets:
            for word in self._rarest(each):
                self._by_word[word].append(each)

    def __contains__(self, text: str) -> bool:
        own = words(text)
        return any(alike(own, other) >= NEAR for word in self._rarest(own) for other in self._by_word.get(word, ()))

    def _rarest(self, each: frozenset[str]) -> list[str]:
        spare = len(each) - -(-len(each) * 3 // 4) + 1
        return sorted(each, key=lambda word: (self._often[word], word))[:spare]


def leaked(action: str, script: str, known: Evaluated, near: NearTexts) -> bool:
    """Whether a pair is near an evaluation case: by its words, its command, or both a little less."""
    command = squeezed(script)
    if action in near or command in known.commands:
        return True
    own = words(action)
    return any(alike(own, other) >= RELATED for other in known.shapes.get(shape(command), ()))
