"""Plain actions of SRE work with a right command and a minimally wrong one: `data/simple-pairs.jsonl`, written by us.

A third of the actions, those with the least digests, is held back: nothing was mended by looking at it.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from .judging_pairs import Pair

DATA = Path(__file__).resolve().parent / "data" / "simple-pairs.jsonl"


def simple_pairs(*, held: bool) -> list[Pair]:
    """The pairs that are held back, or the others; the wrong one of an action behind its right one."""
    rows = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
    ranked = sorted(rows, key=lambda row: hashlib.sha256(row["action"].encode()).hexdigest())
    kept = {row["action"] for row in ranked[: len(rows) // 3]}
    return [
        pair
        for row in rows
        if (row["action"] in kept) == held
        for pair in (Pair(row["action"], row["right"], "right"), Pair(row["action"], row["wrong"], row["fault"]))
    ]
