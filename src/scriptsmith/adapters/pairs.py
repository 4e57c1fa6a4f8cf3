"""Pairs for examples, from a file of JSON lines."""

from __future__ import annotations

import json
from pathlib import Path

from ..errors import BadInput, NotFound, StorageError
from ..examples import ExamplePair


def read_pairs(path: Path) -> tuple[ExamplePair, ...]:
    """The pairs in `path`, a line `{"nl": action, "bash": script}` each.

    Raises `NotFound`, `BadInput` or `StorageError` that names the file.
    """
    try:
        lines = path.read_bytes().splitlines()
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound(f"{path}, which models.generator.pairs names, is not there") from None
    except OSError as error:
        raise StorageError(f"could not read {path}: {error.strerror or error}") from None
    found = list[ExamplePair]()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            raise BadInput(f"{path}, line {number}: this is not JSON") from None
        if not isinstance(row, dict) or not isinstance(row.get("nl"), str) or not isinstance(row.get("bash"), str):
            raise BadInput(f'{path}, line {number}: a pair has the texts "nl" and "bash"')
        found.append(ExamplePair(text=row["nl"], script=row["bash"]))
    if not found:
        raise BadInput(f"{path} holds no pair")
    return tuple(found)
