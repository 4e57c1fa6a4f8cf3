"""Which entries answer an action."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .types import Action, Entry, Match


class Index:
    """An index over entries."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = [e for e in entries if e.status == "verified"]

    def nearest(self, action: Action, limit: int) -> tuple[Match, ...]:
        asked = set(re.findall(r"[a-z]+", action.text.lower()))
        found = []
        for entry in self._entries:
            score = max(
                (
                    len(asked & w) / len(asked | w)
                    for p in entry.phrases
                    if (w := set(re.findall(r"[a-z]+", p.lower())))
                ),
                default=0.0,
            )
            defaults = {p.name: p.default for p in entry.parameters if p.default is not None}
            found.append(Match(entry=entry, confidence=score, parameters=defaults))
        return tuple(sorted(found, key=lambda m: -m.confidence)[:limit])
