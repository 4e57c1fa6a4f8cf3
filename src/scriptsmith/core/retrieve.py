"""The catalogue searched by words: entries that fit an action, with their values and what speaks against them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .binding import bind
from .care import care, cut_paths
from .guard import objections
from .lexical import SERVE_ABOVE, Wording, fit, rarities, rough, told, wording
from .reading import Reading, read
from .types import Action, Entry, Match

__all__ = ["SERVE_ABOVE", "Index"]

_TOO_CLOSE = 0.02
_CANDIDATES = 10
"""How many entries are read closely for one action; the others share fewer words with it than these."""


class Index:
    """Verified entries, ready to be searched. Pure and deterministic; an entry is read closely when first near."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = tuple(entry for entry in entries if entry.status == "verified")
        self._rough = tuple(rough(told(entry)) for entry in self._entries)
        self._rarity, self._unknown = rarities(self._rough)
        self._worded: dict[int, Wording] = {}
        self._phrases = tuple(frozenset(_plain(said) for said in (it.title, *it.phrases)) for it in self._entries)

    def nearest(self, action: Action, limit: int = 5) -> tuple[Match, ...]:
        """At most `limit` entries for the action's target, best first.

        One that can be served leads, then confidence decides.

        Two that fit equally well object to each other, for a guess between them would be a wrong script.
        """
        reading = read(action.text)
        asked = _plain(action.text)
        cut = cut_paths(reading)
        found: list[Match] = []
        for number in self._candidates(action, reading, max(limit, _CANDIDATES)):
            entry, worded = self._entries[number], self._wording(number)
            bound = bind(entry.parameters, reading, worded.ordinary)
            verbatim = asked in self._phrases[number]  # somebody vouched for this phrase: no guard knows better
            against = (
                bound.problems
                if verbatim
                else (*objections(reading, bound, entry, worded), *care(reading, entry, worded, cut))
            )
            confidence = 1.0 if verbatim else fit(reading, bound, worded, self._rarity, self._unknown)
            found.append(
                Match(
                    entry=entry,
                    confidence=round(confidence, 4),
                    parameters=bound.values,
                    missing=bound.missing,
                    objections=against,
                )
            )
        found.sort(key=lambda it: (_tier(it), -it.confidence, bool(it.objections), it.entry.id, -it.entry.version))
        return _settled(found)[:limit]

    def _candidates(self, action: Action, reading: Reading, most: int) -> list[int]:
        """The entries that share the most telling words with the action."""
        asked = rough(action.text) | set(reading.concepts()) | set(reading.verbs)
        near = [
            (-sum(sorted(self._rarity[it] for it in asked & said)), entry.id, number)
            for number, (entry, said) in enumerate(zip(self._entries, self._rough, strict=True))
            if entry.script.target == action.target
        ]
        return [number for _, _, number in sorted(near)[:most]]

    def _wording(self, number: int) -> Wording:
        if number not in self._worded:
            self._worded[number] = wording(self._entries[number])
        return self._worded[number]


def _plain(text: str) -> str:
    """A phrase without what writing adds to it: case, spacing, the full stop."""
    return " ".join(text.casefold().split()).rstrip(".!")


def _tier(match: Match) -> int:
    """0 for what can be served, 1 for what only lacks a value, 2 for the rest."""
    if match.objections or match.confidence < SERVE_ABOVE:
        return 2
    return 1 if match.missing else 0


def _able(match: Match) -> bool:
    return _tier(match) == 0


def _settled(found: Sequence[Match]) -> tuple[Match, ...]:
    """The matches, with an objection to the first two when nothing tells them apart."""
    able = [match for match in found if _able(match)]
    if len(able) < 2 or able[0].confidence - able[1].confidence > _TOO_CLOSE:
        return tuple(found)
    close = {match.entry.id for match in able if able[0].confidence - match.confidence <= _TOO_CLOSE}
    said = f"ambiguous: {' and '.join(sorted(close))} fit equally well"
    return tuple(replace(it, objections=(said,)) if it.entry.id in close else it for it in found)
