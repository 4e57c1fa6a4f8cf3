"""The files that options and operands of programs name as written, as the table of programs tells."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from ...interpreter.model import Word
from ...programs.roles import uses
from .invocation import Invocation, after, arguments

WRITING = frozenset(("writes", "appends", "begins", "edits"))
"""The roles of files that are replaced, added to, named by their beginning only, and changed in place."""

_FOUND = frozenset(("-fprint", "-fprint0", "-fls", "-fprintf"))


def find_outputs(arguments: Sequence[Word]) -> Iterator[Word]:
    """The files into which a find prints: the word after `-fprint`, `-fls` and their like."""
    for option, word in itertools.pairwise(arguments):
        if option.text in _FOUND:
            yield word


def written(call: Invocation) -> Iterator[tuple[Word, str]]:
    """Each file that the command writes, with its role of `WRITING`; what goes to standard output is none."""
    read = arguments(call)
    for at, start, role, _ in uses(read):
        if role not in WRITING:
            continue
        word = after(call.command.arguments[at], start) if at >= 0 else Word(parts=(read.spec.makes,))
        if word.shape not in ("-", "/dev/stdout"):
            yield word, role
