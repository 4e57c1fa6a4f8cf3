"""Reads a description that this package did not write: of the same form as far as possible, clause by clause."""

from __future__ import annotations

import re

from .steps import PREPOSITIONS, WRITTEN_LEADS, Clause, Step

_VALUE = re.compile(r"`([^`]*)`")
_SPLIT = re.compile(rf", |(?<!directly)(?<!\bnot)(?<!\bor) (?=(?:{PREPOSITIONS}) \0)")


def read(text: str) -> tuple[Step, ...]:
    """The steps that `text` says, values between backquotes; its sentences as clauses where it has another form."""
    text = text.replace("\0", "␀")
    values = iter(found[1] for found in _VALUE.finditer(text))
    steps = []
    for part in _VALUE.sub("\0", text).split("; "):
        lead = next((name for name, it in WRITTEN_LEADS.items() if it and part.startswith(it)), "")
        pieces = _SPLIT.split(part.removeprefix(WRITTEN_LEADS[lead]))
        made = (Clause(it.replace("\0", "{}"), tuple(next(values) for _ in range(it.count("\0")))) for it in pieces)
        steps.append(Step(tuple(made), lead))
    return tuple(steps)
