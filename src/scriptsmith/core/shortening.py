"""Long text for a sentence: cut between two words, and said to be cut."""

from __future__ import annotations

COMMAND = 120
"""Characters of a command that a sentence tells."""


def shortened(text: str, most: int = COMMAND) -> str:
    """`text` on one line in at most `most` characters, `…` in the place of the words that have no room. Only a first
    word that is longer than that is cut itself."""
    text = " ".join(text.split())
    if len(text) <= most:
        return text
    fits, blank, _ = text[: most - 1].rpartition(" ")
    return f"{fits} …" if blank else f"{text[: most - 1]}…"
