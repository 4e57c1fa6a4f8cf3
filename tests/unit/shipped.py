"""Entries that are shipped, and what retrieval says of one of them alone."""

from __future__ import annotations

from functools import cache

from scriptsmith.adapters.folder.entry_files import read_entry
from scriptsmith.core.types import Action, Entry, Match
from scriptsmith.retrieval.search import Index
from scriptsmith.wiring import SEED


@cache
def entry(id: str) -> Entry:
    """The shipped entry `id`, read once."""
    return read_entry(next(SEED.glob(f"*/{id}")))


def match(id: str, text: str) -> Match:
    """What an index of that entry alone says to the action `text`."""
    return Index([entry(id)]).nearest(Action(text=text))[0]
