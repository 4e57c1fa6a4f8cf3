"""The catalogue searched by words: entries that fit an action, with their values and what speaks against them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .binding import bind
from .guard import objections
from .lexical import SERVE_ABOVE, fit, rarities, wording
from .reading import read
from .types import Action, Entry, Match

__all__ = ["SERVE_ABOVE", "Index"]

_TOO_CLOSE = 0.02


class Index:
    """Verified entries, ready to be searched. Building and searching are pure and deterministic."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = tuple(entry for entry in entries if entry.status == "verified")
        self._worded = tuple(wording(entry) for entry in self._entries)
        self._rarity, self._unknown = rarities(self._worded)

    def nearest(self, action: Action, limit: int = 5) -> tuple[Match, ...]:
        """At most `limit` entries for the action's target, best first: those without objections lead.

        Two that fit equally well object to each other, for a guess between them would be a wrong script.
        """
        reading = read(action.text)
        found: list[Match] = []
        for entry, worded in zip(self._entries, self._worded, strict=True):
            if entry.script.target != action.target:
                continue
            bound = bind(entry.parameters, reading, worded.ordinary)
            confidence = fit(reading, bound, worded, self._rarity, self._unknown)
            if confidence <= 0.0:
                continue
            found.append(
                Match(
                    entry=entry,
                    confidence=round(confidence, 4),
                    parameters=bound.values,
                    missing=bound.missing,
                    objections=objections(reading, bound, entry, worded),
                )
            )
        found.sort(key=lambda match: (bool(match.objections), bool(match.missing), -match.confidence, match.entry.id))
        return _settled(found)[:limit]


def _settled(found: Sequence[Match]) -> tuple[Match, ...]:
    """The matches, with an objection to the first two when nothing tells them apart."""
    able = [match for match in found if not match.objections and not match.missing and match.confidence >= SERVE_ABOVE]
    if len(able) < 2 or able[0].confidence - able[1].confidence > _TOO_CLOSE:
        return tuple(found)
    close = {match.entry.id for match in able if able[0].confidence - match.confidence <= _TOO_CLOSE}
    said = f"ambiguous: {' and '.join(sorted(close))} fit equally well"
    return tuple(replace(it, objections=(said,)) if it.entry.id in close else it for it in found)
