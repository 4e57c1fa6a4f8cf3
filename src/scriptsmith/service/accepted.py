"""Scripts that people approved, as examples for drafts of actions that mean something near."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..core.events import Event
from ..core.secret_tokens import TOKEN, tokens_in
from ..core.summary import line
from ..core.types import Action, Entry, Match, Script, Vector
from ..errors import NotFound, ScriptSmithError, UsageError
from ..ports import Catalogue, Draft, Drafting, Embedder
from .feedback import example

MOST = 2
"""How many examples a draft is shown, beside those that the catalogue found."""
NEAR = 0.3
"""The least cosine of two actions that are near. Of the shipped embedder, unrelated ones have up to 0.25."""
_LOOKED_AT = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedScript:
    """An action in words, and the script that people approved for it; `entry` is where it was published, or empty."""

    run: str
    text: str
    script: Script
    entry: str = ""


Source: TypeAlias = Callable[[], Awaitable[Sequence[AcceptedScript]]]
"""Tells of accepted scripts, the newest first, at each call as they are then."""


def accepted_of(run_id: str, events: Sequence[Event]) -> AcceptedScript | None:
    """What a run brings to later drafts: what was drafted or edited in it and approved, nothing from the catalogue."""
    found = example(run_id, events)
    if found is None or found.origin in ("catalogue", "nobody"):
        return None
    return accepted_as(run_id, found.action.text, found.script, found.entry)


def accepted_as(run_id: str, text: str, script: Script, entry: str = "") -> AcceptedScript | None:
    """An approved script as an example; None for one with a token, which in another run stands for another secret."""
    if tokens_in(script.text):
        return None
    return AcceptedScript(run=run_id, text=TOKEN.sub("…", line(text)), script=script, entry=entry)


class NearestAccepted:
    """Chooses, of what `source` tells of, the scripts whose actions are nearest to the one asked for, nearest first.

    What was retired since, or has another version by now, is left out. Nothing is embedded where there is nothing to
    choose from. What cannot be had is no reason not to draft: then there are no examples.
    """

    def __init__(self, source: Source, embedder: Callable[[], Embedder], catalogue: Catalogue) -> None:
        self._source = source
        self._embedder = embedder
        self._catalogue = catalogue
        self._vectors: dict[str, Vector] = {}

    async def __call__(self, action: Action) -> Sequence[AcceptedScript]:
        try:
            known = [one for one in await self._source() if one.script.target == action.target]
            return await self._chosen(known, line(action.text)) if known else ()
        except ScriptSmithError:
            return ()

    async def _chosen(self, known: Sequence[AcceptedScript], text: str) -> Sequence[AcceptedScript]:
        import numpy as np

        embedder, wanted = self._embedder(), {one.text for one in known}
        self._vectors = {words: vector for words, vector in self._vectors.items() if words in wanted}
        fresh = sorted(wanted - self._vectors.keys())
        *made, asked = await embedder.embed([*fresh, text])
        self._vectors |= dict(zip(fresh, made, strict=True))
        likeness = np.asarray([self._vectors[one.text] for one in known], dtype=np.float32) @ np.asarray(asked)
        found: dict[str, AcceptedScript] = {}
        for at in np.argsort(-likeness, kind="stable")[:_LOOKED_AT]:
            one = known[int(at)]
            if likeness[at] < NEAR or len(found) == MOST:
                break
            if one.script.digest not in found and await self._stands(one):
                found[one.script.digest] = one
        return tuple(found.values())

    async def _stands(self, one: AcceptedScript) -> bool:
        """Whether the catalogue still holds by it."""
        if not one.entry:
            return True
        try:
            entry = await self._catalogue.get(one.entry.partition("@")[0])
        except (NotFound, UsageError):
            return False
        return entry.status != "retired" and entry.script == one.script


def with_accepted(draft: Draft, pick: Callable[[Action], Awaitable[Sequence[AcceptedScript]]]) -> Draft:
    """`draft`, shown what `pick` chooses before what the catalogue found, each script once."""

    async def drafted(action: Action, examples: Sequence[Match], sample: int) -> Drafting:
        shown = {match.entry.script.text for match in examples}
        more = [
            Match(entry=Entry(id=f"run-{one.run}", title=one.text, script=one.script), confidence=0.0)
            for one in await pick(action)
            if one.script.text not in shown
        ]
        return await draft(action, (*more, *examples), sample)

    return drafted
