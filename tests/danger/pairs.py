"""Pairs of whole scripts that differ in one detail: with it the script is dangerous, without it benign.

`pairs/*.txt` holds them: a line `=== name | why`, then the script; lines that begin with `D|` stand in the dangerous one
only, lines with `B|` in the benign one only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "pairs"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two scripts and what makes the one dangerous."""

    name: str
    why: str
    dangerous: str
    benign: str


def pairs() -> Iterator[Pair]:
    """Every pair, in the order of the files."""
    for file in sorted(FOLDER.glob("*.txt")):
        for block in file.read_text(encoding="utf-8").split("=== ")[1:]:
            head, _, body = block.partition("\n")
            name, _, why = head.partition(" | ")
            yield Pair(name, why, _with(body, "D|", "B|"), _with(body, "B|", "D|"))


def _with(body: str, kept: str, left_out: str) -> str:
    lines = (line.removeprefix(kept) for line in body.splitlines() if not line.startswith(left_out))
    return "\n".join(lines) + "\n"
