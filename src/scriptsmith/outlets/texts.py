"""Texts from outside, made safe for where they are shown: nothing hidden, no longer than may be."""

from __future__ import annotations

from collections.abc import Callable

from ..core.escape_control import visible


def shown(text: str, most: int, escape: Callable[[str], str] = str) -> str:
    """`text` with hidden characters spelled out and each character escaped by `escape`, at most `most` characters long
    after that; what is cut off is told by `…`, and no escape is cut in two."""
    pieces: list[str] = []
    left = most
    characters = visible(text.strip())
    for place, character in enumerate(characters):
        piece = escape(character)
        if len(piece) > left - (place < len(characters) - 1):
            pieces.append("…")
            break
        pieces.append(piece)
        left -= len(piece)
    return "".join(pieces)
