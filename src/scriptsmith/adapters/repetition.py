"""Whether a text that is still being written only repeats itself: small models do so until they are cut off."""

from __future__ import annotations

LEAST = 600
"""How many characters must repeat: the longest rulers and rows of zeros that people write are shorter."""
TIMES = 5
"""How many times the same block must stand there in a row."""
LONGEST = 4000
"""How many characters from the end are looked at."""


def repeats_itself(text: str) -> bool:
    """Whether the end of `text`, of at least `LEAST` characters, is one block written `TIMES` times or more in a row.

    The shortest period of each suffix comes from the failure function of Knuth, Morris and Pratt, run backwards over
    the last 4,000 characters; a block longer than 800 is not seen.
    """
    end = text[: -LONGEST - 1 : -1]
    borders, border = [0], 0
    for position in range(1, len(end)):
        while border and end[position] != end[border]:
            border = borders[border - 1]
        border += end[position] == end[border]
        borders.append(border)
        length = position + 1
        if length >= LEAST and length >= TIMES * (length - border):
            return bool(end[:length].strip())
    return False
