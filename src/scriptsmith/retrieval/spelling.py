"""Typing errors mended before an action is read: "restrat" asks for what "restart" does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from string import ascii_lowercase

from . import words
from .values import tokens

_SHORTEST, _SHORTEST_CHANGED = 4, 6
"""Letters of a word two of which may have changed places, and of one that may have one too many, or that lacks one when
it is whole: shorter ones are near to too many."""


@dataclass(frozen=True, slots=True)
class Spelt:
    """An action's `text` as it was meant; `typed` is where in it a word begins that was written otherwise, and how."""

    text: str
    typed: tuple[tuple[int, str], ...] = ()


def mended(text: str, is_word: Callable[[str], bool], speakers: Callable[[str], int]) -> Spelt:
    """`text` with each word of small letters that is none replaced by the word that it is one typing error away from.

    `is_word` knows a language's words, `speakers` how many entries speak of a concept. What is written as names are
    stays, and so does a word that no entry speaks of whatever it was meant to be.
    """
    parts: list[str] = []
    typed: list[tuple[int, str]] = []
    end = size = 0
    for at, token in enumerate(tokens(text)):
        plain = token.raw.isascii() and token.raw.isalpha() and token.end - token.start == len(token.raw)
        if token.kind != "word" or not plain or not (token.raw.islower() or (at == 0 and token.raw.istitle())):
            continue
        if is_word(token.text) or is_word(words.stem(token.text)) or words.known(token.text):
            continue
        if speakers(words.concept(token.text)):
            continue
        meant = max(_meant(token.text, is_word, speakers), default=None)
        if meant is None:
            continue
        parts += [text[end : token.start], meant[-1]]
        size += token.start - end
        typed.append((size, token.raw))
        size, end = size + len(meant[-1]), token.end
    return Spelt("".join([*parts, text[end:]]), tuple(typed)) if typed else Spelt(text)


def _meant(
    word: str, is_word: Callable[[str], bool], speakers: Callable[[str], int]
) -> Iterator[tuple[bool, bool, int, str]]:
    """The words that `word` may have been meant for, each after what speaks for it: letters in the wrong order are the
    likeliest error (Damerau, 1964)."""
    for swapped, near in _edits(word):
        concept = words.concept(near)
        said, ordinary = speakers(concept), is_word(near)
        if (ordinary and (said or words.known(near))) or (said and near in (concept, f"{concept}s")):
            yield swapped, ordinary, said, near


def _edits(word: str) -> Iterator[tuple[bool, str]]:
    """All that is one error away, and whether only two neighbours change places. Begins and ends stay, but for these:
    there names differ from words. So does what has one letter for another ("checker", "notifier")."""
    size = len(word)
    if size >= _SHORTEST:
        for at in range(size - 1):
            yield True, word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if size >= _SHORTEST_CHANGED:
        yield from ((False, word[:at] + word[at + 1 :]) for at in range(1, size - 1))
    if size + 1 >= _SHORTEST_CHANGED:
        yield from ((False, word[:at] + letter + word[at:]) for at in range(1, size) for letter in ascii_lowercase)
