"""Text made safe for a terminal."""

from __future__ import annotations

import unicodedata


def visible(text: str) -> str:
    """`text` with control and direction characters spelled out, so that none reaches a terminal raw."""
    return "".join(
        character
        if character in "\n\t" or unicodedata.category(character) not in ("Cc", "Cf", "Cs")
        else _spelled(character)
        for character in text
    )


def _spelled(character: str) -> str:
    return f"\\x{ord(character):02x}" if ord(character) < 256 else f"\\u{ord(character):04x}"
