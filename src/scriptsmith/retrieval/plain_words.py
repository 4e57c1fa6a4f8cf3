"""Concepts as a person says them: the word of the text itself in the place of a stem or a sign.

What is compared are concepts: stems ("maintenanc"), constraints with a sign in front (`!free`, `~weekly`, `<`). None of
them is for people to read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from . import words
from .values import Token

_SIGNS = {"<": "less than", ">": "more than"}


def first_words(tokens: Iterable[Token]) -> Mapping[str, str]:
    """For each concept the first word, in lower case, by which the tokens of a text say it."""
    found: dict[str, str] = {}
    for token in tokens:
        if token.kind in ("word", "plain"):
            for concept in (words.concept(token.text), words.noun(token.text), words.verb(token.text)):
                found.setdefault(concept, token.text)
    return found


def spoken(concept: str, *texts: Mapping[str, str]) -> str:
    """`concept` in words, those of the first of `texts` (from `first_words`) that says it.

    >>> spoken("!maintenanc", {"maintenanc": "maintenance"})
    'not maintenance'
    """
    if concept in _SIGNS:
        return _SIGNS[concept]
    if concept.startswith("!"):
        return f"not {spoken(concept[1:], *texts)}".strip()
    plain = concept.lstrip("~=")
    return next((text[plain] for text in texts if plain in text), plain.removesuffix("+ed"))


def listed(concepts: Iterable[str], *texts: Mapping[str, str]) -> str:
    """The first three of `concepts` in words, each once: "log, file or folder"."""
    said = list(dict.fromkeys(spoken(it, *texts) for it in sorted(concepts)))[:3]
    return " or ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)
