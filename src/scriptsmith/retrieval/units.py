"""Numbers in words, and the units of time and size: one table for everybody who reads an amount."""

from __future__ import annotations

import math

_SMALL = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty
"""
NUMBERS = {word: number for number, word in enumerate(_SMALL.split())} | {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "dozen": 12,
    "hundred": 100,
    "couple": 2,
}
SECONDS = {
    unit: seconds
    for units, seconds in (
        ("ms msec millisecond milliseconds", 0.001),
        ("s sec secs second seconds", 1),
        ("m min mins minute minutes", 60),
        ("h hr hrs hour hours", 3600),
        ("d day days", 86400),
        ("w wk wks week weeks", 7 * 86400),
        ("fortnight fortnights", 14 * 86400),
        ("month months mo", 30 * 86400),
        ("quarter quarters", 90 * 86400),
        ("y yr yrs year years", 365 * 86400),
    )
    for unit in units.split()
}
UNITS = {"milliseconds": 0.001, "seconds": 1, "minutes": 60, "hours": 3600, "days": 86400, "weeks": 604800}
"""The units that a duration may be wanted in, in seconds."""

BYTES = {
    unit: size
    for units, size in (
        ("b byte bytes", 1),
        ("k ki kb kib kilobyte kilobytes kbyte kbytes", 1024),
        ("m mi mb mib megabyte megabytes meg megs mbyte mbytes", 1024**2),
        ("g gi gb gib gigabyte gigabytes gig gigs gbyte gbytes", 1024**3),
        ("t ti tb tib terabyte terabytes tbyte tbytes", 1024**4),
    )
    for unit in units.split()
}


def lasting(seconds: float, unit: str) -> str | None:
    """A duration in whole units, rounded up; None for less than half of one: 25 seconds are no days."""
    whole = seconds / UNITS.get(unit, 1)
    return str(math.ceil(whole)) if whole >= 0.5 else None
