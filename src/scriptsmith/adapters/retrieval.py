"""Finding the entries that fit an action, in whatever a catalogue holds at the moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from ..core.types import Action, Match, Target
from ..errors import ModelError

if TYPE_CHECKING:
    from ..retrieval.search import Index, SearchHit
    from .hybrid_search import Finder, Meanings
    from .verifier import ShippedVerifier


LONG = 500
"""Characters from which on the words of an action are compared in a thread: those of a short one take milliseconds.
Entries are read closely in a thread for any action but a phrase of an entry."""

T = TypeVar("T")
Given = ParamSpec("Given")


def unheard(sentence: str) -> None: ...


@dataclass(slots=True)
class _Held:
    """What is kept of the entries for one target: their index, the one before it, and what finds near phrases."""

    index: Index | None = None
    earlier: Index | None = None
    finder: Finder | None = None


class Retrieval:
    """An index of the entries for each target, made when an action first needs it and kept until it is told to forget.

    The entries for one target say nothing about those for another: how rare a word is, which phrases are near, and what
    is read and embedded for an action are of its own target alone.

    Phrases are compared by meaning too where `meanings` says how; it is asked for when an action first needs it, and so
    is the verifier, which reads the likeliest entry.
    """

    def __init__(self, warn: Callable[[str], None] = unheard, meanings: Callable[[], Meanings] | None = None) -> None:
        self._warn = warn
        self._meanings = meanings
        self._held: dict[Target, _Held] = {}
        self._verify: ShippedVerifier | None = None

    def forget(self) -> None:
        """The entries are others now."""
        self._held = {target: _Held(earlier=it.index or it.earlier) for target, it in self._held.items()}

    def read_ahead(self) -> Iterator[None]:
        """Read, at each step, one more entry of the indexes that are kept."""
        for held in list(self._held.values()):
            if held.index:
                yield from held.index.read_ahead()

    async def nearest(self, indexed: Callable[[Index | None], Index], action: Action, limit: int) -> Sequence[Match]:
        """The entries that fit `action` best, best first; `indexed` makes the index of those for its target where none
        is kept, and is given the one before it."""
        held = self._held.setdefault(action.target, _Held())
        if held.index is None:
            held.index, held.finder = indexed(held.earlier), None
            held.earlier = None
        index = held.index
        if index.knows(action.text):
            return await _done(action, index.nearest, action, limit)
        if self._verify is None:
            from .verifier import ShippedVerifier

            self._verify = ShippedVerifier()
        spelt = await _done(action, index.spelt, action.text, self._verify.is_word)
        action = replace(action, text=spelt.text) if spelt.typed else action
        near = await self._near(held, index, action, limit)
        return await asyncio.to_thread(index.nearest, action, limit, near, self._verify, spelt.typed)

    async def _near(self, held: _Held, index: Index, action: Action, limit: int) -> Sequence[SearchHit] | None:
        """The entries near `action` by words and meaning; None when meanings cannot be compared, which is told once."""
        if self._meanings is None:
            return None
        from .hybrid_search import CLOSE, Finder, Phrases

        try:
            meanings = self._meanings()
            if (finder := held.finder) is None:
                finder = Finder(index, await meanings.kept(Phrases(index)))
                if held.index is index:
                    held.finder = finder
            asked = await meanings.of(action.text)
            words = await _done(action, finder.words, action)
            near = await finder.near(action, words, asked, max(limit, CLOSE))
            if not meanings.calibrated:
                near = [replace(it, meaning=None) for it in near]
            return near
        except ModelError as error:
            self._warn(f"entries are compared by their words alone: {error}")
            self._meanings = None
            return None


async def _done(action: Action, work: Callable[Given, T], *given: Given.args, **named: Given.kwargs) -> T:
    """What `work` returns; while it reads a long `action`, whatever else runs in this loop goes on."""
    if len(action.text) < LONG:
        return work(*given, **named)
    return await asyncio.to_thread(work, *given, **named)
