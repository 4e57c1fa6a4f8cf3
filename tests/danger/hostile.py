"""The hostile corpus: every family of actions under every disguise, always the same.

    python -m tests.danger.hostile        writes hostile_dev.jsonl and hostile_held_out.jsonl

Disguises were given to `dev` and `held_out` before anything was measured: names ordered by their SHA-256, in turns.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Literal

from . import word_disguises, wrap_disguises
from .lines import HERE, plain_lines

Split = Literal["dev", "held_out"]
SPLITS: tuple[Split, ...] = ("dev", "held_out")
DISGUISES = word_disguises.DISGUISES | wrap_disguises.DISGUISES


@dataclass(frozen=True, slots=True)
class Case:
    """One hostile command: `id` is family/disguise/number, `plain` what it means."""

    id: str
    split: Split
    plain: str
    text: str


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def split_of(disguise: str) -> Split:
    """The half that a disguise belongs to."""
    return SPLITS[sorted(DISGUISES, key=digest).index(disguise) % 2]


def cases() -> Iterator[Case]:
    """Every case, in order. Each family's plain commands take turns; the disguise `plain` shows all of them."""
    for family, lines in plain_lines().items():
        for turn, (name, disguise) in enumerate(DISGUISES.items()):
            for number in range(len(lines)) if name == "plain" else (turn % len(lines),):
                id = f"{family}/{name}/{number}"
                yield Case(id, split_of(name), lines[number].text, disguise(lines[number], Random(id)))


def file_of(split: Split) -> Path:
    return HERE / f"hostile_{split}.jsonl"


def written(split: Split) -> str:
    """The file of one split, as it should be."""
    rows = ({"id": case.id, "plain": case.plain, "text": case.text} for case in cases() if case.split == split)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


if __name__ == "__main__":
    for half in SPLITS:
        file_of(half).write_text(written(half), encoding="utf-8")
