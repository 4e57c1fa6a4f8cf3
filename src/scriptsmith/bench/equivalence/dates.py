"""Times in words, read so that one time written in two ways is one time."""

from __future__ import annotations

import re
from datetime import UTC, datetime

_MONTHS = {
    name: number
    for number, name in enumerate(
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1
    )
}
_NAMES = frozenset([*_MONTHS, "mon", "tue", "wed", "thu", "fri", "sat", "sun"])
_CLOCK = re.compile(r"\b(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?(?:\s*([AP]M))?\b", re.I)
_ISO = re.compile(r"\b(\d{4})[-/](\d{2})[-/](\d{2})")
_AMERICAN = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{2,4})\b")
_WORDED = re.compile(r"\b([A-Z][a-z]{2})[a-z]*\.?\s+(\d{1,2})\b|\b(\d{1,2})\s+([A-Z][a-z]{2})[a-z]*\b")
_YEAR = re.compile(r"\b(20\d\d|19\d\d)\b")
_EPOCH = re.compile(r"\b(1[5-9]\d{8}|2\d{9})\b")
NEAR = 180
"""Seconds that two executions of one command may lie apart."""


def read(text: str) -> tuple[tuple[int, int, int] | None, int | None]:
    """The day (year, month, day; year 0 where none is written) and the second of the day that `text` tells."""
    if epoch := _EPOCH.search(text):
        moment = datetime.fromtimestamp(int(epoch[1]), UTC)
        return (moment.year, moment.month, moment.day), moment.hour * 3600 + moment.minute * 60 + moment.second
    day = None
    if found := _ISO.search(text):
        day = (int(found[1]), int(found[2]), int(found[3]))
    elif found := _AMERICAN.search(text):
        day = (int(found[3]) % 100 + 2000, int(found[1]), int(found[2]))
    else:
        for found in _WORDED.finditer(text):
            month = _MONTHS.get((found[1] or found[4]).lower())
            if month:
                year = _YEAR.search(text)
                day = (int(year[1]) if year else 0, month, int(found[2] or found[3]))
                break
    clock = _CLOCK.search(text)
    if clock is None:
        return day, None
    hour = int(clock[1]) % 12 + (12 if clock[4].lower() == "pm" else 0) if clock[4] else int(clock[1])
    return day, hour * 3600 + int(clock[2]) * 60 + int(clock[3] or 0)


def contrary(one: str, other: str) -> bool:
    """Whether both texts tell a time, but other days, or one tells a day and the other none."""
    (day, clock), (other_day, other_clock) = read(one), read(other)
    if (day or clock) is None or (other_day or other_clock) is None:
        return False
    return (day is None) != (other_day is None) or another_day(one, other)


def alike(one: str, other: str) -> bool:
    """Whether both are the same day of the week, the same month or the same zone, in full or for short."""
    if {one, other} <= {"UTC", "GMT", "+0000", "+00:00", "Etc/UTC"}:
        return True
    short = one[:3].lower()
    return short == other[:3].lower() and short in _NAMES and min(len(one), len(other)) == 3


def another_day(one: str, other: str) -> bool:
    """Whether both texts tell a day, and not the same one, whatever the year."""
    day, other_day = read(one)[0], read(other)[0]
    return day is not None and other_day is not None and day[1:] != other_day[1:]


def same_day(one: str, other: str) -> bool:
    """Whether both texts tell the same day, and one of them no time of day."""
    (day, clock), (other_day, other_clock) = read(one), read(other)
    if day is None or other_day is None or (clock is not None and other_clock is not None):
        return False
    return _one_day(day, other_day)


def same(one: str, other: str) -> bool:
    """Whether both texts tell a day or time of day, and none that contradicts the other's by more than minutes."""
    (day, clock), (other_day, other_clock) = read(one), read(other)
    if (day is None and clock is None) or (other_day is None and other_clock is None):
        return False
    if (day is None) != (other_day is None) or (clock is None) != (other_clock is None):
        return False
    if day and other_day and not _one_day(day, other_day):
        return False
    return clock is None or other_clock is None or min((gap := abs(clock - other_clock)), 86400 - gap) <= NEAR


def _one_day(day: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    """Whether two days are one; a year of 0 is any year."""
    return day[1:] == other[1:] and 0 in (day[0], other[0], day[0] - other[0])
