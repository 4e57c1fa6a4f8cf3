"""Text from elsewhere made safe to look at: what a reader could not see is spelled out."""

from __future__ import annotations

import unicodedata

_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def visible(text: str) -> str:
    """`text` with control and direction characters spelled out, so that none reaches a terminal or a page raw."""
    return "".join(spelled(character) if is_hidden(character) else character for character in text)


def is_hidden(character: str) -> bool:
    """Whether a character changes how others are shown, or is not shown itself; line ends and tabs are neither."""
    return character not in "\n\t" and unicodedata.category(character) in _HIDDEN


def spelled(character: str) -> str:
    """A character by its number, as `\\x1b` or `\\u202e`."""
    return f"\\x{ord(character):02x}" if ord(character) < 256 else f"\\u{ord(character):04x}"
