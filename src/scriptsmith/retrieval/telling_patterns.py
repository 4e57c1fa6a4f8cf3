"""Values that are told by how they are written: a parameter's pattern finds them, if nothing ordinary is written so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..core.types import Parameter
from .action_reading import ActionReading
from .names import Candidate, identifier

_ORDINARY = (
    "the",
    "The",
    "50",
    "100",
    "2024-01-31",
    "09:15",
    "web-01",
    "v1.2",
    "db.example.org",
    "10.0.0.1",
    "/srv/x",
    "and/or",
    "a,b",
    "x=y",
)
"""What stands in actions for anything: a pattern that takes one of these tells nothing."""
_LONGEST = 8
"""Of how many words a value is at most that its pattern tells."""


@lru_cache(maxsize=512)
def _telling(pattern: str) -> re.Pattern[str] | None:
    """The pattern, if nothing ordinary is written like it."""
    found = re.compile(pattern)
    return None if any(found.fullmatch(each) for each in _ORDINARY) else found


def told_by_pattern(parameter: Parameter, reading: ActionReading, siblings: Sequence[Parameter]) -> Iterator[Candidate]:
    """What is written as only this parameter's values are: a schedule of cron, a checksum, a public key."""
    only = parameter.pattern and sum(it.pattern == parameter.pattern for it in siblings) == 1
    pattern = _telling(parameter.pattern) if only and parameter.type in ("text", "name") else None
    spans = [it.span() for it in re.finditer(r"\S+", reading.text)] if pattern else []
    at = 0
    while pattern and at < len(spans):
        text, last = "", at
        for end in range(at, min(at + _LONGEST, len(spans))):
            whole = reading.text[spans[at][0] : spans[end][1]].strip("\"'`()").rstrip(".,;:!?")
            if not pattern.fullmatch(whole) or whole.isalpha():
                continue
            if not text or (end == last and identifier(reading.text[slice(*spans[end])])):
                text, last = whole, end + 1  # and no longer than it must be: behind it only what is written as a name
        if text:
            start, stop = spans[at][0], spans[last - 1][1]
            inside = [n for n, it in enumerate(reading.tokens) if it.end > start and it.start < stop]
            yield Candidate(text, inside[0], inside[-1] + 1, 0)
        at = max(at + 1, last)
