"""What a catalogue recorded of one entry: `evidence.jsonl`, one piece of evidence on each line, oldest first."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

from ...core.plain_data import ShapeError, plain, shaped
from ...core.types import Evidence
from .files import opened, write_atomically

_NAME = "evidence.jsonl"
_MAX_BYTES = 1 << 20


def read_records(folder: Path) -> tuple[Evidence, ...]:
    """Everything that was recorded in `folder`. What cannot be read speaks for nothing, and is no fault of an entry."""
    try:
        with opened(f"{folder}/{_NAME}") as file:
            if os.fstat(file.fileno()).st_size > _MAX_BYTES:
                return ()
            lines = file.read().splitlines()
    except OSError:
        return ()
    return tuple(evidence for line in lines if (evidence := _evidence(line)))


def write_records(folder: Path, records: Iterable[Evidence]) -> None:
    """Replace what was recorded in `folder`; raises `StorageError`, the old records kept."""
    write_atomically(folder / _NAME, "".join(json.dumps(plain(each)) + "\n" for each in records))


def newest_last(shipped: Iterable[Evidence], ours: Iterable[Evidence]) -> tuple[Evidence, ...]:
    """What was recorded of a shipped entry where it was made and here, so that of each kind the newest is the last."""
    shipped, ours = tuple(shipped), tuple(ours)
    latest = {each.kind: each.at for each in ours}
    return (*shipped, *ours, *(each for each in shipped if each.at > latest.get(each.kind, "")))


def _evidence(line: bytes) -> Evidence | None:
    try:
        evidence: Evidence = shaped(Evidence, json.loads(line))
    except (ShapeError, ValueError, RecursionError):
        return None
    return evidence
