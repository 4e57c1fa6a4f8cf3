"""What models suggest for incidents, as rows."""

from __future__ import annotations

import json

from ...core.escape_control import visible
from ...core.plain_data import plain
from ...incidents.suggestions import OpenQuestion, Suggestion, Suggestions
from .database import Database

_PROBLEM = 1000


class PostgresSuggestions:
    """A `SuggestionStore` in `database`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, *, lease: float, most: int) -> str | None:
        rows = await self._database.do("claim_suggestion", lease=lease, most=most)
        return str(rows[0][0]) if rows else None

    async def answered(self, incident: str, suggestions: Suggestions, /, *, again: float | None = None) -> None:
        await self._database.do(
            "keep_suggestions",
            incident=incident,
            model=suggestions.model,
            actions=json.dumps(plain(suggestions.actions)),
            problem=visible(suggestions.problem)[:_PROBLEM],
            again=again,
        )

    async def of(self, incident: str, /) -> Suggestions | None:
        rows = await self._database.rows("read_suggestions", incident=incident)
        if not rows:
            return None
        model, actions, problem, again = rows[0]
        read = tuple(Suggestion(**each) for each in actions)
        return Suggestions(model=model, actions=read, problem=problem, again=again)

    async def unanswered(self, incident: str, /) -> OpenQuestion:
        rows = await self._database.rows("unanswered_suggestion", incident=incident)
        standing, seconds = rows[0] if rows else ("late", 0.0)
        return OpenQuestion(standing=standing, seconds=seconds)
