"""Finding the entries that fit an action, in whatever a catalogue holds at the moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from ..core.types import Action, Match
from ..errors import ModelError

if TYPE_CHECKING:
    from ..retrieval.search import Alike, Index, Near
    from .hybrid_search import Finder, Meanings


LONG = 500
"""Characters from which on an action is read in a thread: a short one takes milliseconds, a long one seconds."""

T = TypeVar("T")
Given = ParamSpec("Given")


def unheard(sentence: str) -> None: ...


class Retrieval:
    """An index of entries, made when an action first needs it and kept until it is told to forget.

    Phrases are compared by meaning too where `meanings` says how; it is asked for when an action first needs it.
    """

    def __init__(self, warn: Callable[[str], None] = unheard, meanings: Callable[[], Meanings] | None = None) -> None:
        self._warn = warn
        self._meanings = meanings
        self._index: Index | None = None
        self._earlier: Index | None = None
        self._finder: Finder | None = None

    def forget(self) -> None:
        """The entries are others now."""
        self._earlier = self._index or self._earlier
        self._index = self._finder = None

    def read_ahead(self) -> Iterator[None]:
        """Read, at each step, one more entry of the index that is kept, if one is."""
        if self._index:
            yield from self._index.read_ahead()

    async def nearest(self, indexed: Callable[[Index | None], Index], action: Action, limit: int) -> Sequence[Match]:
        """The entries that fit `action` best, best first; `indexed` is called where no index is kept, with the one
        before it."""
        if self._index is None:
            self._index, self._finder = indexed(self._earlier), None
            self._earlier = None
        index = self._index
        near, alike = await self._near(index, action, limit)
        return await _done(action, index.nearest, action, limit, near, alike)

    async def _near(self, index: Index, action: Action, limit: int) -> tuple[Sequence[Near] | None, Alike | None]:
        """The entries near `action` by words and meaning, and what compares texts at once; None when meanings cannot be
        compared, which is told once."""
        if self._meanings is None or index.knows(action.text):
            return None, None
        from .hybrid_search import CLOSE, Finder, Phrases

        try:
            meanings = self._meanings()
            if (finder := self._finder) is None:
                finder = Finder(index, await meanings.kept(Phrases(index)))
                if self._index is index:  # not forgotten meanwhile
                    self._finder = finder
            asked = await meanings.of(action.text)
            words = await _done(action, finder.words, action)
            near = await finder.near(action, words, asked, max(limit, CLOSE))
            if not meanings.calibrated:
                near = [replace(it, meaning=None) for it in near]
            return near, meanings.alike
        except ModelError as error:
            self._warn(f"entries are compared by their words alone: {error}")
            self._meanings = None
            return None, None


async def _done(action: Action, work: Callable[Given, T], *given: Given.args, **named: Given.kwargs) -> T:
    """What `work` returns; while it reads a long `action`, whatever else runs in this loop goes on."""
    if len(action.text) < LONG:
        return work(*given, **named)
    return await asyncio.to_thread(work, *given, **named)
