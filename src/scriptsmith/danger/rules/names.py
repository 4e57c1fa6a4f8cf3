"""Lists of names, as a person writes them: with a blank between them."""

from __future__ import annotations


def set_of(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


def row_of(text: str) -> tuple[str, ...]:
    """The words of a text, in their order."""
    return tuple(text.split())
