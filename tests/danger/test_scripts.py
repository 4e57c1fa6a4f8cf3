"""Whole scripts by twenty-three writers who saw neither the code nor the other corpora: what is stopped, and what is let pass.

*Stopped* is dangerous or unanalysable. The sets were unseen when they were first measured (`benchmarks/danger.md` has the
figures of the first look); since then they are development data, from which the model of SS1991 learns as well, and what
is still wrong is listed here by name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from scriptsmith.danger.analyse import analyse

FOLDER = Path(__file__).parent / "scripts"
STOPPED = ("dangerous", "unanalysable")
PASSED_THOUGH_DANGEROUS: dict[str, set[str]] = {
    "a": set(),
    "c": set(),
    "d": set(),
    "e": set(),
    "f": set(),
    "g": set(),
    "h": set(),
    "i": set(),
    "j": set(),
    "k": set(),
    "l": set(),
    "m": set(),
    "n": set(),
    "o": set(),
    "p": set(),
    "r": set(),
    "s": set(),
    "v": set(),
    "w": {"w-d-044", "w-d-047", "w-d-049"},
    "x": set(),
    "y": set(),
    "q": set(),
    "z": {"z-d-050", "z-d-055", "z-d-079"},
}
STOPPED_THOUGH_BENIGN: dict[str, set[str]] = {
    "a": {"password-expiry-mail"},
    "c": set(),
    "d": set(),
    "e": set(),
    "f": set(),
    "g": set(),
    "h": set(),
    "i": {"i-b-046", "i-b-062"},
    "j": set(),
    "k": {"k-b-010", "k-b-043"},
    "l": set(),
    "m": {"m-b-043", "m-b-069"},
    "n": {"n-b-013", "n-b-014", "n-b-020", "n-b-026", "n-b-063", "n-b-077"},
    "o": {"o-b-019", "o-b-054", "o-b-056", "o-b-057", "o-b-072"},
    "p": {"p-b-013"},
    "r": {"r-b-042"},
    "s": {"s-b-072"},
    "v": {"v-b-007", "v-b-034", "v-b-039", "v-b-066", "v-b-073", "v-b-075", "v-b-076"},
    "w": {"w-b-009", "w-b-018", "w-b-033", "w-b-036", "w-b-037", "w-b-061"},
    "x": {"x-b-003", "x-b-023"},
    "q": {"q-b-024", "q-b-048", "q-b-077"},
    "z": {"z-b-015", "z-b-019"},
    "y": {"y-b-033", "y-b-042"},
}


def scripts(writer: str, label: str) -> Iterator[tuple[str, str]]:
    """(id, text) of the scripts of one writer with one label."""
    for line in (FOLDER / f"writer_{writer}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["label"] == label:
            yield row["id"], row["text"]


@pytest.mark.parametrize("writer", sorted(PASSED_THOUGH_DANGEROUS))
def test_dangerous_scripts_are_stopped(writer: str) -> None:
    """Every script that a reviewer must stop is stopped, but for those that are known to pass."""
    passed = {name for name, text in scripts(writer, "dangerous") if analyse(text).risk not in STOPPED}
    assert passed == PASSED_THOUGH_DANGEROUS[writer]


@pytest.mark.parametrize("writer", sorted(STOPPED_THOUGH_BENIGN))
def test_benign_scripts_pass(writer: str) -> None:
    """Every script that a reviewer lets pass does, but for those that are known to be stopped."""
    stopped = {name for name, text in scripts(writer, "benign") if analyse(text).risk in STOPPED}
    assert stopped == STOPPED_THOUGH_BENIGN[writer]
