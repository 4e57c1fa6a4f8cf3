"""Unified diffs as every kind of box tells them. Standard library only: a launcher imports it."""

from __future__ import annotations

import difflib
from collections.abc import Sequence


def lines_of(text: str) -> list[str]:
    """The lines of `text` with their ends; a form feed ends none, as it does for `splitlines`."""
    lines = text.split("\n")
    return [*(f"{line}\n" for line in lines[:-1]), *([lines[-1]] if lines[-1] else [])]


def unified(old: Sequence[str], new: Sequence[str], path: str, *, existed: bool) -> str:
    """A unified diff of the file at `path`, from `/dev/null` where it did not exist."""
    diff = difflib.unified_diff(old, new, path if existed else "/dev/null", path)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in diff)
