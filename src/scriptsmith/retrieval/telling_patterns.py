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
    if not parameter.pattern or parameter.type not in ("text", "name"):
        return
    pattern = _telling(parameter.pattern)
    if pattern is None or sum(it.pattern == parameter.pattern for it in siblings) != 1:
        return
    spans = [it.span() for it in re.finditer(r"\S+", reading.text)]
    behind = 0
    for at, (start, _) in enumerate(spans):
        found = _value(pattern, reading.text, spans[at : at + _LONGEST]) if at >= behind else None
        if found:
            text, count = found
            behind = at + count
            stop = spans[behind - 1][1]
            inside = [n for n, it in enumerate(reading.tokens) if it.end > start and it.start < stop]
            yield Candidate(text, inside[0], inside[-1] + 1, 0)


def _value(pattern: re.Pattern[str], text: str, spans: Sequence[tuple[int, int]]) -> tuple[str, int] | None:
    """The value that begins with the first of these words, and of how many it is.

    Of as few as it must be, and of those behind that are written as names: the comment of a public key.
    """
    found = None
    for count, (begin, end) in enumerate(spans, 1):
        value = text[spans[0][0] : end].strip("\"'`()").rstrip(".,;:!?")
        follows = found is None or (count == found[1] + 1 and identifier(text[begin:end]))
        if follows and pattern.fullmatch(value) and not value.isalpha():
            found = value, count
    return found
