"""What a search must know of every entry before it reads one: who speaks of what, and which phrases there are."""

from __future__ import annotations

import hashlib
from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..core.types import Entry, Target
from .lexical import speaking

DIGEST = 16
"""Bytes by which a text is known."""

Speakers: TypeAlias = tuple["array[int]", "array[float]"]
"""Entries by number, ascending, and how much each speaks of a concept, in (0, 1)."""


@dataclass(frozen=True, slots=True)
class Postings:
    """An inverted index of entries. Their number is their place among `ids`; their texts are their titles and phrases.

    `targets` and `sizes` are of each entry what its script runs on and how many texts it has; `texts` the digests of
    all of them, in order; `spoken` the entries that have a text, by its hexadecimal digest, case, spacing and full stop
    left out; `speakers` the entries that know a concept.
    """

    ids: tuple[str, ...]
    targets: tuple[Target, ...]
    sizes: tuple[int, ...]
    texts: tuple[bytes, ...]
    spoken: Mapping[str, Sequence[int]]
    speakers: Mapping[str, Speakers]

    def speaking(self, text: str) -> Sequence[int]:
        """The entries of which `text` is the title or a phrase, but for case, spacing and the full stop."""
        asked = plain(text)
        return self.spoken.get(known_by(asked).hex(), ()) if asked else ()  # a title of signs alone says nothing


def postings(entries: Iterable[Entry]) -> Postings:
    """Those of `entries`, which are numbered in their order."""
    entries = tuple(entries)
    speakers: dict[str, Speakers] = defaultdict(lambda: (array("i"), array("f")))
    spoken: dict[str, list[int]] = defaultdict(list)
    for number, entry in enumerate(entries):
        for concept, share in speaking(entry).items():
            numbers, shares = speakers[concept]
            numbers.append(number)
            shares.append(share)
        for text in dict.fromkeys(map(plain, entry.texts)):
            spoken[known_by(text).hex()].append(number)
    return Postings(
        ids=tuple(entry.id for entry in entries),
        targets=tuple(entry.script.target for entry in entries),
        sizes=tuple(len(entry.texts) for entry in entries),
        texts=tuple(known_by(text) for entry in entries for text in entry.texts),
        spoken=dict(spoken),
        speakers=dict(speakers),
    )


def known_by(text: str) -> bytes:
    """The digest by which a text is known where something of it is kept."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIGEST).digest()


def plain(text: str) -> str:
    """A phrase without what writing adds to it: case, spacing, the full stop."""
    return " ".join(text.casefold().split()).rstrip(".!")
