"""The files that options and operands of programs name as written, as the table of programs tells."""

from __future__ import annotations

from collections.abc import Iterator

from ...interpreter.model import Word
from ...programs.roles import uses
from .invocation import Invocation, after, arguments

WRITING = frozenset(("writes", "appends", "begins", "edits"))
"""The roles of files that are replaced, added to, named by their beginning only, and changed in place."""


def written(call: Invocation) -> Iterator[tuple[Word, str]]:
    """Each file that the command writes, with its role of `WRITING`; what goes to standard output is none."""
    read = arguments(call)
    for at, start, role, _ in uses(read):
        if role not in WRITING:
            continue
        word = after(call.command.arguments[at], start) if at >= 0 else Word(parts=(read.spec.makes,))
        if word.shape not in ("-", "/dev/stdout"):
            yield word, role
