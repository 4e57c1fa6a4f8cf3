"""Labelled actions with the entries near them, for `train/verifier.py` to learn from.

    python -m train.near OUT.jsonl [--asked FILE]... [--phrases]

Writes a row an action: the labels, and of the nearest entries the id and the phrases nearest to the action. With
`--phrases` every phrase of the catalogue is an action too, with the values that it binds; it is never near to itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

from scriptsmith.core.types import Entry
from scriptsmith.retrieval.binding import bind

from .searching import Searcher, catalogue

NEAREST = 6


def asked(path: Path) -> Iterator[dict[str, object]]:
    """The rows of a file of labelled actions."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            it = json.loads(line)
            labels = {"action": it["action"], "entry": it["entry"], "target": it.get("near", "")}
            yield {**labels, "parameters": it.get("parameters", {}), "source": path.stem}


def spoken(entries: tuple[Entry, ...]) -> Iterator[dict[str, object]]:
    """The phrases of the catalogue as actions; values are told only where all that must be given is bound."""
    for entry in entries:
        for phrase in entry.phrases:
            bound = bind(entry.parameters, phrase)
            whole = not bound.missing and not bound.problems
            read = {name: value for name, value in bound.values.items() if name not in bound.defaults}
            labels = {"action": phrase, "entry": entry.id, "target": ""}
            yield {**labels, "parameters": read if whole else None, "source": "phrases"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--asked", type=Path, action="append", default=[])
    parser.add_argument("--phrases", action="store_true")
    given = parser.parse_args()
    entries = asyncio.run(catalogue())
    found = [row for path in given.asked for row in asked(path)]
    found += spoken(entries) if given.phrases else []
    searcher = Searcher(entries)
    for row in found:
        action = searcher.action(str(row["action"]), str(row["entry"] or row["target"]))
        near = [searcher.entry(it) for it in searcher.near(action, NEAREST)]
        row["near"] = [{"id": it.id, "phrases": searcher.phrases(action.text, it)} for it in near]
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in found]
    given.out.write_text("".join(lines), encoding="utf-8")
    print(f"{len(found)} actions with the entries near them: {given.out}")


if __name__ == "__main__":
    main()
